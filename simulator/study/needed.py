"""How many boards it takes until the better team is ahead, and what of the chance was taken out.

A sum of n independent boards is near a normal distribution, so that the better team is ahead with a
chance of 95 % once n is (1.645 deviation / mean) squared.
"""

from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist
from typing import Final

from simulator.study.bootstrap import Row

SURE: Final = 0.95
_QUANTILE: Final = NormalDist().inv_cdf(SURE)


def boards_needed(mean: float, variance: float) -> float:
    """Boards until the better team is ahead with 95 %; infinite where it is not the better one."""
    return _QUANTILE**2 * variance / mean**2 if mean > 0 else inf


def chance_ahead(mean: float, variance: float, boards: int) -> float:
    """The chance, 0 to 1, of being ahead after so many boards."""
    return NormalDist().cdf(mean * sqrt(boards / variance)) if variance else float(mean > 0)


@dataclass(frozen=True, slots=True)
class Rooms:
    """Mean and variance of a board's value, which is the sum of its two rooms' values.

    `own_variance` is what the variance would be with other dice in each room: the rooms' values
    are then independent, and what they have in common falls away. The mean is
    taken without luck where that was judged: luck's mean is none, and less is left to chance.
    """

    mean: float
    variance: float
    own_variance: float

    @classmethod
    def of(cls, sums: Row) -> "Rooms":
        """From the sums of rows that `room_row` gives, possibly with other columns after them."""
        boards, opened, closed, opened_square, closed_square, product, advantage = sums[:7]
        own = _variance(boards, opened, opened_square) + _variance(boards, closed, closed_square)
        common = product / boards - opened * closed / boards**2
        return cls(advantage / boards, max(own + 2 * common, 0.0), own)

    @property
    def needed(self) -> float:
        """Boards needed with equal dice."""
        return boards_needed(self.mean, self.variance)

    @property
    def own_needed(self) -> float:
        """Boards needed with each room's own dice."""
        return boards_needed(self.mean, self.own_variance)

    @property
    def saved(self) -> float:
        """The share of the variance that equal dice take out."""
        return 1 - self.variance / self.own_variance if self.own_variance else 0.0


def room_row(opened: float, closed: float, luck: float = 0.0) -> Row:
    """A board's row: what `Rooms.of` takes the sums of; `luck` is both rooms', if it was judged."""
    products = opened**2, closed**2, opened * closed
    return 1.0, opened, closed, *products, opened + closed - luck


def _variance(count: float, total: float, squares: float) -> float:
    return max(squares / count - (total / count) ** 2, 0.0)
