"""Rolls of two dice, and the doubling cube.

A roll has its source (rulings 6 and 8). The cube is that of money play without Jacoby, automatic
doubles or beavers (ruling 3).
"""

from dataclasses import dataclass
from enum import Enum

from rules.errors import InvalidCube, InvalidRoll
from rules.position import Side

PIPS = range(1, 7)


class DiceSource(Enum):
    """Origin of a throw; every roll logs it (ruling 8).

    PAPER is read from a slip and typed in afterwards.
    """

    READER = "reader"
    CONSOLE = "console"
    INFERRED = "inferred"
    DIRECTOR = "director"
    SERVER = "server"
    PAPER = "paper"


@dataclass(frozen=True, slots=True)
class Roll:
    """Two dice in the order they were read; for an opening throw White's die comes first.

    Raises InvalidRoll for a die outside 1 to 6.
    """

    first: int
    second: int

    def __post_init__(self) -> None:
        for die in (self.first, self.second):
            if die not in PIPS:
                raise InvalidRoll(die)

    @property
    def is_double(self) -> bool:
        """True if both dice are equal."""
        return self.first == self.second

    @property
    def dice(self) -> tuple[int, ...]:
        """Dice to be played, higher first; four of them for a double."""
        if self.is_double:
            return (self.first,) * 4
        return (max(self.first, self.second), min(self.first, self.second))

    def same_dice(self, other: "Roll") -> bool:
        """Return True if the other roll has the same two dice, whichever was read first."""
        return self.dice == other.dice

    def __str__(self) -> str:
        return f"{max(self.first, self.second)}-{min(self.first, self.second)}"


LIMIT = 64
"""Highest value of the cube: tables have no column above 64.

A double to 128 is refused at the table (ruling 2).
"""


@dataclass(frozen=True, slots=True)
class Cube:
    """Value in force (a power of two, 1 to 64) and its owner; None while it is centred."""

    value: int = 1
    owner: Side | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.value <= LIMIT or self.value & (self.value - 1):
            raise InvalidCube(f"cube {self.value}: allowed are 1, 2, 4, 8, 16, 32, 64")

    @property
    def proposed(self) -> int:
        """The value that a double would propose."""
        return self.value * 2

    def may_double(self, side: Side) -> bool:
        """Return True if the side has access and the doubled value is not above LIMIT."""
        return self.owner in (None, side) and self.proposed <= LIMIT

    def taken_by(self, side: Side) -> "Cube":
        """Return the cube after that side has taken a double: doubled and owned by it."""
        return Cube(self.proposed, side)
