import pytest

from rules.errors import InvalidPosition
from rules.position import Position, Side, position_of
from tests.support.backgammon_positions import counts

WHITE, RED = counts(bar=1, p6=4), counts(p24=2, p1=13)


def test_each_side_has_its_own_points() -> None:
    position = Position(WHITE, RED)
    assert position.of(Side.WHITE) == WHITE
    assert position.of(Side.RED) == RED


def test_a_position_may_be_built_from_either_sides_view() -> None:
    assert position_of(Side.RED, RED, WHITE) == position_of(Side.WHITE, WHITE, RED)


def test_checkers_off_and_left_make_fifteen() -> None:
    position = Position(WHITE, RED)
    assert (position.off(Side.WHITE), position.left(Side.WHITE)) == (10, 5)


def test_a_checker_on_the_bar_counts_twenty_five_pips() -> None:
    position = Position(WHITE, RED)
    assert position.pip_count(Side.WHITE) == 25 + 24
    assert position.pip_count(Side.RED) == 2 * 24 + 13


@pytest.mark.parametrize(
    ("counts", "why"),
    [
        ((15,), "1 places, expected 26"),
        ((16, *[0] * 24, -1), "-1 checkers"),
        ((14, *[0] * 25), "14 checkers, expected 15"),
    ],
)
def test_checkers_that_cannot_lie_on_a_table_are_refused(counts: tuple[int, ...], why: str) -> None:
    with pytest.raises(InvalidPosition, match=why):
        Position(WHITE, counts)
