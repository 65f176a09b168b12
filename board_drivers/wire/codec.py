"""Frames to bytes and back, without I/O (docs/wire.md, "Frame")."""

from typing import NamedTuple
from zlib import crc32

from board_drivers.errors import FieldRefused
from board_drivers.wire.cobs import BadStuffing, stuff, unstuff
from board_drivers.wire.frames import (
    CRC_SIZE,
    FLAGS,
    HEADER,
    MAX_ENCODED,
    MAX_PAYLOAD,
    MIN_ENCODED,
    TAG_SIZE,
    Flag,
    Frame,
    tag_of,
)

DELIMITER = b"\x00"


def encode(frame: Frame, key: bytes | None = None) -> bytes:
    """The frame's bytes with both delimiters; with a session key it is tagged.

    Raises FieldRefused for a payload above 200 bytes and for a tag that does not fit the flags.
    """
    if key is None:
        if len(frame.tag) != (TAG_SIZE if frame.flags & Flag.MAC else 0):
            raise FieldRefused("tag", frame.tag.hex(), "8 bytes with the MAC flag, else none")
        body = frame.sealed_part() + frame.tag
    else:
        sealed = frame.sealed_part(Flag.MAC)
        body = sealed + tag_of(sealed, key)
    body += crc32(body).to_bytes(CRC_SIZE, "little")
    return DELIMITER + stuff(body) + DELIMITER


class Decoded(NamedTuple):
    """What bytes completed: frames in order, and how many times that was none between two zeros."""

    frames: list[Frame]
    damaged: int


class Decoder:
    """Bytes in, frames out; keeps at most one unfinished frame, whatever arrives.

    Any division of the same bytes into chunks gives the same frames and as much damage.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._too_long = False

    @property
    def buffered(self) -> int:
        """Bytes held back: at most the longest frame."""
        return len(self._rest)

    def feed(self, chunk: bytes) -> Decoded:
        """What the bytes complete; never raises."""
        parts = (self._rest + chunk).split(DELIMITER)
        self._rest = parts.pop()
        frames: list[Frame] = []
        damaged = 0
        for part in parts:
            # Tried by its length first: what cannot be a frame must not cost as much as one.
            if MIN_ENCODED <= len(part) <= MAX_ENCODED and not self._too_long:
                frame = _decoded(part)
                if frame is None:
                    damaged += 1
                else:
                    frames.append(frame)
            elif part or self._too_long:
                damaged += 1
                self._too_long = False
        if len(self._rest) > MAX_ENCODED:
            self._too_long = True
        if self._too_long:
            self._rest = b""
        return Decoded(frames, damaged)


def _decoded(part: bytes) -> Frame | None:
    """The frame; None if these bytes are none."""
    try:
        body = unstuff(part)
    except BadStuffing:
        return None
    end = len(body) - CRC_SIZE
    if end < HEADER.size or crc32(body[:end]).to_bytes(CRC_SIZE, "little") != body[end:]:
        return None
    first, kind, session, number, ack = HEADER.unpack_from(body)
    flags = FLAGS[first & 0x0F]
    tag = b""
    if Flag.MAC in flags:
        end -= TAG_SIZE
        tag = body[end:-CRC_SIZE]
    if not 0 <= end - HEADER.size <= MAX_PAYLOAD:
        return None
    return Frame(kind, body[HEADER.size : end], session, number, ack, flags, first >> 4, tag)
