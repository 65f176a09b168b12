import pytest

from rules.dice import Cube
from rules.errors import InvalidCube
from rules.position import Side


def test_a_centred_cube_is_open_to_both_sides() -> None:
    assert all(Cube().may_double(side) for side in Side)
    assert Cube().proposed == 2


def test_whoever_takes_owns_the_doubled_cube() -> None:
    taken = Cube().taken_by(Side.RED)
    assert taken == Cube(2, Side.RED)
    assert taken.may_double(Side.RED)
    assert not taken.may_double(Side.WHITE)


def test_nobody_doubles_to_128() -> None:
    assert Cube(32, Side.RED).may_double(Side.RED)
    assert not Cube(64, Side.RED).may_double(Side.RED)


@pytest.mark.parametrize("value", [0, 3, 128, -2])
def test_a_cube_shows_powers_of_two_up_to_64(value: int) -> None:
    with pytest.raises(InvalidCube, match=str(value)):
        Cube(value)
