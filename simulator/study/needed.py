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
    are then independent, and what they have in common falls away. Where luck
    was judged the mean is taken without it: luck's mean is none, and less is left to chance. Those
    boards and the others are weighed by how exact the mean of each is.
    """

    mean: float
    variance: float
    own_variance: float

    @classmethod
    def of(cls, sums: Row) -> "Rooms":
        """From the sums of rows that `room_row` gives, possibly with other columns after them."""
        boards, opened, closed, opened_square, closed_square, product = sums[:6]
        own = _variance(boards, opened, opened_square) + _variance(boards, closed, closed_square)
        common = product / boards - opened * closed / boards**2
        variance = max(own + 2 * common, 0.0)
        return cls(_weighed_mean(sums, variance), variance, own)

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


def room_row(opened: float, closed: float, luck: float | None = None) -> Row:
    """A board's row: what `Rooms.of` takes the sums of; `luck` is both rooms', if it was judged."""
    whole = opened + closed
    plain = 1.0, opened, closed, opened**2, closed**2, opened * closed
    if luck is None:
        return *plain, 0.0, 0.0, 0.0, 0.0
    return *plain, 1.0, whole, whole - luck, (whole - luck) ** 2


def _weighed_mean(sums: Row, variance: float) -> float:
    boards, whole = sums[0], sums[1] + sums[2]
    judged, whole_judged, less, less_squares = sums[6:10]
    if not judged:
        return whole / boards
    others, spread = boards - judged, _variance(judged, less, less_squares)
    if not others or not spread:
        return less / judged
    weight_others, weight_judged = others * spread, judged * variance
    mean_others = (whole - whole_judged) / others
    return (weight_others * mean_others + weight_judged * less / judged) / (
        weight_others + weight_judged
    )


def _variance(count: float, total: float, squares: float) -> float:
    return max(squares / count - (total / count) ** 2, 0.0)
