"""International match points of a number of small match points.

Source: Fair Backgammon Duplicated Team Tournament (Garal, 2008), "International Match Points Table
for Backgammon" and scoring step 3. Ruling 2: 24 steps, and 0 SMP are 0 IMP.
"""

from bisect import bisect_right
from functools import cache

from rules.scoring.errors import ScoreRefused
from rules.scoring.table_files import table_rows
from rules.scoring.units import Imp, Smp

SMP_STEP = 10
"""Every printed SMP is a multiple of this."""


def imp(smp: Smp) -> Imp:
    """International match points of `smp`; a negative difference gives the negative of its size.

    Raises ScoreRefused("smp", …) for a value that is no multiple of ten.
    """
    if smp % SMP_STEP:
        raise ScoreRefused("smp", smp, "a multiple of 10")
    steps = bisect_right(_lower_ends(), abs(smp))
    return Imp(steps if smp >= 0 else -steps)


@cache
def _lower_ends() -> tuple[int, ...]:
    """The smallest SMP of each step, in order: the n-th step is worth n IMP."""
    return tuple(int(printed["from"]) for printed in table_rows("imp"))
