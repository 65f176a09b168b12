"""A line that can die without anybody hearing of it: a proxy that passes no byte on."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass


@dataclass
class Line:
    """Connections to `port` lead to a server, or nowhere while the line `swallows`."""

    port: int = 0
    swallows: bool = False

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass bytes on until either end closes; what was swallowed is never passed on."""
        while chunk := await reader.read(65_536):
            if not self.swallows:
                writer.write(chunk)
        writer.close()


@contextlib.asynccontextmanager
async def line_to(server: int) -> AsyncIterator[Line]:
    """A line to that port of this machine."""
    line = Line()
    under_way: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", server)
        for each in (line.carry(reader, back), line.carry(there, writer)):
            task = asyncio.create_task(each)
            under_way.add(task)
            task.add_done_callback(under_way.discard)

    listener = await asyncio.start_server(connected, "127.0.0.1", 0)
    line.port = listener.sockets[0].getsockname()[1]
    try:
        yield line
    finally:
        listener.close()
        for task in list(under_way):
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
