"""Small match points of one result.

Source: Fair Backgammon Duplicated Team Tournament (Garal, 2008), "Small Match Points Table for
Backgammon" and scoring steps 1 and 2. Ruling 2: the printed cell governs, also in the 18 cells of
cubes 32 and 64 that stand 100 above the regular pattern, and there is no column above 64.
Ruling 3: which row a result takes.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from operator import attrgetter

from rules.ending import Ending
from rules.scoring.errors import ScoreRefused
from rules.scoring.table_files import table_rows
from rules.scoring.units import Smp

CUBES = (1, 2, 4, 8, 16, 32, 64)
"""Cube values the table has a column for; 1 is a cube nobody has turned."""

CHECKERS = 15
"""Checkers a side starts a game with."""

_PASS_OR_COUNT = frozenset({Ending.PASS, Ending.RESIGNED})
_GAMMONS = frozenset({Ending.GAMMON, Ending.RESIGNED_GAMMON})
_BACKGAMMONS = frozenset({Ending.BACKGAMMON, Ending.RESIGNED_BACKGAMMON})


class Row(Enum):
    """A row of the SMP table by its printed heading."""

    PASS_15 = "Pass/15"
    LEFT_1 = "1"
    LEFT_2 = "2"
    LEFT_3 = "3"
    LEFT_4 = "4"
    LEFT_5 = "5"
    LEFT_6 = "6"
    LEFT_7 = "7"
    LEFT_8 = "8"
    LEFT_9 = "9"
    LEFT_10 = "10"
    LEFT_11 = "11"
    LEFT_12 = "12"
    LEFT_13 = "13"
    LEFT_14 = "14"
    GAMMON_15 = "15"
    TRIPLE = "Triple"


def row_of(ending: Ending, left: int) -> Row:
    """The row of a result whose loser has `left` checkers not borne off (ruling 3).

    Raises ScoreRefused("left", …) when the ending does not leave so many.
    """
    for refusal in left_refusals(ending, left):
        raise refusal
    if ending in _GAMMONS:
        return Row.GAMMON_15
    if ending in _BACKGAMMONS:
        return Row.TRIPLE
    return Row.PASS_15 if left == CHECKERS else Row(str(left))


def left_refusals(
    ending: Ending, left: int, word: Callable[[Ending], str] = attrgetter("value")
) -> Iterator[ScoreRefused]:
    """Why a loser cannot have `left` checkers not borne off after this ending; empty when he can.

    `word` names an ending as the game that is played does.
    A loss by bear-off with all fifteen left is a gammon; a gammon or a backgammon leaves fifteen.
    """
    if ending in _PASS_OR_COUNT:
        lowest, highest = 1, CHECKERS
    elif ending is Ending.BEAROFF:
        lowest, highest = 1, CHECKERS - 1
    else:
        lowest, highest = CHECKERS, CHECKERS
    if not lowest <= left <= highest:
        span = str(highest) if lowest == highest else f"{lowest} to {highest}"
        gammon = f"; with all fifteen left it is a {word(Ending.GAMMON)}"
        hint = gammon if highest == CHECKERS - 1 else ""
        yield ScoreRefused("left", left, f"{span} for {word(ending)}{hint}")


def cube_refusals(ending: Ending, cube: int) -> Iterator[ScoreRefused]:
    """Why a game cannot end so with `cube` in force; empty when it can.

    A pass is counted at the cube before the double; a double from 64 to 128 is refused at the table
    (ruling 2), so nobody can pass it.
    """
    if cube not in CUBES:
        yield ScoreRefused("cube", cube, "1, 2, 4, 8, 16, 32 or 64")
    elif ending is Ending.PASS and cube == CUBES[-1]:
        yield ScoreRefused("cube", cube, "1, 2, 4, 8, 16 or 32 for pass; 64 cannot be doubled")


def smp(row: Row, cube: int) -> Smp:
    """Small match points of the winner for `row` with `cube` in force.

    Raises ScoreRefused("cube", …) for a value the table has no column for.
    """
    if cube not in CUBES:
        raise ScoreRefused("cube", cube, "1, 2, 4, 8, 16, 32 or 64")
    return _cells()[row, cube]


@cache
def _cells() -> dict[tuple[Row, int], Smp]:
    return {
        (Row(printed["row"]), cube): Smp(int(printed[str(cube)]))
        for printed in table_rows("smp")
        for cube in CUBES
    }
