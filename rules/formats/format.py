"""The interface of a tournament's format; lists of tournaments know no format by name.

A format folds events of the tournament's stream into a state, decides its commands by that state
and by what is given, and lists what is left to be played and decided before the event can be
official (ruling 32).
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
    """The counted results of a match so far, home first.

    `vp` is None until all of its games are over. `games` is the number of results so far, of both
    rooms. `unconfirmed`: one of them still has to be confirmed.
    """

    imp: tuple[int, int] = (0, 0)
    smp: tuple[int, int] = (0, 0)
    vp: tuple[int, int] | None = None
    games: int = 0
    unconfirmed: bool = False


Outcomes = Mapping[int, MatchOutcome]
"""Outcomes by the matches' numbers; a match that has not begun may be missing."""
NOTHING_PLAYED = MatchOutcome()


@dataclass(frozen=True, slots=True)
class PointOutcome:
    """The state of a match at one table: its points, and its winner once it is over.

    `eligible`: the loser may be drawn as a lucky loser, as far as the outcome determines it
    (ruling 21).
    """

    winner: Side | None = None
    white: int = 0
    red: int = 0
    eligible: bool = True


PointOutcomes = Mapping[int, PointOutcome]
"""Outcomes of matches to points, by their numbers; of a missing one nothing is known."""


class Lacking(Enum):
    """Things still to be done before an event can become official."""

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
    """One thing that is lacking: of a part of the event by its number in its format, and its name.

    `numbers` are those of matches, of a ROUND the round's. A pair without a WINNER was level.
    CHOICE: the entrants of the stage are in question. CHAMPION: nobody has won the part as a whole.
    MATCHES: the event has none.
    """

    what: Lacking
    of: int = 0
    numbers: tuple[int, ...] = ()
    name: str = ""


class FormatState:
    """The state of one format in a tournament after some event.

    The answers here are those of a format that has no matches at the hall's tables.
    """

    __slots__ = ()

    @property
    def is_set_up(self) -> bool:
        """True if the tournament has anything of this format."""
        raise NotImplementedError

    @property
    def is_announced(self) -> bool:
        """True if a match of this format was announced."""
        return False

    @property
    def numbers(self) -> Collection[int]:
        """The tournament's numbers of this format's matches that count now."""
        return ()

    @property
    def elsewhere(self) -> Collection[int]:
        """The format's matches that are known by numbers of another place."""
        return ()

    @property
    def last_number(self) -> int:
        """The highest number that a match of this format was ever given, 0 for none."""
        return 0

    @property
    def annulled(self) -> Collection[int]:
        """The numbers of matches that were withdrawn with their draw or round."""
        return ()

    @property
    def reported(self) -> PointOutcomes:
        """Outcomes of matches that are played elsewhere and reported."""
        return {}

    def has_match(self, number: int) -> bool:
        """Return True if the match of that number counts in this format now."""
        return number in self.numbers

    def is_ruled(self, number: int) -> bool:
        """Return True if a match is decided without play at its tables, or no longer counts."""
        return number in self.annulled


_State = TypeVar("_State", bound=FormatState)
_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class FormatGiven:
    """Values that a decision needs besides the state of its format.

    `teams` are those entered. `outcomes` and `to_points` are those of matches of two rooms and of
    one table by their numbers, `begun` are the numbers of those in which something was played,
    `games_begun` the number of games begun in each. `next_number` and `next_roll_set` are free.
    `seed` is for a draw, `by` the sender in events, `now` is UTC, `states` are those of all formats
    by their names.
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
    """Return an empty iterator: matches of this format decide nothing of the event."""
    return iter(())


@dataclass(frozen=True, slots=True)
class Format(Generic[_State]):
    """A format by its `name`: the `start` of its state, and a union of the `events` it folds.

    `decide` returns the events of a command, or raises the rules' refusal. `unplayed` lists what is
    left to be drawn, announced and played, `undecided` what the director has to decide. `ruled_by`
    are the events that decide a match without play, by its `number`.
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
        """Return the state of this format among those of a tournament."""
        return cast(_State, states.get(self.name, self.start))

    def after(self, states: Mapping[str, FormatState], event: ev.Event) -> _State:
        """Return the format's state after that event."""
        state = self.of(states)
        return self.fold(state, event) if isinstance(event, self.events) else state
