"""What a game that counts points at the table tells of it: Grand Trictrac (rulings 24 to 26).

The duplicate match carries such a table from throw to throw without knowing what is counted. A
game without points has none.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from rules.dice import Roll
from rules.play import Play
from rules.position import Position
from rules.side import Side

LAST_HOLE = 12
"""Holes, or trous, that win a game (ruling 25)."""


class Choice(Enum):
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

    def chosen(self, choice: Choice) -> "CountedTable":
        """He holds or goes; raises WrongMoment unless a choice is awaited."""

    def played(self, play: Play) -> "CountedTable":
        """He has played, holding where he could have gone; the opponent's points are marked."""

    def condoned(self, position: Position) -> "CountedTable":
        """The opponent lets checkers stand that the throw does not allow; points as if played."""
