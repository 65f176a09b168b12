"""The interface of transports, used by the link's driver.

Also two transports joined in memory, for tests and for a board inside the same process.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, runtime_checkable

from board_drivers.errors import LinkLost


class Transport(Protocol):
    """A byte pipe to one board or to the server."""

    async def receive(self) -> bytes:
        """Return the next bytes, as they came; empty once the far end or the port has gone."""
        ...

    def send(self, chunk: bytes) -> Awaitable[None] | None:
        """Send the bytes; return None if they are sent, else what to await before the next call.

        Raises LinkLost, at once or when awaited, if the port or connection has gone.
        """
        ...

    async def close(self) -> None:
        """Close the port or connection; safe to call twice."""
        ...


@runtime_checkable
class DeliveringTransport(Transport, Protocol):
    """A transport that passes bytes to a callback, where `receive` would cost a task's wake-up."""

    async def deliver(self, hear: Callable[[bytes], None]) -> None:
        """Call `hear` with the bytes as they come; return once the far end has gone."""
        ...


@runtime_checkable
class GuardedTransport(Transport, Protocol):
    """A transport that limits what its reader has to read from an unproven far end."""

    def proven(self, is_proven: bool) -> None:
        """Note if a board has proven itself; nothing is limited before the first call."""
        ...

    def overrun(self) -> None:
        """Stop reading for a while, as an unproven far end has sent more than it may.

        A port is left unread for a second; a connection is marked and only waits to be closed.
        """
        ...


class PipeEnd:
    """One end of a pipe; the other end receives its bytes in order."""

    def __init__(self) -> None:
        self._inbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._other: PipeEnd | None = None
        self._closed = False

    async def receive(self) -> bytes:
        """Return the next bytes; empty once either end has closed."""
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
    """Return two joined ends."""
    one, other = PipeEnd(), PipeEnd()
    one._other, other._other = other, one
    return one, other
