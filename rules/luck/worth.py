"""What a game is worth to a side, in points or IMP, by its chances of each outcome.

Sources: Fair Backgammon Duplicated Team Tournament (Garal, 2008), the SMP and IMP tables; rulings 2
and 3. A single win counts the mean of its rows, 1 to 14 checkers left (ours): which of them it will
be no evaluation tells.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from rules.luck.chances import Chances
from rules.scoring.imp import imp
from rules.scoring.smp import Row, smp

_SINGLE_ROWS = tuple(row for row in Row if row.name.startswith("LEFT_"))


@dataclass(frozen=True, slots=True)
class Worth:
    """What a single win, a gammon and a backgammon bring; a loss takes as much.

    Linear in the chances, so that the worth of a mean is the mean of worths.
    """

    single: float
    gammon: float
    backgammon: float

    def of(self, chances: Chances) -> float:
        """What the game is worth to the side that has these chances."""
        return (
            self.single * (2 * chances.win - 1)
            + (self.gammon - self.single) * (chances.win_gammon - chances.lose_gammon)
            + (self.backgammon - self.gammon) * (chances.win_backgammon - chances.lose_backgammon)
        )


@cache
def imp_worth(cube: int) -> Worth:
    """IMP with `cube` in force. Raises ScoreRefused for a value the SMP table has no column for."""
    singles = [imp(smp(row, cube)) for row in _SINGLE_ROWS]
    return Worth(
        single=float(Fraction(sum(singles), len(singles))),
        gammon=float(imp(smp(Row.GAMMON_15, cube))),
        backgammon=float(imp(smp(Row.TRIPLE, cube))),
    )


@cache
def points_worth(cube: int) -> Worth:
    """Points as for money: the cube's value once, twice or three times."""
    return Worth(float(cube), 2.0 * cube, 3.0 * cube)
