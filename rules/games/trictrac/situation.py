"""A throw in a position: what every figure is judged by."""

from dataclasses import dataclass

from rules.dice import Roll
from rules.games.trictrac.figures import Figure, Mark, Way, mark
from rules.position import Counts, Position
from rules.side import Side


@dataclass(frozen=True, slots=True)
class Situation:
    """`side` throws `roll` in `position`; its `throw`-th, from 1, since the checkers were set."""

    position: Position
    side: Side
    roll: Roll
    throw: int

    @property
    def own(self) -> Counts:
        """The thrower's counts, by his own points."""
        return self.position.of(self.side)

    @property
    def other(self) -> Counts:
        """The opponent's counts, by the opponent's points."""
        return self.position.of(self.side.opponent)

    @property
    def numbers(self) -> tuple[int, int]:
        """The two dice, higher first."""
        first, second = self.roll.first, self.roll.second
        return max(first, second), min(first, second)

    @property
    def direct(self) -> tuple[int, ...]:
        """The numbers one checker can use by itself: two, or one on a double."""
        return self.numbers[:1] if self.roll.is_double else self.numbers

    def mark(self, figure: Figure, ways: tuple[Way, ...], target: int | None = None) -> Mark:
        """The thrower's figure at the tariff of this throw."""
        return mark(figure, self.side, ways, double=self.roll.is_double, target=target)
