"""A server's end of which every frame is sent and waited for by hand."""

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
    """The board has not said in time what it must say; `seconds` is how long that was."""

    def __init__(self, awaited: str, seconds: float) -> None:
        super().__init__(f"no {awaited} within {seconds:g} s")


class TrialEnd:
    """One board on one transport; `key` is the board's, None on a cable without.

    `session` is 0 outside one. `ack` is what every frame of this end acknowledges; it is raised by
    whoever tries the board, never by itself.
    """

    def __init__(self, transport: Transport, key: bytes | None) -> None:
        self.session = self.ack = self.sent = 0
        self._transport, self._key = transport, key
        self._session_key: bytes | None = None
        self._decoder = Decoder()
        self._heard: list[Frame] = []
        self._sessions = 0

    async def raw(self, chunk: bytes) -> None:
        """Send bytes as they are. Raises LinkLost."""
        waiting = self._transport.send(chunk)
        if waiting is not None:
            await waiting

    async def ask_for_hello(self) -> Hello:
        """Ask for a HELLO, as a server that opens a port; outside a session from here on."""
        self.session = self.sent = 0
        self._session_key = None
        self._heard.clear()
        await self.raw(self.bytes_of(HelloReq()))
        return await self.hello(5.0)

    async def hello(self, within: float) -> Hello:
        """The next HELLO."""
        found = _read(await self.frame(lambda frame: frame.kind == CODES[Hello], within, "HELLO"))
        assert isinstance(found, Hello)
        return found

    async def welcome(self, hello: Hello, *, resume: int, nonce: bytes | None = None) -> Handshake:
        """Answer a HELLO; `nonce` in place of the board's own for a WELCOME that is not for it."""
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
        """Be in session from here on: what is sent is numbered from 1."""
        self.session, self.ack, self.sent = shake.session, resume, 0
        self._session_key = None if self._key is None else shake.session_key(self._key)

    async def command(self, message: ServerMessage, number: int | None = None) -> int:
        """Send a numbered command, the next one unless a `number` is given; that number."""
        if number is None:
            self.sent += 1
            number = self.sent
        await self.raw(self.bytes_of(message, number))
        return number

    async def acknowledge(self) -> None:
        """Say ACK alone."""
        await self.raw(self.bytes_of(Ack()))

    def bytes_of(self, message: Message, number: int = 0, flags: Flag = Flag.SERVER) -> bytes:
        """A message of this end as bytes; numbered unless `number` is 0."""
        raw = pack(message)
        flags |= Flag.NUMBERED if number else Flag.NONE
        frame = Frame(raw[0], raw[1:], self.session, number, self.ack, flags)
        return encode(frame, self._session_key)

    def unknown(self, kind: int) -> bytes:
        """A message without a number, of a type of which the board knows nothing."""
        frame = Frame(kind, b"later", self.session, 0, self.ack, Flag.SERVER)
        return encode(frame, self._session_key)

    async def frame(self, fits: Callable[[Frame], bool], within: float, awaited: str) -> Frame:
        """The next frame that fits, of those heard and not asked for yet. Raises BoardSilent."""
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
        """Whether no such frame comes for so many seconds."""
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
