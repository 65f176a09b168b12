from math import inf
from random import Random

import pytest

from yalta_extras.study.measures import Rooms, Row, boards_needed, chance_ahead, estimate, room_row


def _sums(rows: list[Row]) -> Row:
    return tuple(map(sum, zip(*rows, strict=True)))


def test_an_advantage_of_one_deviation_shows_with_95_percent_after_three_boards() -> None:
    assert boards_needed(1.0, 1.0) == pytest.approx(2.7055, abs=0.0001)
    assert boards_needed(0.5, 1.0) == pytest.approx(4 * boards_needed(1.0, 1.0))
    assert chance_ahead(0.5, 4.0, round(boards_needed(0.5, 4.0) * 100)) > 0.999
    assert chance_ahead(1.0, 1.0, 1) == pytest.approx(0.8413, abs=0.0001)


def test_no_number_of_boards_shows_an_advantage_that_is_none() -> None:
    assert boards_needed(0.0, 1.0) == inf
    assert boards_needed(-0.1, 1.0) == inf


def test_rooms_that_cancel_each_other_have_no_variance_left() -> None:
    rooms = Rooms.of(_sums([room_row(value, 3 - value) for value in (5.0, -3.0, 1.0, 9.0)]))
    assert rooms.mean == pytest.approx(3)
    assert rooms.variance == pytest.approx(0)
    assert rooms.own_variance == pytest.approx(2 * 20)
    assert rooms.saved == pytest.approx(1)


def test_luck_that_was_judged_moves_the_mean_and_leaves_the_variance() -> None:
    rows = [room_row(value + luck, -luck, luck) for value, luck in ((5.0, 2.0), (1.0, 4.0))]
    rooms, plain = Rooms.of(_sums(rows)), Rooms.of(_sums([room_row(*row[1:3]) for row in rows]))
    assert (plain.mean, rooms.mean) == (3, 0)
    assert (rooms.variance, rooms.own_variance) == (plain.variance, plain.own_variance)


def test_boards_whose_luck_was_judged_weigh_as_much_more_as_they_are_more_exact() -> None:
    plain = [room_row(value, 0.0) for value in (4.0, -2.0)]
    judged = [room_row(value, 0.0, luck) for value, luck in ((4.0, 1.0), (-2.0, -3.0))]
    rooms = Rooms.of(_sums([*plain, *judged]))
    assert rooms.variance == pytest.approx(9)
    # Without luck the two are 3 and 1: a mean of 2, and a ninth of the variance.
    assert rooms.mean == pytest.approx((1 * 1 + 9 * 2) / 10)


def test_rooms_with_nothing_in_common_save_nothing() -> None:
    rows = [room_row(one, other) for one in (1.0, -1.0) for other in (2.0, -2.0)]
    rooms = Rooms.of(_sums(rows))
    assert rooms.saved == pytest.approx(0)
    assert rooms.variance == pytest.approx(5)


def test_a_95_percent_interval_holds_the_truth_nineteen_times_of_twenty() -> None:
    rng = Random(5)
    held = 0
    for _ in range(40):
        rows = [(1.0, rng.gauss(2.0, 3.0)) for _ in range(100)]
        found = estimate(rows, lambda sums: sums[1] / sums[0], rng)
        assert found.low <= found.value <= found.high
        held += found.low <= 2.0 <= found.high
    assert 35 <= held < 40


def test_a_figure_of_no_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="rows: none"):
        estimate([], lambda sums: sums[0], Random(1))
