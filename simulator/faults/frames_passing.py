"""Frames as a line carries them, and what faults make of one frame."""

import re
from dataclasses import dataclass, replace
from random import Random

from board_drivers.wire.frames import TAG_SIZE, VERSION, Decoder, Flag, Frame, encode
from board_drivers.wire.table import CODES

WORD_START = re.compile(r"(?<=[a-z])(?=[A-Z])")
NAMES = {code: WORD_START.sub("_", kind.__name__).upper() for kind, code in CODES.items()}
"""Each message's name in docs/wire.md by its code."""
BOOT_LOG = b"rst:0x1 (POWERON),boot:0x13\r\nload:0x3fff0030,len:1184\r\nentry 0x400805e4\r\n"
OVERSIZE = 3000
"""Bytes of a frame that has lost its end."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes up to a frame's end, or noise; `frame` is None for noise."""

    raw: bytes
    frame: Frame | None

    @property
    def name(self) -> str:
        """The message's name, empty for noise and unknown ones."""
        return "" if self.frame is None else NAMES.get(self.frame.kind, "")


class Pieces:
    """Divides a stream into frames, each with its delimiters; an unfinished one is kept."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> list[Piece]:
        """The pieces that these bytes complete, in order."""
        *whole, self._rest = (self._rest + chunk).split(b"\0")
        return [_piece(b"\0" + body + b"\0") for body in whole if body]


def _piece(raw: bytes) -> Piece:
    frames = Decoder().feed(raw).frames
    return Piece(raw, frames[0] if frames else None)


def with_a_bit_flipped(raw: bytes, chance: Random) -> bytes:
    """One bit of it the other way round."""
    at = chance.randrange(len(raw))
    return raw[:at] + bytes((raw[at] ^ 1 << chance.randrange(8),)) + raw[at + 1 :]


def with_a_byte_lost_or_added(raw: bytes, chance: Random) -> bytes:
    """One byte fewer, or one more."""
    at = chance.randrange(len(raw))
    added = bytes((chance.randrange(256),)) if chance.random() < 0.5 else b""
    return raw[:at] + added + raw[at + (not added) :]


def without_an_end(chance: Random) -> bytes:
    """A frame that began and never ended: more bytes than one may have, and no zero."""
    return b"\0" + bytes(chance.randrange(1, 256) for _ in range(OVERSIZE))


def of_another_version(frame: Frame) -> bytes:
    """A HELLO of a board that speaks only the next version of the wire."""
    span = bytes((VERSION + 1, VERSION + 1))
    return encode(replace(frame, payload=span + frame.payload[2:]))


def with_a_bad_tag(frame: Frame) -> bytes:
    """The frame as somebody would send it who has not the session's key."""
    return encode(replace(frame, tag=bytes(TAG_SIZE), flags=frame.flags | Flag.MAC))


def of_an_old_session(frame: Frame) -> bytes:
    """The frame as it would have been in the session before."""
    return encode(replace(frame, session=(frame.session - 1) & 0xFFFF))
