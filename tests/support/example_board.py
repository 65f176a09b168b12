"""The board of docs/example_board.py, played by the loop of a test."""

import asyncio
import importlib.util
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from board_drivers.transports.transport import Transport

FILE = Path(__file__).parents[2] / "docs" / "example_board.py"
POLLED_EVERY = 0.005


def example() -> Any:
    """The module, as whoever copies it has it."""
    spec = importlib.util.spec_from_file_location("example_board", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Stream:
    """A transport as such a board reads and writes: without waiting."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._read, self._written = b"", b""

    def read(self) -> bytes:
        """What has come."""
        chunk, self._read = self._read, b""
        return chunk

    def write(self, chunk: bytes) -> None:
        """Put bytes on the line."""
        self._written += chunk

    async def receive(self) -> None:
        """Take in what comes until the far end has gone."""
        while chunk := await self._transport.receive():
            self._read += chunk

    async def flush(self) -> None:
        """Send what was written."""
        chunk, self._written = self._written, b""
        if chunk:
            waiting = self._transport.send(chunk)
            if waiting is not None:
                await waiting


@asynccontextmanager
async def polled(kind: Any, transport: Transport, journal: Path) -> AsyncIterator[Any]:
    """A board of that class on a transport, polled as its own loop would."""
    loop, stream = asyncio.get_running_loop(), Stream(transport)
    board = kind(stream, lambda: int(loop.time() * 1000), b"example-1", str(journal))

    async def poll() -> None:
        while True:
            board.poll()
            await stream.flush()
            await asyncio.sleep(POLLED_EVERY)

    tasks = [loop.create_task(stream.receive()), loop.create_task(poll())]
    try:
        yield board
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
