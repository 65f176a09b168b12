"""Where the checkers of both sides lie.

A position keeps each side's checkers under that side's own point numbers, so that it fits
backgammon, long gammon and trictrac alike; which of the two sides' points are the same triangle
is the game's knowledge.
"""

from dataclasses import dataclass

from rules.errors import InvalidPosition
from rules.side import Side

OFF = 0
BAR = 25
CHECKERS = 15
PLACES = 26

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Checkers of White and of Red, 26 counts each.

    Index 0 counts checkers borne off, 1 to 24 the side's own points (1 is its ace point, moves go
    downwards), 25 its checkers on the bar. Raises InvalidPosition unless each side has fifteen.
    """

    white: Counts
    red: Counts

    def __post_init__(self) -> None:
        for side, counts in ((Side.WHITE, self.white), (Side.RED, self.red)):
            if len(counts) != PLACES:
                raise InvalidPosition(f"{side.value}: {len(counts)} places, expected {PLACES}")
            if min(counts) < 0:
                raise InvalidPosition(f"{side.value}: a place holds {min(counts)} checkers")
            if sum(counts) != CHECKERS:
                raise InvalidPosition(f"{side.value}: {sum(counts)} checkers, expected {CHECKERS}")

    def of(self, side: Side) -> Counts:
        """The 26 counts of one side, by its own point numbers."""
        return self.white if side is Side.WHITE else self.red

    def off(self, side: Side) -> int:
        """Checkers the side has borne off."""
        return self.of(side)[OFF]

    def left(self, side: Side) -> int:
        """Checkers the side has not borne off (1 to 15 while it has not won)."""
        return CHECKERS - self.off(side)

    def pip_count(self, side: Side) -> int:
        """Points the side's checkers still have to travel; a checker on the bar counts 25."""
        return sum(place * count for place, count in enumerate(self.of(side)))


def position_of(side: Side, own: Counts, other: Counts) -> Position:
    """Build a position from the view of one side: its counts, then its opponent's."""
    return Position(own, other) if side is Side.WHITE else Position(other, own)
