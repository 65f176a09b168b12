"""Frames: the envelope every message travels in (docs/wire.md, "Frame")."""

from dataclasses import dataclass
from enum import IntFlag
from hashlib import blake2s
from hmac import compare_digest
from struct import Struct

from board_drivers.errors import FieldRefused

VERSION = 1
HEADER = Struct("<BBHII")
MAX_PAYLOAD = 200
TAG_SIZE = 8
CRC_SIZE = 4
MAX_BODY = HEADER.size + MAX_PAYLOAD + TAG_SIZE + CRC_SIZE
MAX_ENCODED = MAX_BODY + 1
"""Bytes between two delimiters: COBS adds one to a body this short."""
MIN_ENCODED = HEADER.size + CRC_SIZE + 1


class Flag(IntFlag):
    """Bits 0-3 of a frame's first byte."""

    NONE = 0
    NUMBERED = 1
    RETRANSMITTED = 2
    MAC = 4
    SERVER = 8


FLAGS = tuple(Flag(bits) for bits in range(16))
"""Every combination by its bits: looking one up costs less than making it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame. `kind` is the message type's code.

    `session`: 0 before WELCOME. `number`: of the board's event or the server's command, from 1;
    0 without NUMBERED. `ack`: every number up to this one is durable at the sender.
    `tag`: as received; `encode` computes it anew.
    """

    kind: int
    payload: bytes = b""
    session: int = 0
    number: int = 0
    ack: int = 0
    flags: Flag = Flag.NONE
    version: int = VERSION
    tag: bytes = b""

    def sealed_part(self, marked: Flag = Flag.NONE) -> bytes:
        """Header, with these flags set too, and payload: the bytes that the tag covers.

        Raises FieldRefused for a payload above 200 bytes or a header value out of its range.
        """
        if len(self.payload) > MAX_PAYLOAD:
            allowed = f"at most {MAX_PAYLOAD} bytes"
            raise FieldRefused("payload", len(self.payload), allowed)
        if not 0 <= self.version <= 15:
            raise FieldRefused("version", self.version, "0 to 15")
        first = self.version << 4 | int(self.flags) | int(marked)
        return HEADER.pack(first, self.kind, self.session, self.number, self.ack) + self.payload


def tag_of(sealed: bytes, key: bytes) -> bytes:
    """The 8-byte tag of a frame's header and payload under a session key."""
    return blake2s(sealed, digest_size=TAG_SIZE, key=key).digest()


def is_authentic(frame: Frame, key: bytes) -> bool:
    """True if the frame carries the tag that the session key gives."""
    if Flag.MAC not in frame.flags:
        return False
    return compare_digest(frame.tag, tag_of(frame.sealed_part(), key))
