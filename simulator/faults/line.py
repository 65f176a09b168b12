"""A line with faults: a wrapper around a board's transport that changes what passes through it.

For each frame, from the board or from the server, it is decided anew which faults happen. The
effect of a fault, such as an unplugged cable, comes before the next frame passes. The functions of
this module make the changes to one frame, and compute the bytes that a port reads if it is set to
another rate.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from board_drivers.transports.transport import Transport
from board_drivers.wire.frames import TAG_SIZE, VERSION, Decoder, Flag, Frame, encode
from board_drivers.wire.table import CODES
from simulator.faults.plan import Moment, PlannedFault, Strikes

WORD_START = re.compile(r"(?<=[a-z])(?=[A-Z])")
NAMES = {code: WORD_START.sub("_", kind.__name__).upper() for kind, code in CODES.items()}
"""The name of each message in docs/wire.md, by the message's code."""
BOOT_LOG = b"rst:0x1 (POWERON),boot:0x13\r\nload:0x3fff0030,len:1184\r\nentry 0x400805e4\r\n"
OVERSIZE = 3000
"""Number of bytes in a frame that has no end."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The bytes of one frame with its delimiters, or noise, for which `frame` is None."""

    raw: bytes
    frame: Frame | None

    @property
    def name(self) -> str:
        """The name of the message; empty for noise and unknown messages."""
        return "" if self.frame is None else NAMES.get(self.frame.kind, "")


class Pieces:
    """A splitter of a byte stream at delimiters.

    It stores an unfinished piece for the next call.
    """

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> list[Piece]:
        """Return the pieces that these bytes complete, in order: frames or noise."""
        *whole, self._rest = (self._rest + chunk).split(b"\0")
        return [_piece(b"\0" + body + b"\0") for body in whole if body]


def _piece(raw: bytes) -> Piece:
    frames = Decoder().feed(raw).frames
    return Piece(raw, frames[0] if frames else None)


def with_a_bit_flipped(raw: bytes, chance: Random) -> bytes:
    """Return the bytes with one bit changed."""
    at = chance.randrange(len(raw))
    return raw[:at] + bytes((raw[at] ^ 1 << chance.randrange(8),)) + raw[at + 1 :]


def with_a_byte_lost_or_added(raw: bytes, chance: Random) -> bytes:
    """Return the bytes with one byte removed or one byte added."""
    at = chance.randrange(len(raw))
    added = bytes((chance.randrange(256),)) if chance.random() < 0.5 else b""
    return raw[:at] + added + raw[at + (not added) :]


def without_an_end(chance: Random) -> bytes:
    """Return the beginning of a frame that has no end: OVERSIZE bytes after a delimiter.

    This is more than a frame may have.
    """
    return b"\0" + bytes(chance.randrange(1, 256) for _ in range(OVERSIZE))


def of_another_version(frame: Frame) -> bytes:
    """Return a HELLO as it comes from a board that knows only the next version of the wire."""
    span = bytes((VERSION + 1, VERSION + 1))
    return encode(replace(frame, payload=span + frame.payload[2:]))


def with_a_bad_tag(frame: Frame) -> bytes:
    """Return the frame with a wrong tag, as from a sender who does not know the session's key."""
    return encode(replace(frame, tag=bytes(TAG_SIZE), flags=frame.flags | Flag.MAC))


def of_an_old_session(frame: Frame) -> bytes:
    """Return the frame with the number of the previous session."""
    return encode(replace(frame, session=(frame.session - 1) & 0xFFFF))


def as_read_at(chunk: bytes, sent: int, read: int) -> bytes:
    """Return what a port set to `read` baud receives when `chunk` is sent to it at `sent` baud.

    The bytes are sent without pauses as 8N1. The port takes the first low level after a high level
    for the beginning of a byte, and reads each bit in its middle. It ignores a missing stop bit, as
    most drivers do.
    """
    line = [bit for byte in chunk for bit in (0, *(byte >> n & 1 for n in range(8)), 1)]
    taken = bytearray()
    end = len(line) * read / sent
    at, was_high = 0.0, True
    while at < end:
        high = _level(line, at, read / sent)
        if high or not was_high:
            at, was_high = at + 0.25, bool(high)
            continue
        bits = (_level(line, at + 1.25 + n, read / sent) for n in range(8))
        taken.append(sum(bit << n for n, bit in enumerate(bits)))
        at += 9.25
        was_high = bool(_level(line, at, read / sent))
    return bytes(taken)


def _level(line: Sequence[int], at: float, scale: float) -> int:
    """Return the line's level at the time `at`: 1 is high, 0 is low.

    `line` has the level during each bit that was sent. The unit of `at` is the length of one bit at
    the rate of the port that reads; `scale` is the length of a sent bit in this unit. After the
    last bit the level is high.
    """
    place = int(at / scale)
    return line[place] if place < len(line) else 1


SILENT_FOR = 3.5
"""Seconds for which nothing passes through an open line.

This is longer than either end allows (docs/wire.md, "Timers").
"""
HUNG_FOR = 2.0
"""Seconds for which a board does not read from its line."""
WRONG_FOR = 15.0
"""Seconds for which a board sends at a wrong rate or in a wrong version.

This is long enough for a busy server to report the fault. To report it, the server has to receive
wrong bytes twice, five seconds apart.
"""
SENT_AT, READ_AT = 57_600, 115_200
"""The rate of a board that is set wrongly, and the rate of its port, in baud."""

Connect = Callable[[], Awaitable[Transport]]


class FaultyWay:
    """The ways in which a board can connect to the server, such as a cable or a websocket.

    One of the ways is in use; a fault may change to the next one. `strikes` decides when faults
    happen on the connections.
    """

    def __init__(self, strikes: Strikes, *ways: Connect) -> None:
        self._strikes, self._ways = strikes, ways
        self._at = 0
        self._wrong_until = dict[PlannedFault, float]()

    async def __call__(self) -> Transport:
        """Connect, and return a new line that has the faults of the plan."""
        inner = await self._ways[self._at % len(self._ways)]()
        return FaultyLine(inner, self._strikes, self)

    def move(self) -> None:
        """Use the next way of connecting for all later connections."""
        self._at += 1

    def set_wrong(self, fault: PlannedFault) -> None:
        """Make the board send wrongly for WRONG_FOR seconds, even if it connects again.

        `fault` is a wrong rate or a wrong version.
        """
        self._wrong_until[fault] = asyncio.get_running_loop().time() + WRONG_FOR

    def is_wrong(self, fault: PlannedFault) -> bool:
        """Return True if the board now sends wrongly in the way of this fault."""
        return asyncio.get_running_loop().time() < self._wrong_until.get(fault, 0.0)


class FaultyLine:
    """One connection of a board (a Transport), created by a FaultyWay."""

    def __init__(self, inner: Transport, strikes: Strikes, way: FaultyWay) -> None:
        self._inner, self._strikes, self._way = inner, strikes, way
        self._loop = asyncio.get_running_loop()
        self._from_server = Pieces()
        self._newest = self._acked = 0
        self._silent_until = self._hung_until = 0.0
        self._held = b""
        self._cut = False

    async def receive(self) -> bytes:
        """Wait for bytes that the faults let through, and return them.

        Return no bytes once the line is closed.
        """
        while not self._cut:
            if (hung := self._hung_until - self._loop.time()) > 0:
                await asyncio.sleep(hung)
            chunk = await self._inner.receive()
            if not chunk or self._cut:
                break
            if through := self._let_in(chunk):
                return through
        return b""

    async def send(self, chunk: bytes) -> None:
        """Send the bytes, changed by the faults. Raises LinkLost."""
        for piece in Pieces().feed(chunk):
            if self._cut:
                return
            moment = self._moment(piece)
            for part in self._let_out(piece, moment):
                await _passed(self._inner, part)
            if self._is_pulled_out(moment):
                await self.close()

    async def close(self) -> None:
        """Close the line, so that nothing passes in either direction any more."""
        self._cut = True
        await self._inner.close()

    def _moment(self, piece: Piece) -> Moment:
        frame = piece.frame
        if frame is None or Flag.NUMBERED not in frame.flags:
            return Moment(self._newest)
        self._newest = max(self._newest, frame.number)
        return Moment(frame.number, piece.name)

    def _strike(self, fault: PlannedFault, at: Moment) -> bool:
        return self._strikes.strikes(fault, at)

    def _let_in(self, chunk: bytes) -> bytes:
        """Return the bytes that reach the board when the server sends `chunk`."""
        if self._loop.time() < self._silent_until or self._way.is_wrong(PlannedFault.WRONG_BAUD):
            return b""
        return b"".join(self._spoiled(piece) for piece in self._from_server.feed(chunk))

    def _spoiled(self, piece: Piece) -> bytes:
        at = Moment(self._newest)
        if self._is_new_ack(piece) and self._strike(PlannedFault.LOST_ACK, at):
            return b""
        return b"".join(self._with_damage(piece.raw, at))

    def _is_new_ack(self, piece: Piece) -> bool:
        if piece.frame is None or piece.frame.ack <= self._acked or not piece.frame.session:
            return False
        self._acked = piece.frame.ack
        return True

    def _let_out(self, piece: Piece, at: Moment) -> Sequence[bytes]:
        """Return the bytes, in parts, that reach the server when the board sends a frame."""
        self._see_what_begins(at)
        if self._loop.time() < self._silent_until:
            return ()
        if self._way.is_wrong(PlannedFault.WRONG_BAUD):
            return (as_read_at(piece.raw, SENT_AT, READ_AT),)
        parts = [
            *self._noise_before(at),
            *self._forged(piece, at),
            *self._with_damage(piece.raw, at),
        ]
        if piece.name == "HELLO" and piece.frame is not None and self._speaks_another_version(at):
            parts = [of_another_version(piece.frame)]
        return self._as_written(b"".join(parts), at)

    def _see_what_begins(self, at: Moment) -> None:
        if self._strike(PlannedFault.SILENCE, at):
            self._silent_until = self._loop.time() + SILENT_FOR
        if self._strike(PlannedFault.STOPS_READING, at):
            self._hung_until = self._loop.time() + HUNG_FOR
        if self._strike(PlannedFault.WRONG_BAUD, at):
            self._way.set_wrong(PlannedFault.WRONG_BAUD)

    def _noise_before(self, at: Moment) -> list[bytes]:
        chance = self._strikes.chance_of(PlannedFault.OVERSIZE_FRAME)
        noise = [BOOT_LOG] if self._strike(PlannedFault.BOOT_LOG, at) else []
        if self._strike(PlannedFault.OVERSIZE_FRAME, at):
            noise.append(without_an_end(chance))
        return noise

    def _forged(self, piece: Piece, at: Moment) -> list[bytes]:
        """Return forged frames to be sent before the board's own, if the fault BAD_TAG happens."""
        frame = piece.frame
        if (
            frame is None
            or Flag.MAC not in frame.flags
            or not self._strike(PlannedFault.BAD_TAG, at)
        ):
            return []
        return [with_a_bad_tag(frame), of_an_old_session(frame), piece.raw]

    def _with_damage(self, raw: bytes, at: Moment) -> list[bytes]:
        if self._strike(PlannedFault.BIT_FLIP, at):
            raw = with_a_bit_flipped(raw, self._strikes.chance_of(PlannedFault.BIT_FLIP))
        if self._strike(PlannedFault.BYTE_LOST_OR_ADDED, at):
            chance = self._strikes.chance_of(PlannedFault.BYTE_LOST_OR_ADDED)
            raw = with_a_byte_lost_or_added(raw, chance)
        return [raw, raw] if self._strike(PlannedFault.DUPLICATE_FRAME, at) else [raw]

    def _speaks_another_version(self, at: Moment) -> bool:
        if self._strike(PlannedFault.WRONG_VERSION, at):
            self._way.set_wrong(PlannedFault.WRONG_VERSION)
        return self._way.is_wrong(PlannedFault.WRONG_VERSION)

    def _as_written(self, raw: bytes, at: Moment) -> Sequence[bytes]:
        """Return the parts in which the line passes the bytes on.

        The bytes are passed on as a whole. If the fault ODD_READS happens, they are passed on byte
        by byte, or later together with the next frame.
        """
        raw, self._held = self._held + raw, b""
        if not self._strike(PlannedFault.ODD_READS, at):
            return (raw,)
        if self._strikes.chance_of(PlannedFault.ODD_READS).random() < 0.5:
            return [raw[n : n + 1] for n in range(len(raw))]
        self._held = raw
        return ()

    def _is_pulled_out(self, at: Moment) -> bool:
        if self._strike(PlannedFault.ANOTHER_PORT, at):
            self._way.move()
            return True
        return self._strike(PlannedFault.UNPLUGGED, at)


async def _passed(inner: Transport, part: bytes) -> None:
    waiting = inner.send(part)
    if waiting is not None:
        await waiting
