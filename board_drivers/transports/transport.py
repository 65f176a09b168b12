"""The interface of transports, which the driver of a link uses, and a pipe in memory.

The pipe is for tests and for a board in the same process.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, runtime_checkable

from board_drivers.errors import LinkLost


class Transport(Protocol):
    """A stream of bytes to and from one board or the server."""

    async def receive(self) -> bytes:
        """Return the next bytes; empty once the far end or the port is gone."""
        ...

    def send(self, chunk: bytes) -> Awaitable[None] | None:
        """Send the bytes.

        Return None if they are sent, else an awaitable. The caller must await it before the next
        call.

        Raises LinkLost, at once or when awaited, if the port or connection is gone.
        """
        ...

    async def close(self) -> None:
        """Close the port or connection; a second call must be possible and does nothing."""
        ...


@runtime_checkable
class DeliveringTransport(Transport, Protocol):
    """A transport that passes received bytes to a callback, which is cheaper than waking a task."""

    async def deliver(self, hear: Callable[[bytes], None]) -> None:
        """Call `hear` with bytes whenever they are received; return after the far end is gone."""
        ...


@runtime_checkable
class GuardedTransport(Transport, Protocol):
    """A transport that can limit how much is read from a far end that has not proven itself."""

    def proven(self, is_proven: bool) -> None:
        """Tell the transport whether a board has proven itself.

        Until the first call, nothing is limited.
        """
        ...

    def overrun(self) -> None:
        """Stop reading for a while, as an unproven far end has sent more than allowed.

        A port is not read for a second. The caller closes a websocket after this call, so a
        websocket itself only sets a mark that too much was sent.
        """
        ...


class PipeEnd:
    """One end of a pipe; the other end receives the bytes sent here in order."""

    def __init__(self) -> None:
        self._inbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._other: PipeEnd | None = None
        self._closed = False

    async def receive(self) -> bytes:
        """Return the next bytes; empty after either end is closed."""
        if self._closed and self._inbox.empty():
            return b""
        return await self._inbox.get()

    async def send(self, chunk: bytes) -> None:
        """Put the bytes into the inbox of the other end. Raises LinkLost if the pipe is closed."""
        if self._closed or self._other is None:
            raise LinkLost("the pipe is closed")
        if chunk:
            self._other._inbox.put_nowait(chunk)

    async def close(self) -> None:
        """Close both ends. Bytes already sent can still be received."""
        for end in (self, self._other):
            if end is not None and not end._closed:
                end._closed = True
                end._inbox.put_nowait(b"")


def pipe() -> tuple[PipeEnd, PipeEnd]:
    """Return the two ends of a new pipe."""
    one, other = PipeEnd(), PipeEnd()
    one._other, other._other = other, one
    return one, other
