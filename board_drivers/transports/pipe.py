"""Two transports joined in memory, for tests and for a board inside the same process."""

import asyncio

from board_drivers.errors import LinkLost


class PipeEnd:
    """One end of a pipe; what it sends the other end receives, in order."""

    def __init__(self) -> None:
        self._inbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._other: PipeEnd | None = None
        self._closed = False

    async def receive(self) -> bytes:
        """The next bytes; empty once either end has closed."""
        if self._closed and self._inbox.empty():
            return b""
        return await self._inbox.get()

    async def send(self, chunk: bytes) -> None:
        """Put the bytes into the other end's inbox. Raises LinkLost."""
        if self._closed or self._other is None:
            raise LinkLost("the pipe is closed")
        if chunk:
            self._other._inbox.put_nowait(chunk)

    async def close(self) -> None:
        """Close both ends; bytes under way are still received."""
        for end in (self, self._other):
            if end is not None and not end._closed:
                end._closed = True
                end._inbox.put_nowait(b"")


def pipe() -> tuple[PipeEnd, PipeEnd]:
    """Two joined ends."""
    one, other = PipeEnd(), PipeEnd()
    one._other, other._other = other, one
    return one, other
