"""A board's serial port on the network, as ser2net gives it: the server connects to it."""

import asyncio

from board_drivers.transports.tcp import TcpTransport
from board_drivers.transports.transport import Transport


class NetworkPort:
    """A TCP port of this machine at which one board hears the server; made by `opened`."""

    def __init__(self) -> None:
        self._come: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
        self._come = asyncio.Queue()
        self._server: asyncio.Server | None = None

    @classmethod
    async def opened(cls) -> "NetworkPort":
        """A port that listens from now on."""
        port = cls()
        port._server = await asyncio.start_server(port._accept, "127.0.0.1", 0)
        return port

    @property
    def address(self) -> str:
        """How the server is told of it."""
        assert self._server is not None
        return f"tcp://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __call__(self) -> Transport:
        """The next connection of the server."""
        return TcpTransport(*await self._come.get())

    async def close(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._come.put_nowait((reader, writer))
