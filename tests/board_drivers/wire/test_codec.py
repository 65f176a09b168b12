from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_drivers.errors import FieldRefused
from board_drivers.wire.frames import (
    MAX_ENCODED,
    Decoded,
    Decoder,
    Flag,
    Frame,
    encode,
    is_authentic,
    stuff,
)
from tests.board_drivers.wire.examples import frames

KEY = bytes(range(32))
FRAME = Frame(0x13, bytes(5), 3, 44, 8, Flag.NUMBERED)


def fed(stream: bytes, cuts: list[int]) -> Decoded:
    decoder, frames, damaged, at = Decoder(), list[Frame](), 0, 0
    for cut in [*sorted(cut % (len(stream) + 1) for cut in cuts), len(stream)]:
        found = decoder.feed(stream[at:cut])
        frames, damaged, at = frames + found.frames, damaged + found.damaged, cut
    return Decoded(frames, damaged)


@given(frames)
def test_a_frame_survives_the_wire(frame: Frame) -> None:
    assert Decoder().feed(encode(frame)) == ([frame], 0)


@given(frames)
def test_an_encoded_frame_holds_no_zero_but_its_two_delimiters(frame: Frame) -> None:
    encoded = encode(frame)
    assert encoded[0] == encoded[-1] == 0
    assert 0 not in encoded[1:-1]
    assert len(encoded) == 12 + len(frame.payload) + 4 + 3
    assert len(encoded) <= MAX_ENCODED + 2


@given(frames)
def test_a_tagged_frame_is_authentic_under_its_key_only(frame: Frame) -> None:
    (found,) = Decoder().feed(encode(frame, KEY)).frames
    assert is_authentic(found, KEY)
    assert not is_authentic(found, bytes(32))
    assert found.payload == frame.payload
    assert Decoder().feed(encode(found)) == ([found], 0)


@given(frames, st.integers(0, 10_000))
def test_a_tag_does_not_fit_another_number_session_or_direction(frame: Frame, by: int) -> None:
    (found,) = Decoder().feed(encode(frame, KEY)).frames
    number = (found.number + 1 + by) % 2**32
    moved = Frame(
        found.kind, found.payload, found.session, number, found.ack, found.flags, tag=found.tag
    )
    turned = Frame(
        found.kind,
        found.payload,
        found.session,
        found.number,
        found.ack,
        found.flags ^ Flag.SERVER,
        found.version,
        found.tag,
    )
    assert not is_authentic(moved, KEY)
    assert not is_authentic(turned, KEY)


@given(
    st.lists(st.one_of(frames.map(encode), st.binary(max_size=400)), max_size=6),
    st.lists(st.integers(0, 3000), max_size=12),
)
def test_any_chunking_gives_the_same_result(pieces: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(pieces)
    whole = Decoder().feed(stream)
    assert fed(stream, cuts) == whole
    assert fed(stream, list(range(len(stream)))) == whole


@given(frames, st.integers(0), st.integers(1, 255))
def test_one_changed_byte_never_yields_a_wrong_frame(frame: Frame, at: int, change: int) -> None:
    encoded = bytearray(encode(frame))
    encoded[at % len(encoded)] ^= change
    assert Decoder().feed(bytes(encoded)).frames in ([], [frame])


@given(frames, frames, st.integers(0), st.one_of(st.none(), st.binary(min_size=1, max_size=4)))
def test_a_lost_or_added_byte_costs_one_frame_and_the_next_is_read(
    frame: Frame, following: Frame, at: int, added: bytes | None
) -> None:
    encoded = encode(frame)
    at %= len(encoded)
    broken = encoded[:at] + (encoded[at + 1 :] if added is None else added + encoded[at:])
    assert Decoder().feed(broken + encode(following)).frames[-1] == following


@given(st.binary(max_size=2000))
def test_garbage_never_raises_and_never_fills_the_buffer(noise: bytes) -> None:
    decoder = Decoder()
    assert decoder.feed(noise).frames == []
    assert decoder.buffered <= MAX_ENCODED


def test_a_boot_log_is_dropped_and_the_frame_after_it_is_read() -> None:
    log = b"rst:0x1 (POWERON), boot:0x13\r\nload:0x3fff0030,len:1184\r\n" * 20
    found = Decoder().feed(log + encode(FRAME))
    assert found == ([FRAME], 1)


def test_an_endless_frame_is_dropped_up_to_the_next_zero() -> None:
    decoder = Decoder()
    for _ in range(1000):
        assert decoder.feed(b"x" * 100) == ([], 0)
        assert decoder.buffered <= MAX_ENCODED
    assert decoder.feed(encode(FRAME)) == ([FRAME], 1)


def test_the_longest_payload_fits_and_one_byte_more_is_refused() -> None:
    longest = Frame(1, bytes(200), flags=Flag.MAC)
    assert len(encode(longest, KEY)) == MAX_ENCODED + 2
    with pytest.raises(FieldRefused, match="payload"):
        encode(Frame(1, bytes(201)))


def test_an_untagged_body_that_is_too_long_is_damage_not_a_frame() -> None:
    body = FRAME.sealed_part()[:12] + bytes(range(1, 202))
    body += crc32(body).to_bytes(4, "little")
    assert Decoder().feed(b"\0" + stuff(body) + b"\0") == ([], 1)


def test_a_tag_without_the_flag_is_refused() -> None:
    with pytest.raises(FieldRefused, match="tag"):
        encode(Frame(1, b"", tag=bytes(8)))


def test_a_frame_without_the_flag_is_never_authentic() -> None:
    assert not is_authentic(FRAME, KEY)


def test_a_version_that_has_no_four_bits_is_refused() -> None:
    with pytest.raises(FieldRefused, match="version: 16 is not possible; allowed: 0 to 15"):
        encode(Frame(1, version=16))
