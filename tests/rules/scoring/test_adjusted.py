"""IMP with the luck of the dice taken out, and how sure that is."""

import pytest

from rules.scoring.swings import adjusted_sum


def test_luck_is_taken_from_the_imp_it_is_counted_for() -> None:
    made = adjusted_sum([(5, 3.5), (-4, 1.0), (0, -2.0)])
    assert (made.results, made.imp, made.luck) == (3, 1, 2.5)
    assert made.adjusted == -1.5


def test_its_standard_error_is_that_of_a_sum_of_results_that_spread_so() -> None:
    # 1, -3, 2 without luck: mean 0, variance (1 + 9 + 4) / 2 = 7, of three results 21.
    made = adjusted_sum([(2, 1.0), (-3, 0.0), (0, -2.0)])
    assert made.error == pytest.approx(21**0.5)


def test_of_one_result_nobody_knows_the_spread() -> None:
    assert adjusted_sum([(4, 0.5)]).error is None
    assert adjusted_sum([]).error is None
