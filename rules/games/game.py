"""What a game must answer so that boards, relay, feed and forms can work with it.

What no game allows: a triangle that both sides hold, and two winners.

What a game that counts points at the table tells of it: Grand Trictrac (rulings 24 to 26).

The duplicate match carries such a table from throw to throw without knowing what is counted. A
game without points has none.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from rules.dice import Roll
from rules.errors import InvalidPosition
from rules.position import BAR, CHECKERS, OFF, Play, Position, Side
from rules.room import Ending

LAST_HOLE = 12
"""Holes, or trous, that win a game (ruling 25)."""


class HoleChoice(Enum):
    """What the winner of a hole by his own throw does: play on, or set all checkers anew."""

    HOLD = "hold"
    GO = "go"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideScore:
    """One side's points towards its next hole, its holes, and how its points are shown.

    `tokens` is how many show the points (0 without points, 2 for a run begun second), `triangle`
    the field from the talon they lie at.
    """

    points: int = 0
    holes: int = 0
    tokens: int = 0
    triangle: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScore:
    """Both sides' points and holes at a table where points are counted."""

    white: SideScore
    red: SideScore

    def of(self, side: Side) -> SideScore:
        """One side's points and holes."""
        return self.white if side is Side.WHITE else self.red

    def ended(self, tally: tuple[int, int]) -> "TableScore":
        """The score with the holes of the result: who resigns gives the other all twelve."""
        white, red = tally
        return TableScore(white=replace(self.white, holes=white), red=replace(self.red, holes=red))


@dataclass(frozen=True, slots=True, kw_only=True)
class PointMark:
    """Points of one throw: what for, made in how many ways, whose, and by which rule."""

    side: Side
    figure: str
    ways: int
    points: int
    rule: str


class CountedTable(Protocol):
    """A table of a game that counts points, as a value: every action gives a new one."""

    @property
    def position(self) -> Position:
        """The checkers as they lie, set anew when the game says so."""

    @property
    def thrower(self) -> Side:
        """The side that has thrown or throws next."""

    @property
    def awaits_choice(self) -> bool:
        """The thrower may hold or go; to play on is to hold."""

    @property
    def winner(self) -> Side | None:
        """The side that has won the game, even before the throw is played."""

    @property
    def marks(self) -> tuple[PointMark, ...]:
        """What the throw being played is worth to either side; empty before a throw."""

    def score(self, side: Side) -> SideScore:
        """A side's points and holes."""

    def put_right(self, position: Position) -> "CountedTable":
        """The checkers lie so before the next throw, as the director has ruled; points stand."""

    def thrown(self, roll: Roll) -> "CountedTable":
        """The thrower's dice are known; his points are marked."""

    def chosen(self, choice: HoleChoice) -> "CountedTable":
        """He holds or goes; raises WrongMoment unless a choice is awaited."""

    def played(self, play: Play) -> "CountedTable":
        """He has played, holding where he could have gone; the opponent's points are marked."""

    def condoned(self, position: Position) -> "CountedTable":
        """The opponent lets checkers stand that the throw does not allow; points as if played."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game: who lost, how, and how many of his checkers were not borne off (0 to 15)."""

    loser: Side
    ending: Ending
    left: int


@dataclass(frozen=True, slots=True)
class Sensing:
    """What an electronic board must be able to tell in a game.

    `hits`: a play may move checkers of the opponent, so both colours must be read (ruling 10).
    `bar`: checkers may lie on the bar. `cube_limit`: the cube's highest value, 0 without a cube.
    """

    hits: bool
    bar: bool
    cube_limit: int


class Game(Protocol):
    """One game's rules as functions of values; no state, no clock, no chance."""

    @property
    def name(self) -> str:
        """The game's name as set-ups and logs write it, such as "backgammon"."""

    @property
    def senses(self) -> Sensing:
        """What a board at its table must sense."""

    @property
    def endings(self) -> frozenset[Ending]:
        """The ways a game can end, resignations among them."""

    @property
    def opening_is_played(self) -> bool:
        """The opening throw's dice are the starter's first turn; else it names who throws first."""

    def facing(self, point: int) -> int:
        """The opponent's number, 1 to 24, of the triangle that is a side's own `point`."""

    def counted(self, first: Side) -> CountedTable | None:
        """A table set up for `first` to throw, when the game counts points at it; else None."""

    def start(self) -> Position:
        """The position before the opening roll."""

    def check(self, position: Position) -> None:
        """Raise InvalidPosition when checkers lie where this game cannot have them."""

    def legal_plays(self, position: Position, side: Side, roll: Roll, turn: int) -> frozenset[Play]:
        """Every legal play; the one empty play when nothing can move.

        `turn` is the side's own turn number in this game, from 1 (ruling 6).
        """

    def apply(self, position: Position, side: Side, play: Play) -> Position:
        """The position after a play; raises IllegalPlay when the checkers do not allow it."""

    def play_between(
        self, before: Position, after: Position, side: Side, roll: Roll, turn: int
    ) -> Play | None:
        """A legal play that leads from one position to the other, or None; `turn` as above."""

    def outcome(self, position: Position) -> Outcome | None:
        """The result when the position ends the game, else None."""

    def notation(self, play: Play) -> str:
        """A play as people who play the game write it; empty when nothing could move."""


def check_no_triangle_is_shared(position: Position, same_triangle: Callable[[int], int]) -> None:
    """Raise InvalidPosition when checkers of both sides lie on one triangle.

    `same_triangle` gives Red's number, 1 to 24, of White's point.
    """
    for point in range(1, BAR):
        if position.white[point] and position.red[same_triangle(point)]:
            raise InvalidPosition(
                f"White's point {point} holds checkers of both sides; one side may hold it"
            )


def check_one_has_won_at_most(position: Position) -> None:
    """Raise InvalidPosition when either side has borne off all fifteen checkers."""
    if position.white[OFF] == position.red[OFF] == CHECKERS:
        raise InvalidPosition("both sides have borne off all fifteen checkers; one may have")
