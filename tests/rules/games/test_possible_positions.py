"""What no game allows, seen from White."""

import pytest

from rules.errors import InvalidPosition
from rules.games.game import check_no_triangle_is_shared, check_one_has_won_at_most
from rules.position import BAR, Position
from tests.support.backgammon_positions import counts


def test_a_triangle_is_held_by_one_side_at_most_whatever_its_numbers() -> None:
    position = Position(counts(p6=2), counts(p19=1))
    check_no_triangle_is_shared(position, lambda point: point)
    with pytest.raises(InvalidPosition, match="White's point 6 holds checkers of both sides"):
        check_no_triangle_is_shared(position, lambda point: BAR - point)


def test_one_side_may_have_borne_off_everything_but_not_both() -> None:
    check_one_has_won_at_most(Position(counts(), counts(p1=1)))
    with pytest.raises(InvalidPosition, match="both sides have borne off all fifteen"):
        check_one_has_won_at_most(Position(counts(), counts()))
