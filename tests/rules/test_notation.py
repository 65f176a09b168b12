import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.position import InvalidNotation, Move, read_play, write_play, write_steps


@pytest.mark.parametrize(
    ("play", "text"),
    [
        ((), ""),
        ((Move(8, 5), Move(6, 5)), "8/5 6/5"),
        ((Move(24, 18), Move(18, 13)), "24/13"),
        ((Move(24, 18, True), Move(18, 13)), "24/18*/13"),
        ((Move(25, 20, True), Move(6, 0)), "bar/20* 6/off"),
        ((Move(8, 4), Move(8, 4), Move(6, 2), Move(6, 2)), "8/4(2) 6/2(2)"),
        ((Move(13, 9), Move(13, 9), Move(9, 5), Move(9, 5)), "13/5(2)"),
    ],
)
def test_plays_are_written_as_people_write_them(play: tuple[Move, ...], text: str) -> None:
    assert write_play(play) == text


def test_steps_are_written_in_figures() -> None:
    assert write_steps((Move(25, 20, True), Move(6, 0))) == "25/20* 6/0"


def test_chains_are_read_leg_by_leg() -> None:
    assert read_play("24/18*/13 6/OFF") == (Move(24, 18, True), Move(18, 13), Move(6, 0))


@pytest.mark.parametrize("token", ["13", "13/", "x/5", "26/20", "5/bar", "13/8(5)", "13-8", "8//5"])
def test_what_is_no_move_is_refused_by_name(token: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        read_play(f"8/5 {token}")
    assert refused.value.token == token


@given(st.lists(st.builds(Move, st.integers(1, 25), st.integers(0, 24), st.booleans()), max_size=4))
def test_written_steps_are_read_back(moves: list[Move]) -> None:
    assert read_play(write_steps(tuple(moves))) == tuple(moves)
