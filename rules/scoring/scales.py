"""The printed scales of a match score: small match points, IMP and victory points.

Source: Fair Backgammon Duplicated Team Tournament (Garal, 2008), its three tables for backgammon
and scoring steps 1 to 3 and 5. They are data files (ruling 2): the printed cell governs, also in
the 18 cells of cubes 32 and 64 that stand 100 above the regular pattern, and there is no column
above 64; IMP have 24 steps, and 0 SMP are 0 IMP; the VP row printed "27–2" is 28–2, and every
difference above the last row's lower end is 30–0. The VP column is the number of results, two a
game (ruling 1); the SMP row of a result is by ruling 3.
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
"""Small match points of one result, counted for its winner: always a multiple of ten."""

Imp = NewType("Imp", int)
"""International match points: of one result for its winner, or a sum or a difference of them."""

Vp = NewType("Vp", int)
"""Victory points of one team for a whole match, 0 to 30."""


class ScoreRefused(FieldRefused):
    """A result that cannot be on a match protocol. The operator can change the named field."""


SCORING_TABLES_VERSION = "backgammon-2005"
"""The tables of Garal for backgammon, 2005 to 2009, as this package's data files name them."""

SCORING_TABLES_TITLE = N_("tables: Garal, backgammon, 2005–2009")
"""Name on forms of the tables by which they were scored."""


def scoring_table(unit: str) -> list[dict[str, str]]:
    """Return rows of the table of `unit` ("smp", "imp" or "vp"), cells by heading, as printed."""
    name = f"{unit}_{SCORING_TABLES_VERSION.replace('-', '_')}.csv"
    text = files("rules.scoring").joinpath("scoring_tables", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


CUBES = (1, 2, 4, 8, 16, 32, 64)
"""Cube values the table has a column for; 1 is a cube that nobody has turned."""

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
    """Return the row of a result whose loser has `left` checkers not borne off (ruling 3).

    Raises ScoreRefused("left", …) if the ending does not leave that number.
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
    """Yield why this ending cannot leave `left` checkers not borne off; empty if it can.

    `word` returns the name of an ending in the game that is played. A loss by bear-off with all
    fifteen left is a gammon; a gammon or a backgammon leaves fifteen.
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
    """Yield why a game cannot end so with `cube` in force; empty if it can.

    A pass is counted at the cube before the double; a double from 64 to 128 is refused at the table
    (ruling 2), so nobody can pass it.
    """
    if cube not in CUBES:
        yield ScoreRefused("cube", cube, N_("1, 2, 4, 8, 16, 32 or 64"))
    elif ending is Ending.PASS and cube == CUBES[-1]:
        yield ScoreRefused("cube", cube, N_("1, 2, 4, 8, 16 or 32 for pass; 64 cannot be doubled"))


def smp(row: Row, cube: int) -> Smp:
    """Return small match points of the winner for `row` with `cube` in force.

    Raises ScoreRefused("cube", …) for a value the table has no column for.
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
"""Every printed SMP is a multiple of this."""


def imp(smp: Smp) -> Imp:
    """Return international match points of `smp`.

    A negative difference gives the negative of its size. Raises ScoreRefused("smp", …) for a value
    that is not a multiple of ten.
    """
    if smp % SMP_STEP:
        raise ScoreRefused("smp", smp, "a multiple of 10")
    steps = bisect_right(_imp_steps(), abs(smp))
    return Imp(steps if smp >= 0 else -steps)


@cache
def _imp_steps() -> tuple[int, ...]:
    """Return the smallest SMP of each step, in order: the n-th step is worth n IMP."""
    return tuple(int(printed["from"]) for printed in scoring_table("imp"))


MATCH_LENGTHS = (4, 5, 6, 7, 8, 10, 12)
"""Games a room that a match may have: the table has a column for twice as many results."""

EXTRA_GAMES = 2
"""Games a room that decide a match level in IMP; the table has no column for them (ruling 4)."""

HIGHEST = Vp(30)
"""Most victory points of a match."""

_ROOMS = 2


def results_of(games: int) -> int:
    """Return the number of results in a match of `games` games per room: the VP table's column.

    Source: ruling 1.

    Raises MatchRefused("games", …) for a length the table has no column for.
    """
    if games not in MATCH_LENGTHS:
        raise MatchRefused("games", games, "4, 5, 6, 7, 8, 10 or 12 games in each room")
    return _ROOMS * games


def vp(difference: Imp, games: int) -> PerTeam[Vp]:
    """Return VP for an IMP `difference` (home minus away) in a match of `games` games per room.

    Raises MatchRefused("games", …) for a length the table has no column for.
    """
    lower_ends = _vp_rows()[results_of(games)]
    winner, loser = _splits()[bisect_right(lower_ends, abs(difference)) - 1]
    return PerTeam(winner, loser) if difference >= 0 else PerTeam(loser, winner)


@cache
def _splits() -> tuple[tuple[Vp, Vp], ...]:
    """Return winner's and loser's victory points of each row, in order."""
    return tuple((Vp(int(row["winner"])), Vp(int(row["loser"]))) for row in scoring_table("vp"))


@cache
def _vp_rows() -> dict[int, tuple[int, ...]]:
    """Return the smallest difference of each row, in order, by number of results."""
    return {
        _ROOMS * games: tuple(
            int(row[str(_ROOMS * games)].rstrip("+").split("-")[0]) for row in scoring_table("vp")
        )
        for games in MATCH_LENGTHS
    }
