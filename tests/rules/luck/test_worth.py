import pytest

from rules.luck.chances import Chances, certain_chances, imp_worth, points_worth
from rules.scoring.scales import ScoreRefused
from tests.support.backgammon_positions import counts

_START = counts(p24=2, p13=5, p8=3, p6=5)


def test_a_gammon_is_worth_row_fifteen_and_a_backgammon_triple() -> None:
    worths = {cube: imp_worth(cube) for cube in (1, 2, 4)}
    assert [(each.gammon, each.backgammon) for each in worths.values()] == [
        (7, 10),
        (12, 14),
        (15, 18),
    ]


def test_a_single_win_is_worth_the_mean_of_its_fourteen_rows() -> None:
    assert imp_worth(1).single == (3 + 3 + 4 * 4 + 5 * 5 + 6 * 3) / 14
    assert imp_worth(2).single == (5 + 5 + 5 + 6 + 6 + 7 + 7 + 7 + 8 + 8 + 9 + 9 + 9 + 10) / 14


def test_a_cube_without_a_column_is_refused() -> None:
    with pytest.raises(ScoreRefused):
        imp_worth(128)


def test_equal_chances_are_worth_nothing_and_a_loss_takes_what_a_win_gives() -> None:
    even = Chances(0.5, 0.1, 0.01, 0.1, 0.01)
    some = Chances(0.7, 0.2, 0.03, 0.05, 0.0)
    for worth in (imp_worth(1), imp_worth(8), points_worth(4)):
        assert worth.of(even) == pytest.approx(0)
        assert worth.of(some) == pytest.approx(-worth.of(some.reversed()))
    assert points_worth(1).of(some) == pytest.approx(some.equity)


def test_the_chances_of_a_game_that_is_over_are_certain() -> None:
    won = counts()
    assert certain_chances(won, counts(p1=3)) == Chances(1.0, 0.0, 0.0, 0.0, 0.0)
    assert certain_chances(counts(p6=15), won) == Chances(0.0, 0.0, 0.0, 1.0, 0.0)
    assert certain_chances(won, _START) == Chances(1.0, 1.0, 1.0, 0.0, 0.0)
    assert certain_chances(_START, _START) is None
