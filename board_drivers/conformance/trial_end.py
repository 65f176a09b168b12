"""A server's end of a link on which each frame is sent and awaited explicitly, to test a board."""

import asyncio
import secrets
from collections.abc import Callable

from board_drivers.errors import LinkLost
from board_drivers.link.admission import Handshake
from board_drivers.transports.transport import Transport
from board_drivers.wire.frames import Decoder, Flag, Frame, encode, is_authentic
from board_drivers.wire.handshake import Ack, Hello, HelloReq, Welcome
from board_drivers.wire.messages import ServerMessage
from board_drivers.wire.table import CODES, Message, Unreadable, pack, unpack
from board_drivers.wire.values import WireRoom


class BoardSilent(Exception):
    """Raised if the board has not sent an expected frame within `seconds`."""

    def __init__(self, awaited: str, seconds: float) -> None:
        super().__init__(f"no {awaited} within {seconds:g} s")


class TrialEnd:
    """One board on one transport; `key` is the board's key, None on a cable without a key.

    `session` is the number of the session, 0 outside a session. `ack` is the number that each frame
    of this end acknowledges; only the caller increases it.
    """

    def __init__(self, transport: Transport, key: bytes | None) -> None:
        self.session = self.ack = self.sent = 0
        self._transport, self._key = transport, key
        self._session_key: bytes | None = None
        self._decoder = Decoder()
        self._heard: list[Frame] = []
        self._sessions = 0

    async def raw(self, chunk: bytes) -> None:
        """Send bytes unchanged. Raises LinkLost."""
        waiting = self._transport.send(chunk)
        if waiting is not None:
            await waiting

    async def ask_for_hello(self) -> Hello:
        """Leave the session, ask the board for a HELLO, and return that HELLO.

        The board is asked in the same way as by a server that opens a port.

        Raises BoardSilent if no HELLO comes within 5 seconds.
        """
        self.session = self.sent = 0
        self._session_key = None
        self._heard.clear()
        await self.raw(self.bytes_of(HelloReq()))
        return await self.hello(5.0)

    async def hello(self, within: float) -> Hello:
        """Return the next HELLO. Raises BoardSilent if none comes within `within` seconds."""
        found = _read(await self.frame(lambda frame: frame.kind == CODES[Hello], within, "HELLO"))
        assert isinstance(found, Hello)
        return found

    async def welcome(self, hello: Hello, *, resume: int, nonce: bytes | None = None) -> Handshake:
        """Answer a HELLO with a WELCOME and return the handshake.

        The WELCOME acknowledges the board's events up to number `resume`. `nonce` replaces the
        board's nonce, for a WELCOME that the board must ignore.
        """
        self._sessions += 1
        session = self._sessions
        fresh = secrets.token_bytes(8)
        shake = Handshake(hello.board_id, hello.journal_id, session, hello.nonce, fresh)
        welcome = Welcome(
            protocol=1,
            session=session,
            room=WireRoom.NONE,
            clock_ms=0,
            board_nonce=hello.nonce if nonce is None else nonce,
            server_nonce=fresh,
            proof=shake.server_proof(self._key),
        )
        raw = pack(welcome)
        await self.raw(encode(Frame(raw[0], raw[1:], session, 0, resume, Flag.SERVER)))
        return shake

    def enter(self, shake: Handshake, resume: int) -> None:
        """Enter the session of a handshake; its commands are numbered from 1.

        From now on each frame acknowledges the board's events up to number `resume`.
        """
        self.session, self.ack, self.sent = shake.session, resume, 0
        self._session_key = None if self._key is None else shake.session_key(self._key)

    async def command(self, message: ServerMessage, number: int | None = None) -> int:
        """Send a command with the next number, or with `number` if given; return its number."""
        if number is None:
            self.sent += 1
            number = self.sent
        await self.raw(self.bytes_of(message, number))
        return number

    async def acknowledge(self) -> None:
        """Send an ACK message."""
        await self.raw(self.bytes_of(Ack()))

    def bytes_of(self, message: Message, number: int = 0, flags: Flag = Flag.SERVER) -> bytes:
        """Return the bytes of a frame of this end with a message.

        The frame has no number if `number` is 0.
        """
        raw = pack(message)
        flags |= Flag.NUMBERED if number else Flag.NONE
        frame = Frame(raw[0], raw[1:], self.session, number, self.ack, flags)
        return encode(frame, self._session_key)

    def unknown(self, kind: int) -> bytes:
        """Return the bytes of an unnumbered frame of type `kind`, which the board does not know."""
        frame = Frame(kind, b"later", self.session, 0, self.ack, Flag.SERVER)
        return encode(frame, self._session_key)

    async def frame(self, fits: Callable[[Frame], bool], within: float, awaited: str) -> Frame:
        """Return the next frame for which `fits` returns True; earlier frames are dropped.

        Raises BoardSilent, with `awaited` as the description, if none comes within `within`
        seconds.
        """
        try:
            async with asyncio.timeout(within):
                while True:
                    for place, frame in enumerate(self._heard):
                        if fits(frame):
                            del self._heard[: place + 1]
                            return frame
                    self._heard.clear()
                    await self._hear()
        except TimeoutError:
            raise BoardSilent(awaited, within) from None

    async def is_quiet(self, fits: Callable[[Frame], bool], during: float) -> bool:
        """Return True if no frame for which `fits` returns True comes for `during` seconds."""
        try:
            await self.frame(fits, during, "")
        except BoardSilent:
            return True
        return False

    async def _hear(self) -> None:
        chunk = await self._transport.receive()
        if not chunk:
            raise LinkLost("the board's transport has closed")
        for frame in self._decoder.feed(chunk).frames:
            if Flag.SERVER not in frame.flags and self._is_genuine(frame):
                self._heard.append(frame)

    def _is_genuine(self, frame: Frame) -> bool:
        if self._session_key is None or frame.session != self.session:
            return True
        return is_authentic(frame, self._session_key)


def _read(frame: Frame) -> Message | Unreadable:
    return unpack(frame.kind, frame.payload)
