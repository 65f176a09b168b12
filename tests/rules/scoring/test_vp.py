"""The VP table cell by cell (rulings 1 and 2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import MatchRefused
from rules.scoring.scales import MATCH_LENGTHS, Imp, results_of, scoring_table, vp
from rules.scoring.teams import PerTeam

# Transcribed column by column: upper ends of 15–15, 16–14 … 29–1; everything above is 30–0.
UPPER_ENDS = """
8:  1 5 8 11 14 17 20 23 26 29 33 37 41 45 50
10: 1 6 9 12 15 18 21 25 29 33 37 41 45 50 55
12: 1 6 9 12 16 20 24 28 32 36 40 45 50 55 61
14: 2 7 10 14 18 22 26 30 34 38 43 48 54 60 66
16: 2 7 11 15 19 23 27 31 36 41 46 52 58 64 71
20: 2 8 12 16 21 26 31 36 41 47 53 59 65 72 79
24: 3 9 14 19 24 29 34 39 45 51 57 64 71 79 87
"""
COLUMNS = {
    int(heading): [int(end) for end in ends.split()]
    for heading, ends in (line.split(":") for line in UPPER_ENDS.strip().splitlines())
}
CELLS = [(results, row) for results in COLUMNS for row in range(16)]
LENGTHS = st.sampled_from(MATCH_LENGTHS)
DIFFERENCES = st.integers(-600, 600).map(Imp)


def test_every_difference_of_a_cell_gives_its_row() -> None:
    for results, row in CELLS:
        ends = COLUMNS[results]
        lowest = ends[row - 1] + 1 if row else 0
        highest = ends[row] if row < 15 else 24 * results
        winner = 15 + row
        for difference in range(lowest, highest + 1):
            given = vp(Imp(difference), results // 2)
            assert given == PerTeam(winner, 30 - winner), (results, row, difference)


def test_every_printed_cell_is_the_transcribed_one() -> None:
    for results, row in CELLS:
        ends = COLUMNS[results]
        lowest = ends[row - 1] + 1 if row else 0
        printed = f"{lowest}-{ends[row]}" if row < 15 else f"{lowest}+"
        assert scoring_table("vp")[row][str(results)] == printed, (results, row)


def test_the_row_printed_27_2_is_28_2() -> None:
    odd = [
        row for row in scoring_table("vp") if row["printed"] != f"{row['winner']}-{row['loser']}"
    ]
    assert [(row["printed"], row["winner"], row["loser"]) for row in odd] == [("27-2", "28", "2")]
    assert vp(Imp(51), 6) == PerTeam(28, 2)


def test_a_difference_of_22_with_six_games_is_21_9_in_column_twelve_only() -> None:
    by_length = {games: vp(Imp(22), games) for games in MATCH_LENGTHS}
    assert by_length[6] == PerTeam(21, 9)
    assert [games for games, points in by_length.items() if points == PerTeam(21, 9)] == [6]


def test_the_finals_difference_gives_13_17() -> None:
    assert vp(Imp(-8), 6) == PerTeam(13, 17)


@pytest.mark.parametrize("games", [-6, 0, 1, 2, 3, 9, 11, 13, 14, 16, 20, 24])
def test_an_unlisted_match_length_is_refused_with_the_allowed_ones(games: int) -> None:
    with pytest.raises(MatchRefused, match="4, 5, 6, 7, 8, 10 or 12"):
        results_of(games)
    with pytest.raises(MatchRefused, match="4, 5, 6, 7, 8, 10 or 12"):
        vp(Imp(0), games)


def test_the_column_counts_results_two_a_game() -> None:
    assert [results_of(games) for games in MATCH_LENGTHS] == list(COLUMNS)


@given(DIFFERENCES, LENGTHS)
def test_vp_are_antisymmetric_and_sum_to_thirty(difference: Imp, games: int) -> None:
    ahead, behind = vp(difference, games), vp(Imp(-difference), games)
    assert (ahead.home, ahead.away) == (behind.away, behind.home)
    assert ahead.home + ahead.away == 30


@given(DIFFERENCES, DIFFERENCES, LENGTHS)
def test_vp_are_monotone_in_the_difference(one: Imp, other: Imp, games: int) -> None:
    assert vp(min(one, other), games).home <= vp(max(one, other), games).home


@given(DIFFERENCES)
def test_a_longer_match_never_gives_more_for_the_same_difference(difference: Imp) -> None:
    winners = [max(split.home, split.away) for split in (vp(difference, g) for g in MATCH_LENGTHS)]
    assert winners == sorted(winners, reverse=True)
