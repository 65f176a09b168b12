"""Rolls: two dice and where they came from (rulings 6 and 8)."""

from dataclasses import dataclass
from enum import Enum

from rules.errors import InvalidRoll

PIPS = range(1, 7)


class DiceSource(Enum):
    """Who says what was thrown; every roll logs it (ruling 8).

    PAPER: a slip says it, and was typed in afterwards.
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
        """Both dice equal."""
        return self.first == self.second

    @property
    def dice(self) -> tuple[int, ...]:
        """Dice to be played, higher first; four of them for a double."""
        if self.is_double:
            return (self.first,) * 4
        return (max(self.first, self.second), min(self.first, self.second))

    def same_dice(self, other: "Roll") -> bool:
        """The same two dice, whichever was read first."""
        return self.dice == other.dice

    def __str__(self) -> str:
        return f"{max(self.first, self.second)}-{min(self.first, self.second)}"
