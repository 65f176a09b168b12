"""What every transport offers to the link's driver.

Two transports joined in memory, for tests and for a board inside the same process.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, runtime_checkable

from board_drivers.errors import LinkLost


class Transport(Protocol):
    """A byte pipe to one board or to the server."""

    async def receive(self) -> bytes:
        """The next bytes, as they came; empty once the far end or the port has gone."""
        ...

    def send(self, chunk: bytes) -> Awaitable[None] | None:
        """Pass the bytes on; None if that is done, else to be awaited before the next ones.

        Raises LinkLost, at once or when awaited, if the port or connection has gone.
        """
        ...

    async def close(self) -> None:
        """Let go of the port or connection; safe to call twice."""
        ...


@runtime_checkable
class DeliveringTransport(Transport, Protocol):
    """A transport that calls with what comes, where `receive` would cost a task's wake-up."""

    async def deliver(self, hear: Callable[[bytes], None]) -> None:
        """Call `hear` with the bytes as they come; returns once the far end has gone."""
        ...


@runtime_checkable
class GuardedTransport(Transport, Protocol):
    """A transport that spares its reader what an unproven far end says too much of."""

    def proven(self, is_proven: bool) -> None:
        """Whether a board has proven itself; nothing is spared before this is said first."""
        ...

    def overrun(self) -> None:
        """More came than a far end may say without proving itself: spare the reader what follows.

        A port is left unread for a second; a connection is remembered and only waits to be closed.
        """
        ...


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
