"""What anybody may send: no exception, no more memory than a frame, work in proportion to bytes."""

import sys
import tracemalloc
from collections.abc import Callable
from random import Random
from types import FrameType

import pytest

from board_drivers.wire.frames import MAX_ENCODED, Decoder, Flag, Frame, encode
from board_drivers.wire.table import Unreadable, pack, unpack
from tests.board_drivers.wire.examples import EXAMPLES, frame_of

KEY = bytes(range(32))
STREAMS = [encode(frame_of(example)) for example in EXAMPLES]
PAYLOADS = [pack(example) for example in EXAMPLES]


def mutated(rng: Random, plain: bytes) -> bytes:
    """The bytes with one to four changed, lost, added, doubled or cut off."""
    changed = bytearray(plain)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(changed) + 1)
        match rng.randrange(5):
            case 0 if at < len(changed):
                changed[at] = rng.randrange(256)
            case 1:
                del changed[at : at + rng.randint(1, 9)]
            case 2:
                changed[at:at] = rng.randbytes(rng.randint(1, 9))
            case 3:
                changed += changed[at:]
            case _:
                del changed[at + rng.randint(0, 20) :]
    return bytes(changed)


def withstood(inputs: int, seed: int) -> None:
    """Mutated frames through one decoder, and mutated payloads through the readers."""
    rng, decoder, read = Random(seed), Decoder(), 0
    for number in range(inputs):
        if number % 2:
            code, *payload = mutated(rng, rng.choice(PAYLOADS)) or b"\0"
            message = unpack(code, bytes(payload))
            read += not isinstance(message, Unreadable)
            continue
        found = decoder.feed(mutated(rng, rng.choice(STREAMS)))
        assert decoder.buffered <= MAX_ENCODED
        for frame in found.frames:
            unpack(frame.kind, frame.payload)
    assert read > inputs // 50


def test_mutated_frames_and_payloads_raise_nothing() -> None:
    withstood(6_000, 1)


def test_frames_between_garbage_are_all_read_however_the_bytes_come() -> None:
    rng = Random(5)
    frames = [frame_of(rng.choice(EXAMPLES)) for _ in range(40)]
    stream = b"".join(
        rng.randbytes(rng.randrange(600)) + encode(frame, KEY if rng.random() < 0.5 else None)
        for frame in frames
    )
    for most in (1, 7, 300, len(stream)):
        decoder, kinds, at = Decoder(), list[int](), 0
        while at < len(stream):
            step = rng.randint(1, most)
            kinds += [frame.kind for frame in decoder.feed(stream[at : at + step]).frames]
            at += step
        assert kinds == [frame.kind for frame in frames]


def almost_frames(length: int) -> bytes:
    """Whole frames of which one bit of the checksum is wrong: the dearest that is none."""
    whole = bytearray(encode(Frame(0x13, bytes(range(1, 201)), flags=Flag.MAC), KEY))
    whole[-2] ^= 1 if whole[-2] != 1 else 2
    return bytes(whole) * (length // len(whole))


HOSTILE: dict[str, Callable[[int], bytes]] = {
    "zeros": bytes,
    "no zero": lambda length: b"\xff" * length,
    "a zero after every byte": lambda length: b"\1\0" * (length // 2),
    "shortest stretches that may be a frame": lambda length: (b"\1" * 17 + b"\0") * (length // 18),
    "almost frames": almost_frames,
    "noise": lambda length: Random(length).randbytes(length),
}


def calls(stream: bytes, chunk: int) -> int:
    """How many functions are called, Python's and C's, to decode the stream."""
    decoder, counted = Decoder(), 0
    chunks = [stream[at : at + chunk] for at in range(0, len(stream), chunk)]

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        for each in chunks:
            decoder.feed(each)
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize("chunk", [1, 64, 4096])
@pytest.mark.parametrize("kind", HOSTILE)
def test_work_grows_no_faster_than_the_bytes(kind: str, chunk: int) -> None:
    made = HOSTILE[kind]
    short, long = made(4096), made(16384)
    assert calls(long, chunk) <= 4.2 * calls(short, chunk) + 20
    assert calls(long, chunk) <= 8 * len(long) + 100


def test_memory_is_bounded_by_a_frame_and_a_chunk() -> None:
    noise = Random(3).randbytes(4096).replace(b"\0", b"\1")
    decoder = Decoder()
    tracemalloc.start()
    try:
        for _ in range(500):
            decoder.feed(noise)
        kept, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 4 * MAX_ENCODED
    assert most < 4 * len(noise)
