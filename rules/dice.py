"""Rolls of two dice, and the doubling cube.

Each roll is recorded with its source (rulings 6 and 8). The cube is used as in money play, without
Jacoby, automatic doubles and beavers (ruling 3).
"""

from dataclasses import dataclass
from enum import Enum

from rules.errors import InvalidCube, InvalidRoll
from rules.position import Side

PIPS = range(1, 7)


class DiceSource(Enum):
    """The source of a roll, which is logged with it (ruling 8).

    PAPER is a roll that was written on a slip and typed in afterwards.
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
        """The numbers to be played, the higher first; for a double the same number four times."""
        if self.is_double:
            return (self.first,) * 4
        return (max(self.first, self.second), min(self.first, self.second))

    @property
    def larger_first(self) -> "Roll":
        """The same two dice, the higher first."""
        return Roll(max(self.first, self.second), min(self.first, self.second))

    def same_dice(self, other: "Roll") -> bool:
        """Return True if both rolls have the same two dice, in either order."""
        return self.dice == other.dice

    def __str__(self) -> str:
        return f"{max(self.first, self.second)}-{min(self.first, self.second)}"


LIMIT = 64
"""The highest value of the cube: the SMP scoring table has no column above 64.

A double to 128 is refused at the table (ruling 2).
"""


@dataclass(frozen=True, slots=True)
class Cube:
    """The value of the cube, a power of two from 1 to 64, and its owner.

    `owner` is None while the cube is centred.
    """

    value: int = 1
    owner: Side | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.value <= LIMIT or self.value & (self.value - 1):
            raise InvalidCube(f"cube {self.value}: allowed are 1, 2, 4, 8, 16, 32, 64")

    @property
    def proposed(self) -> int:
        """The value that the cube would have after a double."""
        return self.value * 2

    def may_double(self, side: Side) -> bool:
        """Return True if the side may use the cube and the doubled value is not above LIMIT.

        Either side may use a centred cube; afterwards only its owner may.
        """
        return self.owner in (None, side) and self.proposed <= LIMIT

    def taken_by(self, side: Side) -> "Cube":
        """Return the cube after `side` has taken a double: doubled and owned by `side`."""
        return Cube(self.proposed, side)
