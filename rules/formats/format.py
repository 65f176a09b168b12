"""What every format of a tournament is, so that whatever lists tournaments knows none by its name.

A format folds events of the tournament's stream into a state, decides its commands by that state
and by what is given, and says what is left to be played and decided before the event can be
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
    """What counts of a match so far, home first; `vp` is None until all of its games are over.

    `games` are the results that are in, of both rooms. `unconfirmed`: somebody has to confirm one
    yet.
    """

    imp: tuple[int, int] = (0, 0)
    smp: tuple[int, int] = (0, 0)
    vp: tuple[int, int] | None = None
    games: int = 0
    unconfirmed: bool = False


Outcomes = Mapping[int, MatchOutcome]
"""By the matches' numbers; a match that has not begun may be missing."""
NOTHING_PLAYED = MatchOutcome()


@dataclass(frozen=True, slots=True)
class PointOutcome:
    """How a match at one table stands: its points, and who has won it once it is over.

    `eligible`: whoever lost it may be drawn as a lucky loser, as far as its outcome tells
    (ruling 21).
    """

    winner: Side | None = None
    white: int = 0
    red: int = 0
    eligible: bool = True


PointOutcomes = Mapping[int, PointOutcome]
"""How matches stand, by their numbers; of one that is missing nothing is known."""


class Lacking(Enum):
    """What somebody still has to do before an event can become official."""

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
    CHOICE: it is in question who plays in the stage. CHAMPION: nobody has won the part as a whole.
    MATCHES: the event has none.
    """

    what: Lacking
    of: int = 0
    numbers: tuple[int, ...] = ()
    name: str = ""


class FormatState:
    """What a tournament has of one format up to some event.

    The answers here are those of a format that has no matches at the hall's tables.
    """

    __slots__ = ()

    @property
    def is_set_up(self) -> bool:
        """Whether the tournament has anything of this format."""
        raise NotImplementedError

    @property
    def is_announced(self) -> bool:
        """Whether a match of it was announced."""
        return False

    @property
    def numbers(self) -> Collection[int]:
        """The numbers of its matches that count now, among the tournament's."""
        return ()

    @property
    def elsewhere(self) -> Collection[int]:
        """Its matches that are known by numbers of another place."""
        return ()

    @property
    def last_number(self) -> int:
        """The highest number that a match of it was ever given, 0 for none."""
        return 0

    @property
    def annulled(self) -> Collection[int]:
        """The numbers of matches that were taken back with their draw or round."""
        return ()

    @property
    def reported(self) -> PointOutcomes:
        """How matches stand that are played elsewhere and reported."""
        return {}

    def has_match(self, number: int) -> bool:
        """Whether the match of that number counts in it now."""
        return number in self.numbers

    def is_ruled(self, number: int) -> bool:
        """Whether a match is decided without what is played at its tables, or counts no more."""
        return number in self.annulled


_State = TypeVar("_State", bound=FormatState)
_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class FormatGiven:
    """What a decision needs besides the state of its format.

    `teams` are those entered. `outcomes` and `to_points` say how matches of two rooms and of one
    table stand by their numbers, `begun` are the numbers of those in which something was played,
    `games_begun` says in how many of their games. `next_number` and `next_roll_set` are free.
    `seed` is for a draw, `by` names in
    events who orders, `now` is UTC, `states` are those of all formats by their names.
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
    """Nothing is lacking of a format whose matches decide nothing of the event."""
    return iter(())


@dataclass(frozen=True, slots=True)
class Format(Generic[_State]):
    """A format by its `name`: the `start` of its state, and a union of the `events` it folds.

    `decide` gives the events of a command, or raises what the rules refuse it with. `unplayed` says
    what is left to be drawn, announced and played, `undecided` what the director has to decide.
    `ruled_by` are the events that decide a match without play, by its `number`.
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
        """The state of this format among those of a tournament."""
        return cast(_State, states.get(self.name, self.start))

    def after(self, states: Mapping[str, FormatState], event: ev.Event) -> _State:
        """Its state once that event has happened."""
        state = self.of(states)
        return self.fold(state, event) if isinstance(event, self.events) else state
