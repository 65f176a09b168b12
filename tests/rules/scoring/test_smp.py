"""The SMP table cell by cell, and which row a result takes (rulings 2 and 3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.room import Ending
from rules.scoring.scales import CUBES, Row, ScoreRefused, cube_refusals, row_of, smp

# Transcribed column by column: Pass/15 | one to fourteen left | 15, Triple.
BY_CUBE = """
1:  150 | 110 120 130 140 150 160 170 180 190 200 210 220 230 240 | 300 450
2:  300 | 170 190 210 230 250 270 290 310 330 350 370 390 410 430 | 600 900
4:  600 | 190 230 270 310 350 390 430 470 510 550 590 630 670 710 | 1200 1800
8:  1200 | 230 310 390 470 550 630 710 790 870 950 1030 1110 1190 1270 | 2400 3600
16: 2400 | 310 470 630 790 950 1110 1270 1430 1590 1750 1910 2070 2230 2390 | 4800 7200
32: 4800 | 470 790 1110 1430 1750 2070 2390 2810 3130 3450 3770 4090 4410 4730 | 9600 14400
64: 9600 | 790 1430 2070 2810 3450 4090 4730 5370 6010 6650 7290 7930 8570 9210 | 19200 28800
"""
ROWS_DOWN = [Row.PASS_15, *(Row(str(left)) for left in range(1, 15)), Row.GAMMON_15, Row.TRIPLE]
CELLS = {
    (row, int(heading)): int(points)
    for heading, column in (line.split(":") for line in BY_CUBE.strip().splitlines())
    for row, points in zip(ROWS_DOWN, column.replace("|", " ").split(), strict=True)
}
RACE_ENDINGS = st.sampled_from([Ending.BEAROFF, Ending.PASS, Ending.RESIGNED])


def test_every_cell_is_the_printed_one() -> None:
    assert {(row, cube): smp(row, cube) for row, cube in CELLS} == CELLS


def test_the_transcription_has_every_row_and_column_of_the_table() -> None:
    assert set(CELLS) == {(row, cube) for row in Row for cube in CUBES}


def test_eighteen_cells_stand_a_hundred_above_the_regular_pattern() -> None:
    above = {
        (left, cube)
        for left in range(1, 15)
        for cube in CUBES[1:]
        if smp(Row(str(left)), cube) == 150 + 10 * left * cube + 100
    }
    regular = {
        (left, cube)
        for left in range(1, 15)
        for cube in CUBES[1:]
        if smp(Row(str(left)), cube) == 150 + 10 * left * cube
    }
    assert above == {(n, 32) for n in range(8, 15)} | {(n, 64) for n in range(4, 15)}
    assert len(above) == 18
    assert len(above | regular) == 14 * 6


def test_a_pass_with_fourteen_left_scores_row_fourteen() -> None:
    row = row_of(Ending.PASS, 14)
    assert row is Row.LEFT_14
    assert smp(row, 1) == 240


def test_a_pass_with_fifteen_left_scores_the_pass_row_at_the_cube_before_the_double() -> None:
    assert smp(row_of(Ending.PASS, 15), 2) == 300


@pytest.mark.parametrize("ending", [Ending.GAMMON, Ending.RESIGNED_GAMMON])
def test_a_gammon_scores_row_fifteen(ending: Ending) -> None:
    assert row_of(ending, 15) is Row.GAMMON_15


@pytest.mark.parametrize("ending", [Ending.BACKGAMMON, Ending.RESIGNED_BACKGAMMON])
def test_a_backgammon_scores_the_triple_row(ending: Ending) -> None:
    assert row_of(ending, 15) is Row.TRIPLE


def test_a_single_resignation_scores_like_a_pass() -> None:
    assert row_of(Ending.RESIGNED, 15) is Row.PASS_15
    assert row_of(Ending.RESIGNED, 3) is Row.LEFT_3


def test_a_bear_off_with_fifteen_left_is_refused_as_a_gammon() -> None:
    with pytest.raises(ScoreRefused, match="it is a gammon") as refused:
        row_of(Ending.BEAROFF, 15)
    assert (refused.value.field, refused.value.value) == ("left", 15)


@pytest.mark.parametrize(
    "ending", [Ending.GAMMON, Ending.BACKGAMMON, Ending.RESIGNED_GAMMON, Ending.RESIGNED_BACKGAMMON]
)
def test_a_gammon_or_more_with_fourteen_left_is_refused(ending: Ending) -> None:
    with pytest.raises(ScoreRefused, match="allowed: 15"):
        row_of(ending, 14)


@pytest.mark.parametrize("ending", list(Ending))
@pytest.mark.parametrize("left", [-1, 0, 16])
def test_no_ending_leaves_none_or_more_than_fifteen(ending: Ending, left: int) -> None:
    with pytest.raises(ScoreRefused):
        row_of(ending, left)


def test_a_cube_the_table_has_no_column_for_is_refused() -> None:
    with pytest.raises(ScoreRefused, match="1, 2, 4, 8, 16, 32 or 64"):
        smp(Row.PASS_15, 128)


def test_a_pass_at_cube_64_is_refused() -> None:
    (refusal,) = cube_refusals(Ending.PASS, 64)
    assert refusal.allowed == "1, 2, 4, 8, 16 or 32 for pass; 64 cannot be doubled"
    assert not list(cube_refusals(Ending.BEAROFF, 64))


@given(RACE_ENDINGS, st.integers(1, 13), st.sampled_from(CUBES))
def test_more_checkers_left_never_score_less(ending: Ending, left: int, cube: int) -> None:
    assert smp(row_of(ending, left), cube) < smp(row_of(ending, left + 1), cube)


@given(st.sampled_from(list(Row)), st.sampled_from(CUBES[:-1]))
def test_a_higher_cube_scores_more(row: Row, cube: int) -> None:
    assert smp(row, cube) < smp(row, 2 * cube)
