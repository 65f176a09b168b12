"""The doubling cube, as in money play without Jacoby, automatic doubles or beavers (ruling 3)."""

from dataclasses import dataclass

from rules.errors import InvalidCube
from rules.side import Side

LIMIT = 64
"""No table has a column above 64: a double to 128 is refused at the table (ruling 2)."""


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
        """The value a double would propose."""
        return self.value * 2

    def may_double(self, side: Side) -> bool:
        """The side has access and the doubled value still stands in the tables."""
        return self.owner in (None, side) and self.proposed <= LIMIT

    def taken_by(self, side: Side) -> "Cube":
        """The cube after that side has taken a double: doubled, and his."""
        return Cube(self.proposed, side)
