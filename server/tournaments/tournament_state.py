"""The state of a tournament, made from its events: the public part, and the whole."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from rules import events as ev
from rules.directing.cases import CaseBook
from rules.directing.finality import QuerySpan
from rules.directing.queries import QueryBook
from rules.formats.format import Format, FormatState, PointOutcome
from rules.formats.known_formats import FORMATS, NOTHING_SET_UP, states_after
from rules.formats.team_event import entering
from rules.formats.team_event.deciding import TEAM_EVENT
from rules.formats.team_event.entries import DeskBook
from rules.formats.team_event.stages import TeamEventState
from rules.identities import PersonId
from server.values.stored_events import StoredEvent

_State = TypeVar("_State", bound=FormatState)


@dataclass(frozen=True, slots=True)
class Rulings:
    """The queries and cases of a tournament, as they are after some of its events."""

    queries: QueryBook = field(default_factory=QueryBook)
    cases: CaseBook = field(default_factory=CaseBook)

    def after(self, events: Iterable[ev.Event]) -> "Rulings":
        """Return the rulings after these events."""
        happened = list(events)
        return Rulings(self.queries.after(happened), self.cases.after(happened))


@dataclass(frozen=True, slots=True)
class PublicState:
    """The part of a tournament's state that public pages show.

    `teams` has the teams' players as entered, keyed by the teams' present names. `renamed` maps
    each former name of a team to its next name. `formats` are the states of the tournament's
    formats, keyed by the format's name. `rulings` are the queries and cases about its results.
    """

    teams: Mapping[str, tuple[PersonId, ...]] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    formats: Mapping[str, FormatState] = field(default_factory=lambda: NOTHING_SET_UP)
    rulings: Rulings = field(default_factory=Rulings)

    def of(self, known: Format[_State]) -> _State:
        """Return the state of the format `known` in this tournament."""
        return known.of(self.formats)

    @property
    def event(self) -> TeamEventState:
        """The state of the team event: its stages, and the title, entries and opening hours.

        Every tournament has a title, entries and hours here, even without a team event.
        """
        return self.of(TEAM_EVENT)

    @property
    def title(self) -> str:
        """The organiser's title of the tournament, or empty if there is none."""
        return self.event.described.title if self.event.described is not None else ""

    @property
    def last_number(self) -> int:
        """The highest number that a format has given to a match."""
        return max(each.last_number for each in self.formats.values())

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of all matches that count in a format."""
        return frozenset().union(*(each.numbers for each in self.formats.values()))

    @property
    def annulled(self) -> frozenset[int]:
        """The numbers of the matches that were taken back together with their draw or round."""
        return frozenset().union(*(each.annulled for each in self.formats.values()))

    @property
    def reported(self) -> dict[int, PointOutcome]:
        """The outcomes of matches that are played elsewhere and reported, keyed by match number."""
        every = self.formats.values()
        return {number: known for each in every for number, known in each.reported.items()}

    def counts(self, number: int) -> bool:
        """Return True if the match with this number counts in a format."""
        return any(each.has_match(number) for each in self.formats.values())

    def is_ruled(self, number: int) -> bool:
        """Return True if the match was decided without play, or does not count any more."""
        return any(each.is_ruled(number) for each in self.formats.values())

    def name_now(self, team: str) -> str:
        """Return the present name of the team entered as `team`, or `team` if it is unknown."""
        while team not in self.teams and team in self.renamed:
            team = self.renamed[team]
        return team


@dataclass(frozen=True, slots=True)
class TournamentState(PublicState):
    """A tournament after some of its events; `book` has the desk's fees and notes (ADR 19)."""

    book: DeskBook = field(default_factory=DeskBook)

    @property
    def desk(self) -> entering.Desk:
        """The facts on which decisions about entries at the desk depend."""
        return entering.Desk(self.event, self.book, self.teams)

    def after(self, events: Sequence[ev.Event]) -> "TournamentState":
        """Return the state after these events."""
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
class RulingTimes:
    """The times, UTC, of queries (keyed by query number) and of walkovers (keyed by match number).

    `walkovers` includes every match that the director has decided. `closed` is the time when the
    last case was closed.
    """

    queries: Mapping[int, QuerySpan] = field(default_factory=dict)
    walkovers: Mapping[int, datetime] = field(default_factory=dict)
    closed: datetime | None = None

    def after(self, stored: Iterable[StoredEvent]) -> "RulingTimes":
        """Return the times after these stored events."""
        times = self
        for entry in stored:
            times = times._after_one(entry.event, entry.recorded_at)
        return times

    def _after_one(self, event: ev.Event, at: datetime) -> "RulingTimes":
        match event:
            case ev.QueryRaised():
                return replace(self, queries={**self.queries, event.query: QuerySpan(at)})
            case ev.QueryAnswered():
                answered = replace(self.queries[event.query], answered=at)
                return replace(self, queries={**self.queries, event.query: answered})
            case ev.CaseClosed():
                return replace(self, closed=at)
            case _ if (number := _ruled(event)) is not None:
                return replace(self, walkovers={**self.walkovers, number: at})
            case _:
                return self


def _ruled(event: ev.Event) -> int | None:
    """Return the number of the match that the event decides without play, or None."""
    for each in FORMATS:
        if isinstance(event, each.ruled_by):
            number: int = event.number
            return number
    return None
