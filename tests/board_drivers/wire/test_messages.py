from dataclasses import dataclass
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_drivers.errors import FieldRefused
from board_drivers.wire.frames import MAX_PAYLOAD, encode
from board_drivers.wire.handshake import Hello, Ping
from board_drivers.wire.layout import U8, PointCounts, Text, WireMessage, layout_of
from board_drivers.wire.messages import Ask, Config, DiceShow, GameStart, Ready, Roll, TurnDone
from board_drivers.wire.table import TABLE, Message, Unreadable, pack, unpack
from board_drivers.wire.values import Positions, Question, ThrowSource, WireRoom, WireSide
from tests.board_drivers.wire.examples import (
    EXAMPLES,
    HELLO,
    KEY,
    OPENING,
    RED,
    WHITE,
    frame_of,
    messages,
)


@given(messages)
def test_every_message_survives_its_payload(message: Message) -> None:
    raw = pack(message)
    assert unpack(raw[0], raw[1:]) == message


@given(st.integers(0, 255), st.binary(max_size=200))
def test_any_payload_is_a_message_or_unreadable_and_never_raises(code: int, noise: bytes) -> None:
    found = unpack(code, noise)
    if not isinstance(found, Unreadable):
        raw = pack(found)
        assert raw[0] == code
        assert unpack(code, raw[1:]) == found


@given(messages)
def test_a_payload_that_ends_too_early_is_unreadable(message: Message) -> None:
    raw = pack(message)
    for end in range(1, len(raw) - isinstance(message, Config)):
        assert isinstance(unpack(raw[0], raw[1:end]), Unreadable)


def test_a_config_of_before_positions_could_be_left_out_records_them() -> None:
    before = bytes.fromhex("0102") + bytes.fromhex("0640fa00")
    assert unpack(0x40, before) == Config(1, WireRoom.CLOSED, 6, 64, 250, Positions.RECORDED)


@given(messages, st.binary(max_size=8))
def test_bytes_after_the_known_fields_are_ignored(message: Message, later: bytes) -> None:
    raw = pack(message)
    assert unpack(raw[0], raw[1:] + later) == message


def test_there_is_an_example_of_every_type() -> None:
    assert [type(example) for example in EXAMPLES] == [row.message for row in TABLE]


def test_no_two_types_share_a_code() -> None:
    assert len({row.code for row in TABLE}) == len(TABLE)


def test_the_longest_message_fits_a_frame() -> None:
    assert max(layout_of(row.message).largest for row in TABLE) <= MAX_PAYLOAD


def test_a_roll_of_seven_cannot_be_built() -> None:
    with pytest.raises(FieldRefused, match=r"Roll\.die1: 7 is not possible; allowed: 0 to 6"):
        Roll(*KEY, 7, 1, ThrowSource.CONSOLE, 100, 0)


def test_a_cocked_die_is_sent_as_zero_but_never_shown_as_zero() -> None:
    assert Roll(*KEY, 0, 3, ThrowSource.DICE_READER, 0, 0).die1 == 0
    with pytest.raises(FieldRefused, match=r"DiceShow\.die1"):
        DiceShow(*KEY, 0, 3)


@pytest.mark.parametrize(("game", "attempt"), [(0, 1), (1, 0), (256, 1)])
def test_games_and_attempts_count_from_one_to_255(game: int, attempt: int) -> None:
    with pytest.raises(FieldRefused):
        GameStart(game, attempt)


def test_a_turn_of_zero_cannot_be_built() -> None:
    with pytest.raises(FieldRefused, match=r"Ready\.turn"):
        Ready(1, 1, 0, WHITE)


@pytest.mark.parametrize("counts", [(0,) * 25, (0,) * 27, (16,) + (0,) * 25, (-1,) + (0,) * 25])
def test_a_side_has_26_counts_of_at_most_fifteen(counts: tuple[int, ...]) -> None:
    with pytest.raises(FieldRefused, match="26 counts"):
        PointCounts(counts, OPENING.red)


def test_a_text_longer_than_its_field_is_refused() -> None:
    values = [getattr(HELLO, name) for name in Hello.__dataclass_fields__]
    values[13] = "ш" * 17
    with pytest.raises(FieldRefused, match="text of at most 32 bytes"):
        Hello(*values)


def test_a_clock_beyond_32_bits_is_refused() -> None:
    with pytest.raises(FieldRefused, match="4294967295"):
        Ping(2**32)


def test_a_play_of_five_moves_is_no_candidate() -> None:
    with pytest.raises(FieldRefused, match="candidates"):
        Ask(*KEY, 1, Question.WHICH_PLAY, (((6, 5),) * 5,))


def test_an_unknown_type_is_unreadable_and_says_so() -> None:
    found = unpack(0xEE, b"abc")
    assert found == Unreadable(0xEE, b"abc", "type 0xee is unknown")


def test_an_unknown_value_is_unreadable_and_names_it() -> None:
    raw = pack(Ready(*KEY))
    found = unpack(raw[0], raw[1:-1] + b"\x03")
    assert isinstance(found, Unreadable)
    assert "3 is not a valid WireSide" in found.why


def test_each_side_is_counted_from_its_own_home() -> None:
    raw = pack(TurnDone(*KEY, OPENING, 0, 1))
    position = raw[6:32]
    assert position[:13] == bytes.fromhex("00000005030050000000000002")
    assert position[13:] == position[:13]


@pytest.mark.parametrize("message", [DiceShow], ids=["DICE_SHOW"])
def test_all_dice_give_frames_of_one_size(message: type[DiceShow]) -> None:
    dice = [(one, two) for one in range(1, 7) for two in range(1, 7)]
    frames = {len(encode(frame_of(message(2, 1, 7, RED, *pair)), bytes(32))) for pair in dice}
    assert len(frames) == 1


def test_the_opening_throw_has_no_side() -> None:
    throw = Roll(1, 1, 1, WireSide.NONE, 4, 3, ThrowSource.CONSOLE, 100, 0)
    raw = pack(throw)
    assert unpack(raw[0], raw[1:]) == throw


def test_a_value_that_is_no_number_at_all_is_refused() -> None:
    with pytest.raises(FieldRefused, match=r"Ping\.sent_ms"):
        Ping("soon")  # type: ignore[arg-type]


def test_a_text_that_runs_past_the_payload_is_unreadable() -> None:
    raw = pack(HELLO)
    for longer in (raw[1:-1], raw[1:-1] + b"\xff"):
        payload = bytearray(longer)
        payload[48 - 3] = 0xFF
        found = unpack(raw[0], bytes(payload))
        assert isinstance(found, Unreadable)
        assert "past the payload's end" in found.why


def test_a_message_whose_fields_have_no_place_on_the_wire_cannot_be_defined() -> None:
    @dataclass(frozen=True, slots=True)
    class TextFirst(WireMessage):
        text: Annotated[str, Text(8)]
        number: U8

    @dataclass(frozen=True, slots=True)
    class Unmarked(WireMessage):
        number: Annotated[int, "of something"]

    for message, wrong in ((TextFirst, "texts must follow"), (Unmarked, "no wire form")):
        with pytest.raises(TypeError, match=wrong):
            layout_of(message)
