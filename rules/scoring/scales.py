"""The printed scoring tables of a match: small match points (SMP), IMP and victory points (VP).

Source: Fair Backgammon Duplicated Team Tournament (Garal, 2008), its three scoring tables for
backgammon and scoring steps 1 to 3 and 5. The tables are stored as data files. The printed cell is
always right, even in the 18 cells of cubes 32 and 64 that are 100 above the regular pattern, and
there is no column above 64 (ruling 2). The IMP table has 24 steps, and 0 SMP are 0 IMP. The VP row
printed "27–2" is read as 28–2, and every difference above the lower end of the last row is 30–0.
The VP column is the number of results, two per game (ruling 1); ruling 3 gives the SMP row of a
result.
"""

import csv
from bisect import bisect_right
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from importlib.resources import files
from operator import attrgetter
from typing import NewType

from rules.errors import FieldRefused, MatchRefused
from rules.room import Ending
from rules.scoring.teams import PerTeam
from rules.text import N_

Smp = NewType("Smp", int)
"""Small match points of a result for its winner, always a multiple of ten."""

Imp = NewType("Imp", int)
"""International match points of a result for its winner, or a sum or difference of them."""

Vp = NewType("Vp", int)
"""Victory points of a team for a whole match, from 0 to 30."""


class ScoreRefused(FieldRefused):
    """Raised for a result that no match protocol can have. The operator can change the field."""


SCORING_TABLES_VERSION = "backgammon-2005"
"""The part of the data files' names that stands for Garal's scoring tables, 2005 to 2009."""

SCORING_TABLES_TITLE = N_("tables: Garal, backgammon, 2005–2009")
"""The name of the scoring tables as forms print it."""


def scoring_table(unit: str) -> list[dict[str, str]]:
    """Return the rows of a scoring table, "smp", "imp" or "vp".

    Each row has the printed cells by their columns' headings.
    """
    name = f"{unit}_{SCORING_TABLES_VERSION.replace('-', '_')}.csv"
    text = files("rules.scoring").joinpath("scoring_tables", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


CUBES = (1, 2, 4, 8, 16, 32, 64)
"""The cube values for which the SMP scoring table has a column; 1 is a cube nobody has turned."""

CHECKERS = 15
"""The number of checkers with which a side starts a game."""

_PASS_OR_COUNT = frozenset({Ending.PASS, Ending.RESIGNED})
_GAMMONS = frozenset({Ending.GAMMON, Ending.RESIGNED_GAMMON})
_BACKGAMMONS = frozenset({Ending.BACKGAMMON, Ending.RESIGNED_BACKGAMMON})


class Row(Enum):
    """The rows of the SMP scoring table by their printed headings."""

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
    """Return the row of the SMP scoring table for a result (ruling 3).

    `left` is the number of the loser's checkers not borne off. Raises ScoreRefused("left", …) if
    the ending cannot leave that number.
    """
    for refusal in left_refusals(ending, left):
        raise refusal
    if ending in _GAMMONS:
        return Row.GAMMON_15
    if ending in _BACKGAMMONS:
        return Row.TRIPLE
    return Row.PASS_15 if left == CHECKERS else Row(str(left))


_ALL_LEFT = N_("%(most)s for %(ending)s")
_SOME_LEFT = N_("%(least)s to %(most)s for %(ending)s")
_NOT_ALL = N_("%(least)s to %(most)s for %(ending)s; with all fifteen left it is a %(gammon)s")


def left_refusals(
    ending: Ending, left: int, word: Callable[[Ending], str] = attrgetter("value")
) -> Iterator[ScoreRefused]:
    """Yield an error if this ending cannot leave `left` checkers not borne off.

    A loss by bear-off leaves 1 to 14, because with fifteen it is a gammon; a gammon or a backgammon
    leaves fifteen. `word` returns the name of an ending in the game that is played.
    """
    if ending in _PASS_OR_COUNT:
        lowest, highest = 1, CHECKERS
    elif ending is Ending.BEAROFF:
        lowest, highest = 1, CHECKERS - 1
    else:
        lowest, highest = CHECKERS, CHECKERS
    if not lowest <= left <= highest:
        template = (
            _ALL_LEFT if lowest == highest else _SOME_LEFT if highest == CHECKERS else _NOT_ALL
        )
        counts = {"least": lowest, "most": highest, "gammon": word(Ending.GAMMON)}
        yield ScoreRefused("left", left, template, ending=word(ending), **counts)


def cube_refusals(ending: Ending, cube: int) -> Iterator[ScoreRefused]:
    """Yield an error if a game cannot end in this way with `cube` in force.

    A pass counts at the cube before the double. A double from 64 to 128 is refused at the table
    (ruling 2), so nobody can pass it.
    """
    if cube not in CUBES:
        yield ScoreRefused("cube", cube, N_("1, 2, 4, 8, 16, 32 or 64"))
    elif ending is Ending.PASS and cube == CUBES[-1]:
        yield ScoreRefused("cube", cube, N_("1, 2, 4, 8, 16 or 32 for pass; 64 cannot be doubled"))


def smp(row: Row, cube: int) -> Smp:
    """Return the SMP of the winner for a row of the scoring table and the cube in force.

    Raises ScoreRefused("cube", …) for a value for which the scoring table has no column.
    """
    if cube not in CUBES:
        raise ScoreRefused("cube", cube, N_("1, 2, 4, 8, 16, 32 or 64"))
    return _cells()[row, cube]


@cache
def _cells() -> dict[tuple[Row, int], Smp]:
    return {
        (Row(printed["row"]), cube): Smp(int(printed[str(cube)]))
        for printed in scoring_table("smp")
        for cube in CUBES
    }


SMP_STEP = 10
"""Every printed SMP is a multiple of this number."""


def imp(smp: Smp) -> Imp:
    """Return the IMP for SMP. Negative SMP give negative IMP of the same size.

    Raises ScoreRefused("smp", …) for a value that is not a multiple of ten.
    """
    if smp % SMP_STEP:
        raise ScoreRefused("smp", smp, "a multiple of 10")
    steps = bisect_right(_imp_steps(), abs(smp))
    return Imp(steps if smp >= 0 else -steps)


@cache
def _imp_steps() -> tuple[int, ...]:
    """Return the smallest SMP of each step of the IMP scoring table, in order.

    The n-th step is worth n IMP.
    """
    return tuple(int(printed["from"]) for printed in scoring_table("imp"))


MATCH_LENGTHS = (4, 5, 6, 7, 8, 10, 12)
"""The possible numbers of games per room; each has a column in the VP scoring table."""

EXTRA_GAMES = 2
"""The games per room that decide a match level in IMP; they have no VP (ruling 4)."""

HIGHEST = Vp(30)
"""The most victory points in a match."""

_ROOMS = 2


def results_of(games: int) -> int:
    """Return the number of results in a match of `games` games per room.

    This number is the heading of the match's column in the VP scoring table (ruling 1). Raises
    MatchRefused("games", …) for a length for which there is no column.
    """
    if games not in MATCH_LENGTHS:
        raise MatchRefused("games", games, "4, 5, 6, 7, 8, 10 or 12 games in each room")
    return _ROOMS * games


def vp(difference: Imp, games: int) -> PerTeam[Vp]:
    """Return the VP for an IMP `difference` (home less away) in a match of `games` games per room.

    Raises MatchRefused("games", …) for a length for which the VP scoring table has no column.
    """
    lower_ends = _vp_rows()[results_of(games)]
    winner, loser = _splits()[bisect_right(lower_ends, abs(difference)) - 1]
    return PerTeam(winner, loser) if difference >= 0 else PerTeam(loser, winner)


@cache
def _splits() -> tuple[tuple[Vp, Vp], ...]:
    """Return the VP of the winner and the loser in each row of the VP scoring table, in order."""
    return tuple((Vp(int(row["winner"])), Vp(int(row["loser"]))) for row in scoring_table("vp"))


@cache
def _vp_rows() -> dict[int, tuple[int, ...]]:
    """Return the smallest IMP difference of each row of the VP scoring table, in order.

    The keys are the columns' headings, which are numbers of results.
    """
    return {
        _ROOMS * games: tuple(
            int(row[str(_ROOMS * games)].rstrip("+").split("-")[0]) for row in scoring_table("vp")
        )
        for games in MATCH_LENGTHS
    }
