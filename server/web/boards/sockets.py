"""Websockets of boards: of the closed room's boards, and of all other boards without a cable.

An address is called noisy after a client there has sent too much without proving to be a board. New
connections from a noisy address wait in line, but are not banned: many boards may share one
address, that of a hall's router or of one laptop, and a broken board must not keep the others out.
A client that connects again and again goes to the end of the line each time, so that at most one
connection in `EVERY` seconds is served.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address, ip_address
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from board_drivers.errors import LinkLost
from server.access import Action
from server.hall import Hall
from server.web.edge.authorization import needs
from server.web.edge.connections import direct_socket
from server.web.edge.public_services import package_service
from server.web.edge.services import HallDep

EVERY = 0.25
"""Seconds between two admitted connections of a noisy address (our choice)."""
LONGEST_LINE = 16
"""Greatest number of connections that wait in one line (our choice).

Further connections are refused: no board would wait so long.
"""
REMEMBERED = 60.0
"""Seconds for which an address stays noisy (our choice).

They are counted from the last time that a client at the address sent too much without proof.
"""
MOST_ADDRESSES = 256
"""Greatest number of noisy addresses that are remembered (our choice).

If one more address becomes noisy, the address that was marked as noisy longest ago is forgotten.
"""
_NETWORK_BITS = 64
"""Bits of an IPv6 address that identify a subscriber's network, which counts as one address."""


class NoisyAddresses:
    """The noisy addresses, each with a line in which its new connections wait to be served.

    An address is noisy if a client at it has sent too much without proving to be a board. It stays
    noisy for REMEMBERED seconds. Methods must be called inside a running event loop.
    """

    def __init__(self, every: float = EVERY, remembered: float = REMEMBERED) -> None:
        self._every, self._remembered = every, remembered
        self._lines: dict[str, _Line] = {}

    def noise_from(self, address: str) -> None:
        """Mark an address as noisy, after a client at it has sent too much without proof.

        From now on the address's new connections wait in line.
        """
        place, now = _place(address), asyncio.get_running_loop().time()
        self._forget(now)
        line = self._lines.pop(place, None) or _Line(self._every, now)
        line.until = now + self._remembered
        self._lines[place] = line
        while len(self._lines) > MOST_ADDRESSES:
            self._lines.pop(next(iter(self._lines))).open()

    def turn(self, address: str) -> "asyncio.Future[None] | None":
        """Return a future that is done once it is the turn of a new connection to be served.

        The connection comes from `address`. If the address is not noisy, the future is done
        already. Return None if the address's line is full. If the connection is lost while it
        waits, the caller has to cancel the future.
        """
        loop = asyncio.get_running_loop()
        self._forget(loop.time())
        line = self._lines.get(_place(address))
        turn: asyncio.Future[None] = loop.create_future()
        if line is None:
            turn.set_result(None)
            return turn
        return turn if line.join(turn) else None

    def _forget(self, now: float) -> None:
        """Forget addresses whose time as noisy is over; admit all connections in their lines."""
        while self._lines:
            place, line = next(iter(self._lines.items()))
            if line.until > now:
                return
            del self._lines[place]
            line.open()


class _Line:
    def __init__(self, every: float, now: float) -> None:
        self.until = now
        self._every, self._next = every, now + every
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._timer: asyncio.Handle | None = None

    def join(self, turn: "asyncio.Future[None]") -> bool:
        if sum(not each.done() for each in self._waiting) >= LONGEST_LINE:
            return False
        self._waiting.append(turn)
        if self._timer is None:
            self._call_next()
        return True

    def open(self) -> None:
        """Admit every connection that waits in the line."""
        if self._timer is not None:
            self._timer.cancel()
        for turn in self._waiting:
            if not turn.done():
                turn.set_result(None)

    def _call_next(self) -> None:
        """Admit the first connection in line, `every` seconds or more after the previous one.

        If connections still wait, a timer calls this method again when the next may be admitted.
        """
        loop = asyncio.get_running_loop()
        self._timer = None
        while self._waiting and self._waiting[0].done():
            self._waiting.popleft()
        if self._waiting and loop.time() >= self._next:
            self._next = loop.time() + self._every
            self._waiting.popleft().set_result(None)
        if self._waiting:
            self._timer = loop.call_at(self._next, self._call_next)


def _place(address: str) -> str:
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and known.ipv4_mapped is None:
        return f"{int(known) >> (128 - _NETWORK_BITS):x}/{_NETWORK_BITS}"
    return address


STRANGERS_STAY = 60.0
"""Seconds for which a client may stay without proving that it is a board (our choice).

A board without a valid key sends HELLO every five seconds until somebody has entered its key on the
page of boards (docs/wire.md).
"""


class BoardSocket:
    """The server's end of a board's websocket; each binary message carries bytes of the wire.

    `was_noise` is true once too many bytes came without a proof that the client is a board.
    `close_code` is the code with which the server closes the websocket (RFC 6455, 7.4.1).
    """

    def __init__(self, socket: WebSocket) -> None:
        self.was_noise = False
        self.close_code = 1000
        self._socket = socket
        self._direct = direct_socket(socket.scope)
        self._open = True

    async def receive(self) -> bytes:
        """Return the next message's bytes; no bytes if the connection closed or a text came."""
        message = await self._socket.receive()
        if message["type"] != "websocket.receive" or not message.get("bytes"):
            self._open = message["type"] != "websocket.disconnect"
            return b""
        return bytes(message["bytes"])

    async def deliver(self, hear: Callable[[bytes], None]) -> None:
        """Call `hear` with each message's bytes until the connection closes or a text comes."""
        while chunk := await self.receive():
            hear(chunk)
            if self._direct is not None and self._direct.queue.empty():
                self._direct.hear = hear

    def send(self, chunk: bytes) -> Awaitable[None] | None:
        """Send the bytes as one binary message. Raises LinkLost if the connection is lost."""
        if self._direct is not None and self._direct.write(chunk):
            return None
        return self._send(chunk)

    async def _send(self, chunk: bytes) -> None:
        try:
            await self._socket.send_bytes(chunk)
        except (WebSocketDisconnect, RuntimeError) as gone:
            self._open = False
            raise LinkLost("the board's connection is closed") from gone

    def proven(self, is_proven: bool) -> None:
        """Do nothing when the server reports whether the client has proved to be a board.

        Every transport has this method. A websocket reads messages in the same way before and after
        the proof.
        """

    def overrun(self) -> None:
        """Set `was_noise`: too many bytes came without a proof that the client is a board."""
        self.was_noise = True

    async def close(self) -> None:
        """Close the connection if it is still open.

        If `was_noise` is true, the connection is dropped without waiting for the client.
        """
        if not self._open:
            return
        self._open = False
        if self.was_noise and self._direct is not None:
            self._direct.hang_up()
        else:
            await self._socket.close(self.close_code)


class BoardAdmission:
    """The rules by which boards' connections are admitted, and how long they may stay.

    A board proves itself with its own key after connecting. A client that has not done so within
    `strangers_stay` seconds is disconnected; it may connect again.
    """

    def __init__(self, strangers_stay: float = STRANGERS_STAY) -> None:
        self.strangers_stay = strangers_stay
        self.addresses = NoisyAddresses()


AdmissionDep = Annotated[BoardAdmission, Depends(package_service(BoardAdmission))]
router = APIRouter(dependencies=[Depends(needs(Action.CONNECT_BOARD))])


@router.websocket("/boards")
async def boards(socket: WebSocket, hall: HallDep, admission: AdmissionDep) -> None:
    """Serve a board's connection until either end closes it."""
    client = socket.client
    address = client.host if client else ""
    if not await _has_its_turn(socket, admission.addresses.turn(address)):
        return
    await socket.accept()
    where = f"{client.host}:{client.port}" if client else "websocket"
    transport = BoardSocket(socket)
    stay = admission.strangers_stay
    watching = asyncio.create_task(_dismiss_a_stranger(hall, transport, where, stay))
    try:
        await hall.boards.serve(transport, cable=False, where=where)
    finally:
        watching.cancel()
        if transport.was_noise:
            admission.addresses.noise_from(address)


async def _has_its_turn(socket: WebSocket, turn: "asyncio.Future[None] | None") -> bool:
    """Wait in line with a new connection; return True when it is to be served.

    `turn` is what `NoisyAddresses.turn` returned. Return False if the line is full, after refusing
    the connection, or if the connection was lost while it waited.
    """
    if turn is None:
        headers = {"retry-after": "1"}
        why = PlainTextResponse("too many connections wait at this address", 503, headers)
        await socket.send_denial_response(why)
        return False
    if turn.done():
        return True
    await socket.receive()
    gone = asyncio.create_task(socket.receive())
    try:
        await asyncio.wait((turn, gone), return_when=asyncio.FIRST_COMPLETED)
        return not gone.done()
    finally:
        turn.cancel()
        gone.cancel()


async def _dismiss_a_stranger(hall: Hall, transport: BoardSocket, where: str, after: float) -> None:
    await asyncio.sleep(after)
    if all(seat.where != where for seat in hall.boards.seats.values()):
        await transport.close()
