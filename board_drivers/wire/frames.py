"""Frames, which carry all messages, and their conversion to bytes and back, without I/O.

The bytes of a frame are encoded by consistent overhead byte stuffing (COBS): they contain no zero
and are one byte longer (docs/wire.md, "Frame"). Source: Cheshire and Baker, "Consistent Overhead
Byte Stuffing" (1999). Only the part for bodies shorter than one COBS block is implemented, as every
frame is shorter.
"""

from dataclasses import dataclass
from enum import IntFlag
from hashlib import blake2s
from hmac import compare_digest
from struct import Struct
from typing import NamedTuple
from zlib import crc32

from board_drivers.errors import FieldRefused

VERSION = 1
HEADER = Struct("<BBHII")
MAX_PAYLOAD = 200
TAG_SIZE = 8
CRC_SIZE = 4
MAX_BODY = HEADER.size + MAX_PAYLOAD + TAG_SIZE + CRC_SIZE
MAX_ENCODED = MAX_BODY + 1
"""The largest number of bytes between two delimiters: COBS adds one byte to a body this short."""
MIN_ENCODED = HEADER.size + CRC_SIZE + 1


class Flag(IntFlag):
    """The flags in bits 0-3 of a frame's first byte."""

    NONE = 0
    NUMBERED = 1
    RETRANSMITTED = 2
    MAC = 4
    SERVER = 8


FLAGS = tuple(Flag(bits) for bits in range(16))
"""All combinations of flags, indexed by their bits; to look one up is faster than to create it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame as it is sent or was received; `kind` is the code of the message type.

    `session` is 0 before WELCOME. `number` is the number of the board's event or the server's
    command, from 1; it is 0 without the flag NUMBERED. `ack` is the number up to which the sender
    has stored everything durably. `tag` is the tag as received; `encode` computes the tag of a
    frame to send.
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
        """Return the header and the payload, which are the bytes covered by the tag.

        The flags `marked` are set in the header in addition. Raises FieldRefused for a payload
        above 200 bytes or a version out of range.
        """
        if len(self.payload) > MAX_PAYLOAD:
            allowed = f"at most {MAX_PAYLOAD} bytes"
            raise FieldRefused("payload", len(self.payload), allowed)
        if not 0 <= self.version <= 15:
            raise FieldRefused("version", self.version, "0 to 15")
        first = self.version << 4 | int(self.flags) | int(marked)
        return HEADER.pack(first, self.kind, self.session, self.number, self.ack) + self.payload


def tag_of(sealed: bytes, key: bytes) -> bytes:
    """Return the 8-byte authentication tag of a frame's header and payload.

    The tag is computed with the session key `key`.
    """
    return blake2s(sealed, digest_size=TAG_SIZE, key=key).digest()


def is_authentic(frame: Frame, key: bytes) -> bool:
    """Return True if the tag of the frame is the one that the session key `key` gives it."""
    if Flag.MAC not in frame.flags:
        return False
    return compare_digest(frame.tag, tag_of(frame.sealed_part(), key))


LONGEST = 253
"""The largest number of bytes that `stuff` encodes, as they fit into one COBS block."""
_CODES = tuple(bytes((code,)) for code in range(LONGEST + 2))


class BadStuffing(ValueError):
    """Raised for bytes that are no COBS encoding."""


def stuff(plain: bytes) -> bytes:
    """Return the COBS encoding of the bytes, without zeros.

    Raises ValueError for more than LONGEST.
    """
    if len(plain) > LONGEST:
        raise ValueError(f"{len(plain)} bytes to stuff; allowed: at most {LONGEST}")
    return b"".join([_CODES[len(run) + 1] + run for run in plain.split(b"\0")])


def unstuff(stuffed: bytes) -> bytes:
    """Return the bytes that were encoded by `stuff`. Raises BadStuffing."""
    runs, at, end = [], 0, len(stuffed)
    while at < end:
        following = at + stuffed[at]
        if following == at or following > end:
            raise BadStuffing(f"code {stuffed[at]} at byte {at} of {end}")
        runs.append(stuffed[at + 1 : following])
        at = following
    if 0 in stuffed or not runs:
        raise BadStuffing("a zero, or nothing")
    return b"\0".join(runs)


DELIMITER = b"\x00"


def encode(frame: Frame, key: bytes | None = None) -> bytes:
    """Return the frame's bytes with both delimiters, tagged if there is a session key.

    Raises FieldRefused for a payload above 200 bytes, and for a tag that does not fit the flags.
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
    """The result of decoding: the frames in order, and the number of stretches that were no frame.

    A stretch is the bytes between two zero bytes.
    """

    frames: list[Frame]
    damaged: int


class Decoder:
    """A decoder that turns received bytes into frames and stores at most one incomplete frame.

    The result does not depend on how the bytes are divided into chunks.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._too_long = False

    @property
    def buffered(self) -> int:
        """The number of bytes of an incomplete frame that are stored."""
        return len(self._rest)

    def feed(self, chunk: bytes) -> Decoded:
        """Return the frames that these bytes complete. Never raises an error."""
        parts = (self._rest + chunk).split(DELIMITER)
        self._rest = parts.pop()
        frames: list[Frame] = []
        damaged = 0
        for part in parts:
            # The length is checked first, so that bytes that are no frame cost less than a frame.
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
    """Return the frame in these bytes, or None if they are no frame."""
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
