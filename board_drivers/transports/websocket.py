"""The client end of a websocket to the server: a board or agent in the closed room.

Binary messages carry wire bytes, divided as they come; texts are ignored. Compression is off: the
length of a compressed message would tell something about the dice in it.
"""

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from board_drivers.errors import LinkLost, PortUnavailable

MAX_MESSAGE = 64 * 1024


class WebsocketTransport:
    """An open connection; made by `open_websocket`."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def receive(self) -> bytes:
        """The next binary message; empty once the connection has gone."""
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
        """Close the connection; the far end has a second to agree."""
        await self._connection.close()


async def open_websocket(address: str) -> WebsocketTransport:
    """Connect to `ws://host/boards` (or wss). Raises PortUnavailable."""
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
