import pytest

from rules.position import Move


@pytest.mark.parametrize(("origin", "target"), [(0, 0), (26, 20), (5, 25), (5, -1)])
def test_moves_stay_between_the_bar_and_off(origin: int, target: int) -> None:
    with pytest.raises(ValueError, match=f"{origin}/{target}"):
        Move(origin, target)


def test_a_checker_enters_and_bears_off() -> None:
    assert Move(25, 20).origin == 25
    assert Move(6, 0).target == 0
