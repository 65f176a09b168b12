"""Boards over a websocket: the closed room's, and any other without a cable."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from board_drivers.errors import LinkLost
from server.access import Action
from server.hall import Hall
from server.web.boards.noisy_addresses import NoisyAddresses
from server.web.edge.authorization import needs
from server.web.edge.direct_socket import direct_socket
from server.web.edge.services import HallDep, room_service

STRANGERS_STAY = 60.0
"""Seconds; a board whose key is being given on the page says HELLO every five (docs/wire.md)."""


class BoardSocket:
    """A server-side websocket as a transport: every binary message carries wire bytes.

    `was_noise`: too much came without a proof that it is a board's. `close_code` is what the far
    end is told when the server closes (RFC 6455, 7.4.1).
    """

    def __init__(self, socket: WebSocket) -> None:
        self.was_noise = False
        self.close_code = 1000
        self._socket = socket
        self._direct = direct_socket(socket.scope)
        self._open = True

    async def receive(self) -> bytes:
        """The next bytes; empty once the connection has closed or text came instead."""
        message = await self._socket.receive()
        if message["type"] != "websocket.receive" or not message.get("bytes"):
            self._open = message["type"] != "websocket.disconnect"
            return b""
        return bytes(message["bytes"])

    async def deliver(self, hear: Callable[[bytes], None]) -> None:
        """Call `hear` with each message; returns when `receive` would give nothing any more."""
        while chunk := await self.receive():
            hear(chunk)
            if self._direct is not None and self._direct.queue.empty():
                self._direct.hear = hear

    def send(self, chunk: bytes) -> Awaitable[None] | None:
        """Send the bytes as one binary message; raises LinkLost when nobody is there."""
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
        """Read what comes in the same way: it wakes the loop once a message."""

    def overrun(self) -> None:
        """Remember that this is no board's."""
        self.was_noise = True

    async def close(self) -> None:
        """Close the connection if it is still open; noise is cut off, without waiting for more."""
        if not self._open:
            return
        self._open = False
        if self.was_noise and self._direct is not None:
            self._direct.hang_up()
        else:
            await self._socket.close(self.close_code)


class BoardAdmission:
    """Which connections are taken up, and how long they may stay.

    A board proves itself inside the link, by its own key. One that has not within `strangers_stay`
    seconds is hung up on and may come again.
    """

    def __init__(self, strangers_stay: float = STRANGERS_STAY) -> None:
        self.strangers_stay = strangers_stay
        self.addresses = NoisyAddresses()


AdmissionDep = Annotated[BoardAdmission, Depends(room_service(BoardAdmission))]
router = APIRouter(dependencies=[Depends(needs(Action.CONNECT_BOARD))])


@router.websocket("/boards")
async def boards(socket: WebSocket, hall: HallDep, admission: AdmissionDep) -> None:
    """A board's connection, until either end closes it."""
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
    """True once the connection may be taken up; one that may not, now or any more, is answered."""
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
