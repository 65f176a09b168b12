"""A line with faults: wraps a board's transport, of whatever kind, and spoils what passes.

Frames to the server are judged one by one as the board sends them; those from the server too. What
is due after a frame, such as the cable pulled out, happens before anything else can pass.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from board_drivers.transports.transport import Transport
from board_drivers.wire.frames import Flag
from simulator.faults import frames_passing as frames
from simulator.faults.fault import Fault
from simulator.faults.frames_passing import Piece, Pieces
from simulator.faults.plan import Moment, Strikes
from simulator.faults.wrong_rate import as_read_at

SILENT_FOR = 3.5
"""Seconds of silence on an open line: longer than either end bears (docs/wire.md, "Timers")."""
HUNG_FOR = 2.0
"""Seconds for which a board does not read what is sent to it."""
WRONG_FOR = 15.0
"""Seconds for which a board speaks at a wrong rate or in a wrong version, until it is set right.

Long enough that a busy server names it: it has to hear bytes twice, five seconds apart."""
SENT_AT, READ_AT = 57_600, 115_200
"""Baud of a board that is set wrongly, and of its port."""

Connect = Callable[[], Awaitable[Transport]]


class FaultyWay:
    """How a board connects, by the first of several ways until a fault moves it to the next."""

    def __init__(self, strikes: Strikes, *ways: Connect) -> None:
        self._strikes, self._ways = strikes, ways
        self._at = 0
        self._wrong_until = dict[Fault, float]()

    async def __call__(self) -> Transport:
        """A line that is as faulty as the plan says."""
        inner = await self._ways[self._at % len(self._ways)]()
        return FaultyLine(inner, self._strikes, self)

    def move(self) -> None:
        """Connect by the next way from now on."""
        self._at += 1

    def set_wrong(self, fault: Fault) -> None:
        """The board is set up wrongly for a while, also when it connects again."""
        self._wrong_until[fault] = asyncio.get_running_loop().time() + WRONG_FOR

    def is_wrong(self, fault: Fault) -> bool:
        """Whether it is set up wrongly in that respect now."""
        return asyncio.get_running_loop().time() < self._wrong_until.get(fault, 0.0)


class FaultyLine:
    """One connection of a board (a Transport); made by a FaultyWay."""

    def __init__(self, inner: Transport, strikes: Strikes, way: FaultyWay) -> None:
        self._inner, self._strikes, self._way = inner, strikes, way
        self._loop = asyncio.get_running_loop()
        self._from_server = Pieces()
        self._newest = self._acked = 0
        self._silent_until = self._hung_until = 0.0
        self._held = b""
        self._cut = False

    async def receive(self) -> bytes:
        """The next bytes that come through; empty once the line has gone."""
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
        """Send what the faults leave of the bytes. Raises LinkLost."""
        for piece in Pieces().feed(chunk):
            if self._cut:
                return
            moment = self._moment(piece)
            for part in self._let_out(piece, moment):
                await _passed(self._inner, part)
            if self._is_pulled_out(moment):
                await self.close()

    async def close(self) -> None:
        """The line ends; nothing passes any more in either direction."""
        self._cut = True
        await self._inner.close()

    def _moment(self, piece: Piece) -> Moment:
        frame = piece.frame
        if frame is None or Flag.NUMBERED not in frame.flags:
            return Moment(self._newest)
        self._newest = max(self._newest, frame.number)
        return Moment(frame.number, piece.name)

    def _strike(self, fault: Fault, at: Moment) -> bool:
        return self._strikes.strikes(fault, at)

    def _let_in(self, chunk: bytes) -> bytes:
        """What of the server's bytes reaches the board."""
        if self._loop.time() < self._silent_until or self._way.is_wrong(Fault.WRONG_BAUD):
            return b""
        return b"".join(self._spoiled(piece) for piece in self._from_server.feed(chunk))

    def _spoiled(self, piece: Piece) -> bytes:
        at = Moment(self._newest)
        if self._is_new_ack(piece) and self._strike(Fault.LOST_ACK, at):
            return b""
        return b"".join(self._with_damage(piece.raw, at))

    def _is_new_ack(self, piece: Piece) -> bool:
        if piece.frame is None or piece.frame.ack <= self._acked or not piece.frame.session:
            return False
        self._acked = piece.frame.ack
        return True

    def _let_out(self, piece: Piece, at: Moment) -> Sequence[bytes]:
        """What the server's end of the line gets, part by part."""
        self._see_what_begins(at)
        if self._loop.time() < self._silent_until:
            return ()
        if self._way.is_wrong(Fault.WRONG_BAUD):
            return (as_read_at(piece.raw, SENT_AT, READ_AT),)
        parts = [
            *self._noise_before(at),
            *self._forged(piece, at),
            *self._with_damage(piece.raw, at),
        ]
        if piece.name == "HELLO" and piece.frame is not None and self._speaks_another_version(at):
            parts = [frames.of_another_version(piece.frame)]
        return self._as_written(b"".join(parts), at)

    def _see_what_begins(self, at: Moment) -> None:
        if self._strike(Fault.SILENCE, at):
            self._silent_until = self._loop.time() + SILENT_FOR
        if self._strike(Fault.STOPS_READING, at):
            self._hung_until = self._loop.time() + HUNG_FOR
        if self._strike(Fault.WRONG_BAUD, at):
            self._way.set_wrong(Fault.WRONG_BAUD)

    def _noise_before(self, at: Moment) -> list[bytes]:
        chance = self._strikes.chance_of(Fault.OVERSIZE_FRAME)
        noise = [frames.BOOT_LOG] if self._strike(Fault.BOOT_LOG, at) else []
        if self._strike(Fault.OVERSIZE_FRAME, at):
            noise.append(frames.without_an_end(chance))
        return noise

    def _forged(self, piece: Piece, at: Moment) -> list[bytes]:
        """Frames of somebody else on the line, in front of the board's own."""
        frame = piece.frame
        if frame is None or Flag.MAC not in frame.flags or not self._strike(Fault.BAD_TAG, at):
            return []
        return [frames.with_a_bad_tag(frame), frames.of_an_old_session(frame), piece.raw]

    def _with_damage(self, raw: bytes, at: Moment) -> list[bytes]:
        if self._strike(Fault.BIT_FLIP, at):
            raw = frames.with_a_bit_flipped(raw, self._strikes.chance_of(Fault.BIT_FLIP))
        if self._strike(Fault.BYTE_LOST_OR_ADDED, at):
            chance = self._strikes.chance_of(Fault.BYTE_LOST_OR_ADDED)
            raw = frames.with_a_byte_lost_or_added(raw, chance)
        return [raw, raw] if self._strike(Fault.DUPLICATE_FRAME, at) else [raw]

    def _speaks_another_version(self, at: Moment) -> bool:
        if self._strike(Fault.WRONG_VERSION, at):
            self._way.set_wrong(Fault.WRONG_VERSION)
        return self._way.is_wrong(Fault.WRONG_VERSION)

    def _as_written(self, raw: bytes, at: Moment) -> Sequence[bytes]:
        """Whole; at times byte by byte, or kept back until the next frame and sent with it."""
        raw, self._held = self._held + raw, b""
        if not self._strike(Fault.ODD_READS, at):
            return (raw,)
        if self._strikes.chance_of(Fault.ODD_READS).random() < 0.5:
            return [raw[n : n + 1] for n in range(len(raw))]
        self._held = raw
        return ()

    def _is_pulled_out(self, at: Moment) -> bool:
        if self._strike(Fault.ANOTHER_PORT, at):
            self._way.move()
            return True
        return self._strike(Fault.UNPLUGGED, at)


async def _passed(inner: Transport, part: bytes) -> None:
    waiting = inner.send(part)
    if waiting is not None:
        await waiting
