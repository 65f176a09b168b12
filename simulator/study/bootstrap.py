"""Intervals by bootstrap: how far a figure would differ if other boards had been played.

Source: Efron, "Bootstrap Methods: Another Look at the Jackknife" (1979). Rows are summed in blocks
first and blocks are drawn, which is as good for rows that are independent, and quick.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

Row = tuple[float, ...]
Statistic = Callable[[Row], float]
"""A figure from the sums of the rows' columns."""

_BLOCKS: Final = 199
"""A prime: rows that come up every so often are spread over all blocks."""
_TIMES: Final = 500
_OUTSIDE: Final = 0.05
"""The interval leaves out so much, half of it on either side."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, the ends of its 95 % interval, and how many rows it is from."""

    value: float
    low: float
    high: float
    rows: int


def estimate(rows: Sequence[Row], statistic: Statistic, rng: Random) -> Estimate:
    """The statistic of all rows, with its interval. Raises ValueError without rows."""
    if not rows:
        raise ValueError("rows: none; allowed: one or more")
    blocks = [_sums(rows[at :: min(_BLOCKS, len(rows))]) for at in range(min(_BLOCKS, len(rows)))]
    found = sorted(statistic(_sums(rng.choices(blocks, k=len(blocks)))) for _ in range(_TIMES))
    cut = round(_TIMES * _OUTSIDE / 2)
    return Estimate(statistic(_sums(blocks)), found[cut], found[-1 - cut], len(rows))


def _sums(rows: Sequence[Row]) -> Row:
    return tuple(map(sum, zip(*rows, strict=True)))
