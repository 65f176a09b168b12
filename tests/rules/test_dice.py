import pytest

from rules.dice import Roll
from rules.errors import InvalidRoll


@pytest.mark.parametrize("die", [0, 7, -1])
def test_a_die_shows_one_to_six(die: int) -> None:
    with pytest.raises(InvalidRoll, match=str(die)):
        Roll(die, 1)
    with pytest.raises(InvalidRoll):
        Roll(1, die)


def test_the_higher_die_is_played_first_whichever_was_read_first() -> None:
    assert Roll(2, 5).dice == Roll(5, 2).dice == (5, 2)


def test_a_double_is_four_dice() -> None:
    assert Roll(3, 3).dice == (3, 3, 3, 3)
    assert Roll(3, 3).is_double
    assert not Roll(3, 2).is_double


def test_rolls_remember_their_order_and_know_the_same_dice() -> None:
    assert Roll(2, 5) != Roll(5, 2)
    assert Roll(2, 5).same_dice(Roll(5, 2))
    assert not Roll(2, 5).same_dice(Roll(5, 3))


def test_a_roll_is_written_higher_die_first() -> None:
    assert str(Roll(2, 5)) == "5-2"
