import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_drivers.wire.frames import LONGEST, BadStuffing, stuff, unstuff

PUBLISHED = (
    ("00", "0101"),
    ("0000", "010101"),
    ("001100", "01021101"),
    ("11220033", "0311220233"),
    ("11223344", "0511223344"),
    ("11000000", "0211010101"),
)
"""Plain and stuffed bytes as the method's descriptions give them."""


@pytest.mark.parametrize(("plain", "stuffed"), PUBLISHED)
def test_published_examples_are_stuffed_and_unstuffed(plain: str, stuffed: str) -> None:
    assert stuff(bytes.fromhex(plain)).hex() == stuffed
    assert unstuff(bytes.fromhex(stuffed)).hex() == plain


@given(st.binary(max_size=LONGEST))
def test_stuffed_bytes_hold_no_zero_are_one_longer_and_come_back(plain: bytes) -> None:
    stuffed = stuff(plain)
    assert 0 not in stuffed
    assert len(stuffed) == len(plain) + 1
    assert unstuff(stuffed) == plain


@given(st.binary(max_size=LONGEST + 1))
def test_bytes_are_what_some_stuffing_gives_or_are_refused(stuffed: bytes) -> None:
    try:
        plain = unstuff(stuffed)
    except BadStuffing:
        return
    assert stuff(plain) == stuffed


def test_what_could_fill_a_block_is_refused() -> None:
    with pytest.raises(ValueError, match="allowed: at most 253"):
        stuff(bytes(LONGEST + 1))
