"""A tournament as its events tell it, and what its decisions need of elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from rules import events as ev
from rules.directing.finality import MatchFinality
from rules.formats.knockout.bracket import KnockoutOutcome
from rules.formats.knockout.state import Knockouts
from rules.formats.pbem.state import PbemState
from rules.formats.team_event import entering
from rules.formats.team_event.entries import DeskBook
from rules.formats.team_event.stages import EventState
from rules.formats.team_event.standings import MatchOutcome
from rules.formats.ttt.state import TttState
from rules.identities import MatchId, PersonId, TournamentId
from server.access import (
    MatchPlayers,
)
from server.matches.finished_match import FinishedMatch
from server.matches.match_record import MatchRecord
from server.tournament.rulings import Rulings

_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament up to some event; `teams` are its teams with their players, as entered.

    `renamed` has the next name of every name that a team has given up. `event` are its stages and
    entries, `knockouts` those of single players, `pbem` how those go that are played by messages,
    `rulings` what was asked of its results, `book` is what its desk keeps to itself, `ttt` its TTT.
    """

    teams: Mapping[str, tuple[PersonId, ...]] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    event: EventState = field(default_factory=EventState)
    rulings: Rulings = field(default_factory=Rulings)
    book: DeskBook = field(default_factory=DeskBook)
    knockouts: Knockouts = field(default_factory=Knockouts)
    ttt: TttState = field(default_factory=TttState)
    pbem: PbemState = field(default_factory=PbemState)

    @property
    def desk(self) -> entering.Desk:
        """What the desk decides from."""
        return entering.Desk(self.event, self.book, self.teams)

    def counts(self, number: int) -> bool:
        """Whether the match of that number is one of a round or of a knockout."""
        of_knockout = self.knockouts.of_match(number)
        return self.event.stage_of(number) is not None or of_knockout is not None

    def is_ruled(self, number: int) -> bool:
        """Whether that match is decided without what is played at its tables, or counts no more."""
        return self.event.is_ruled(number) or self.knockouts.is_ruled(number)

    def name_now(self, team: str) -> str:
        """The name by which the team entered as `team` goes now; `team` where nobody knows it."""
        while team not in self.teams and team in self.renamed:
            team = self.renamed[team]
        return team

    def after(self, events: Sequence[ev.Event]) -> "TournamentState":
        """The state once these events are in it."""
        state = self
        for event in events:
            state = state._after_one(event)
        return state

    def _after_one(self, event: ev.Event) -> "TournamentState":
        match event:
            case ev.TeamRegistered():
                return replace(self, teams={**self.teams, event.name: event.players})
            case ev.TeamChanged():
                staged = self.event.after([event])
                changed = event.name, event.players
                teams = dict(
                    changed if name == event.team else (name, players)
                    for name, players in self.teams.items()
                )
                renamed = {old: new for old, new in self.renamed.items() if old != event.name}
                if event.name != event.team:
                    renamed[event.team] = event.name
                ruled = self.rulings.after([event])
                return replace(self, teams=teams, renamed=renamed, event=staged, rulings=ruled)
            case ev.EntryWithdrawn():
                teams = {name: who for name, who in self.teams.items() if name != event.team}
                kept = {old: new for old, new in self.renamed.items() if new != event.team}
                return replace(self, teams=teams, renamed=kept, event=self.event.after([event]))
            case _ if isinstance(event, ev.TttEvent):
                return replace(self, ttt=self.ttt.after([event]))
            case _ if isinstance(event, ev.DeskEvent):
                return replace(self, book=self.book.after(event))
            case _ if isinstance(event, ev.KnockoutEvent):
                pbem = self.pbem.after([event])
                return replace(self, knockouts=self.knockouts.after(event), pbem=pbem)
            case _ if isinstance(event, ev.PbemEvent):
                return replace(self, pbem=self.pbem.after([event]))
            case _:
                ruled = self.rulings.after([event])
                return replace(self, event=self.event.after([event]), rulings=ruled)


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """How a tournament's matches stand, by their numbers; `begun` are those that were played at,
    `games_begun` says in how many of their games.

    `to_points` are the outcomes of matches at one table.
    `players` are those of matches that are not over, `finality` says of others how final they are
    at the time `now`.
    """

    outcomes: Mapping[int, MatchOutcome] = field(default_factory=dict)
    begun: frozenset[int] = frozenset()
    games_begun: Mapping[int, int] = field(default_factory=dict)
    players: Mapping[int, MatchPlayers] = field(default_factory=dict)
    finality: Mapping[int, MatchFinality] = field(default_factory=dict)
    now: datetime = _BEFORE_ALL
    to_points: Mapping[int, KnockoutOutcome] = field(default_factory=dict)
    merged: Mapping[PersonId, PersonId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Given:
    """Which tournament it is, and what a decision needs of other streams: how its matches stand.

    `records` are those in play, `finished` those that the team in question has played. `roll_set`
    is the first free number of a set of rolls. `last_number` is the highest match number ever
    given, also of a match that is damaged. `facts` and a `seed` for a draw are for its stages.
    """

    tournament: TournamentId
    records: Sequence[MatchRecord]
    last_number: int
    finished: Sequence[FinishedMatch] = ()
    roll_set: int = 1
    facts: MatchFacts = field(default_factory=MatchFacts)
    seed: bytes = b""

    @property
    def next_match(self) -> MatchId:
        """The next match that is set up."""
        return MatchId(self.tournament, self.last_number + 1)
