"""How many messages are taken in a time: pure, the times are handed in (ours).

Whoever has a token has a measure of his own, so that no flood keeps him out; all who have none, or
a wrong one, share one. What is beyond a measure is not even kept.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Measure:
    """So many messages at once, and one more each `every`."""

    most: int
    every: timedelta


OF_A_PLAYER = Measure(most=20, every=timedelta(minutes=3))
OF_STRANGERS = Measure(most=40, every=timedelta(minutes=1))
"""For entries and whatever has no good token, of all tournaments together."""
REFUSALS = Measure(most=3, every=timedelta(minutes=20))
"""Refusals that are mailed to a player: a program that answers them is answered no longer."""


class Rates:
    """What is left of each measure, by whose it is; `refused` counts messages beyond them."""

    def __init__(self) -> None:
        self._left: dict[str, tuple[float, datetime]] = {}
        self.refused = 0

    def take(self, whose: str, measure: Measure, now: datetime) -> bool:
        """Whether one more message is within the measure; then it is taken off."""
        left, since = self._left.get(whose, (float(measure.most), now))
        grown = max((now - since) / measure.every, 0.0)
        left = min(left + grown, float(measure.most))
        if left < 1:
            self._left[whose] = left, now
            self.refused += 1
            return False
        self._left[whose] = left - 1, now
        return True
