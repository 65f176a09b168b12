"""Adjusted IMP: what results come to with the luck of the dice taken out, and how sure that is.

Source: control variates, as in M. Zinkevich, M. Bowling, N. Bard, M. Kan, D. Billings, "Optimal
Unbiased Estimators for Evaluating Agent Performance" (AAAI 2006): luck has the mean zero, so that
taking it out moves no expectation. It is beside the result, never in it (ours): adjusted IMP become
no victory points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import variance


@dataclass(frozen=True, slots=True)
class AdjustedSum:
    """A sum of results in IMP, the luck in it, both counted for the same team.

    `error` is the standard error of `adjusted`, from the spread of the results that were summed;
    None of fewer than two.
    """

    results: int
    imp: int
    luck: float
    error: float | None

    @property
    def adjusted(self) -> float:
        """IMP less the luck in them."""
        return self.imp - self.luck


def adjusted_sum(results: Sequence[tuple[int, float]]) -> AdjustedSum:
    """Add up results, each with its luck: in IMP, for one team."""
    left = [points - luck for points, luck in results]
    error = sqrt(len(left) * variance(left)) if len(left) > 1 else None
    return AdjustedSum(
        results=len(left),
        imp=sum(points for points, _ in results),
        luck=sum(luck for _, luck in results),
        error=error,
    )
