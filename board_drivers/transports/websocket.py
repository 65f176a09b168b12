"""A websocket between a board or agent and its server, for use at either end.

Binary messages carry wire bytes, split at any place; text messages are ignored. Compression is off,
as the length of a compressed message would reveal something about the dice in it.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed, WebSocketException

from board_drivers.errors import LinkLost, PortUnavailable

MAX_MESSAGE = 64 * 1024


class WebsocketTransport:
    """An open websocket, created by `open_websocket` or `a_board_connects`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def receive(self) -> bytes:
        """Return the next binary message; empty after the connection is gone."""
        try:
            message = await self._connection.recv()
            while isinstance(message, str):
                message = await self._connection.recv()
        except ConnectionClosed:
            return b""
        return message

    async def send(self, chunk: bytes) -> None:
        """Send one binary message. Raises LinkLost."""
        try:
            await self._connection.send(chunk)
        except ConnectionClosed as error:
            raise LinkLost(f"websocket: {error}") from error

    async def close(self) -> None:
        """Close the connection; wait at most a second for the far end's closing handshake."""
        await self._connection.close()


async def open_websocket(address: str) -> WebsocketTransport:
    """Connect to `ws://host/boards` or `wss://host/boards`. Raises PortUnavailable."""
    try:
        connection = await connect(
            address,
            compression=None,
            max_size=MAX_MESSAGE,
            ping_interval=None,
            open_timeout=5,
            close_timeout=1,
            proxy=None,
        )
    except (OSError, TimeoutError, WebSocketException) as error:
        raise PortUnavailable(f"{address} does not answer as a board server: {error}") from error
    return WebsocketTransport(connection)


@asynccontextmanager
async def a_board_connects(
    host: str, port: int, within: float
) -> AsyncIterator[WebsocketTransport]:
    """Listen until a board connects, and yield its transport. Only one board is accepted.

    Raises PortUnavailable if the address cannot be used, or if no board connects within `within`
    seconds.
    """
    came: asyncio.Future[ServerConnection] = asyncio.get_running_loop().create_future()

    async def take(connection: ServerConnection) -> None:
        if came.done():
            return
        came.set_result(connection)
        await connection.wait_closed()

    try:
        async with serve(
            take, host, port, compression=None, max_size=MAX_MESSAGE, ping_interval=None
        ):
            async with asyncio.timeout(within):
                connection = await came
            yield WebsocketTransport(connection)
    except TimeoutError as error:
        why = f"no board has connected to {host}:{port} within {within:g} s"
        raise PortUnavailable(why) from error
    except OSError as error:
        raise PortUnavailable(f"{host}:{port} cannot be listened at: {error}") from error
