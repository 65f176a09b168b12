"""The interface that every tournament format implements.

A format folds the events of the tournament's stream into a state, decides its commands from that
state and from values passed in, and lists what is left to be played and decided before the event
can be official (ruling 32). Code that handles all formats loops over `known_formats.FORMATS` and
has no format's name in it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Generic, TypeVar, cast

from rules import events as ev
from rules.position import Side


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """The sums of a match of two teams, over the results that count so far.

    `imp`, `smp` and `vp` each have the home team's number first. `vp` is None until all games of
    the match are over. `games` is the number of results so far in both rooms together.
    `unconfirmed` is True if one of these results still has to be confirmed.
    """

    imp: tuple[int, int] = (0, 0)
    smp: tuple[int, int] = (0, 0)
    vp: tuple[int, int] | None = None
    games: int = 0
    unconfirmed: bool = False


Outcomes = Mapping[int, MatchOutcome]
"""The outcome of each match in two rooms by its number.

A match that has not begun may be missing.
"""
NOTHING_PLAYED = MatchOutcome()


@dataclass(frozen=True, slots=True)
class PointOutcome:
    """The points of a match played to points, and its winner once the match is over.

    `eligible` is False if the way the match ended bars its loser from being drawn as a lucky loser
    (ruling 21).
    """

    winner: Side | None = None
    white: int = 0
    red: int = 0
    eligible: bool = True


PointOutcomes = Mapping[int, PointOutcome]
"""The outcome of each match to points by its number; a match without a known outcome is missing."""


class Lacking(Enum):
    """The kinds of things that must be done before an event can become official."""

    DRAW = "draw"
    ROUND = "round"
    RESULT = "result"
    WINNER = "winner"
    CHOICE = "choice"
    CONFIRMATION = "confirmation"
    ANSWER = "answer"
    RULING = "ruling"
    CHAMPION = "champion"
    MATCHES = "matches"


@dataclass(frozen=True, slots=True)
class Missing:
    """One thing that must still be done before the event can become official.

    `what` is the kind of thing. `of` is the number of the stage or knockout concerned, counted
    within its format, and `name` is its name. `numbers` are match numbers, or for ROUND a round
    number. WINNER: these matches ended level and need a winner. CHOICE: by the present results, the
    teams that qualify for the stage differ from those drawn into it. CHAMPION: nobody has won the
    stage or knockout as a whole yet. MATCHES: the event has no matches.
    """

    what: Lacking
    of: int = 0
    numbers: tuple[int, ...] = ()
    name: str = ""


class FormatState:
    """The state of one format in a tournament after some event.

    Each format makes a subclass, which must define `is_set_up`. The other methods are written for a
    format without matches at the hall's tables; a format with such matches overrides them.
    """

    __slots__ = ()

    @property
    def is_set_up(self) -> bool:
        """True if the tournament uses this format."""
        raise NotImplementedError

    @property
    def is_announced(self) -> bool:
        """True if a match of this format was announced."""
        return False

    @property
    def numbers(self) -> Collection[int]:
        """The match numbers, in the tournament, of the matches of this format that count now."""
        return ()

    @property
    def elsewhere(self) -> Collection[int]:
        """The ids that matches of this format have on another server, where they are played."""
        return ()

    @property
    def last_number(self) -> int:
        """The highest match number that this format has ever used, or 0 if it has used none."""
        return 0

    @property
    def annulled(self) -> Collection[int]:
        """The numbers of matches that no longer count because their draw or round was withdrawn."""
        return ()

    @property
    def reported(self) -> PointOutcomes:
        """The outcomes, by match number, of matches played elsewhere whose results are reported."""
        return {}

    def has_match(self, number: int) -> bool:
        """Return True if the match with this number belongs to this format and counts now."""
        return number in self.numbers

    def is_ruled(self, number: int) -> bool:
        """Return True if the match is decided without play, or no longer counts."""
        return number in self.annulled


_State = TypeVar("_State", bound=FormatState)
_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class FormatGiven:
    """The values that a decision needs besides the state of its own format.

    `teams` are the names of the teams entered. `outcomes` has the outcomes of matches in two rooms
    and `to_points` those of matches at one table, both by match number. `begun` has the numbers of
    matches in which something was played, and `games_begun` the number of games begun in each
    match. `next_number` is the next free match number, `next_roll_set` the next free number of a
    roll set. `seed` is the seed for a draw, `by` the sender's id, `now` the present time in UTC,
    and `states` the states of all formats by the formats' names.
    """

    teams: Sequence[str] = ()
    outcomes: Outcomes = field(default_factory=dict)
    to_points: PointOutcomes = field(default_factory=dict)
    begun: frozenset[int] = frozenset()
    games_begun: Mapping[int, int] = field(default_factory=dict)
    next_number: int = 1
    next_roll_set: int = 1
    seed: bytes = b""
    by: str = ""
    now: datetime = _BEFORE_ALL
    states: Mapping[str, FormatState] = field(default_factory=dict)


def nothing_missing(_: FormatState, __: Outcomes, ___: PointOutcomes) -> Iterator[Missing]:
    """Return an empty iterator: nothing is missing.

    A Format has this function by default as its `unplayed` and `undecided`.
    """
    return iter(())


@dataclass(frozen=True, slots=True)
class Format(Generic[_State]):
    """A tournament format, made of the functions that decide its commands and fold its events.

    `start` is the state before any event, and `events` the union of the event classes that concern
    the format; `fold` returns the state after one of these events. `decide` returns the events of a
    command, or raises one of the errors of the rules. `unplayed` lists what is left to be drawn,
    announced and played; `undecided` lists what the director has to decide. `ruled_by` are the
    event classes that decide a match without play; each has the match's `number`.
    """

    name: str
    start: _State
    events: Any
    fold: Callable[[_State, Any], _State]
    decide: Callable[[_State, Any, FormatGiven], tuple[ev.Event, ...]]
    unplayed: Callable[[_State, Outcomes, PointOutcomes], Iterable[Missing]] = nothing_missing
    undecided: Callable[[_State, Outcomes, PointOutcomes], Iterable[Missing]] = nothing_missing
    ruled_by: Any = ()

    def of(self, states: Mapping[str, FormatState]) -> _State:
        """Return this format's state from a tournament's states.

        If the tournament has no state for this format, return `start`.
        """
        return cast(_State, states.get(self.name, self.start))

    def after(self, states: Mapping[str, FormatState], event: ev.Event) -> _State:
        """Return the format's state after the event; an event of another format changes nothing."""
        state = self.of(states)
        return self.fold(state, event) if isinstance(event, self.events) else state
