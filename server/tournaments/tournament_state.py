"""A tournament as its events tell it, and what its decisions need of elsewhere."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TypeVar

from rules import events as ev
from rules.directing.cases import CaseBook
from rules.directing.finality import MatchFinality
from rules.directing.queries import QueryBook
from rules.formats.format import Format, FormatState, MatchOutcome, PointOutcome
from rules.formats.known_formats import NOTHING_SET_UP, states_after
from rules.formats.team_event import entering
from rules.formats.team_event.deciding import TEAM_EVENT
from rules.formats.team_event.entries import DeskBook
from rules.formats.team_event.stages import EventState
from rules.identities import MatchId, PersonId, TournamentId
from server.access import MatchPlayers
from server.matches.finished_match import FinishedMatch
from server.matches.match_record import MatchRecord

_State = TypeVar("_State", bound=FormatState)
_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Rulings:
    """A tournament's queries and cases up to some event."""

    queries: QueryBook = field(default_factory=QueryBook)
    cases: CaseBook = field(default_factory=CaseBook)

    def after(self, events: Iterable[ev.Event]) -> "Rulings":
        """The rulings once these events are in them."""
        happened = list(events)
        return Rulings(self.queries.after(happened), self.cases.after(happened))


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament up to some event; `teams` are its teams with their players, as entered.

    `renamed` has the next name of every name that a team has given up. `formats` are the states of
    what is played in it, by the formats' names, `rulings` what was asked of its results, `book` is
    what its desk keeps to itself.
    """

    teams: Mapping[str, tuple[PersonId, ...]] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    formats: Mapping[str, FormatState] = field(default_factory=lambda: NOTHING_SET_UP)
    rulings: Rulings = field(default_factory=Rulings)
    book: DeskBook = field(default_factory=DeskBook)

    def of(self, known: Format[_State]) -> _State:
        """What it has of a format."""
        return known.of(self.formats)

    @property
    def event(self) -> EventState:
        """Its stages, and what every tournament has: title, entries, hours."""
        return self.of(TEAM_EVENT)

    @property
    def title(self) -> str:
        """What its organiser calls it, empty where nobody has said."""
        return self.event.described.title if self.event.described is not None else ""

    @property
    def desk(self) -> entering.Desk:
        """What the desk decides from."""
        return entering.Desk(self.event, self.book, self.teams)

    @property
    def last_number(self) -> int:
        """The highest number that a format ever gave a match."""
        return max(each.last_number for each in self.formats.values())

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of all matches that count in a format now."""
        return frozenset().union(*(each.numbers for each in self.formats.values()))

    @property
    def annulled(self) -> frozenset[int]:
        """The numbers of matches that were taken back with their draw or round."""
        return frozenset().union(*(each.annulled for each in self.formats.values()))

    @property
    def reported(self) -> dict[int, PointOutcome]:
        """How matches stand that are played elsewhere and reported."""
        every = self.formats.values()
        return {number: known for each in every for number, known in each.reported.items()}

    def counts(self, number: int) -> bool:
        """Whether the match of that number counts in a format."""
        return any(each.has_match(number) for each in self.formats.values())

    def is_ruled(self, number: int) -> bool:
        """Whether that match is decided without what is played at its tables, or counts no more."""
        return any(each.is_ruled(number) for each in self.formats.values())

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
        if isinstance(event, ev.DeskEvent):
            return replace(self, book=self.book.after(event))
        state = replace(
            self,
            formats=states_after((event,), self.formats),
            rulings=self.rulings.after([event]),
        )
        match event:
            case ev.TeamRegistered():
                return replace(state, teams={**self.teams, event.name: event.players})
            case ev.TeamChanged():
                changed = event.name, event.players
                teams = dict(
                    changed if name == event.team else (name, players)
                    for name, players in self.teams.items()
                )
                renamed = {old: new for old, new in self.renamed.items() if old != event.name}
                if event.name != event.team:
                    renamed[event.team] = event.name
                return replace(state, teams=teams, renamed=renamed)
            case ev.EntryWithdrawn():
                teams = {name: who for name, who in self.teams.items() if name != event.team}
                kept = {old: new for old, new in self.renamed.items() if new != event.team}
                return replace(state, teams=teams, renamed=kept)
            case _:
                return state


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
    to_points: Mapping[int, PointOutcome] = field(default_factory=dict)
    merged: Mapping[PersonId, PersonId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TournamentGiven:
    """Which tournament it is, and what a decision needs of other streams: how its matches stand.

    `records` are those in play, `finished` those that the team in question has played. `roll_set`
    is the first free number of a set of rolls. `last_number` is the highest match number ever
    given, also of a match that is damaged. `facts` and a `seed` for a draw are for its formats.
    `by` is how events name who orders, empty for the server.
    """

    tournament: TournamentId
    records: Sequence[MatchRecord]
    last_number: int
    finished: Sequence[FinishedMatch] = ()
    roll_set: int = 1
    facts: MatchFacts = field(default_factory=MatchFacts)
    seed: bytes = b""
    by: str = ""

    @property
    def next_match(self) -> MatchId:
        """The next match that is set up."""
        return MatchId(self.tournament, self.last_number + 1)
