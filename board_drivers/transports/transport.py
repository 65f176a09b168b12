"""What every transport offers to the link's driver."""

from typing import Protocol


class Transport(Protocol):
    """A byte pipe to one board or to the server."""

    async def receive(self) -> bytes:
        """The next bytes, as they came; empty once the far end or the port has gone."""
        ...

    async def send(self, chunk: bytes) -> None:
        """Pass the bytes on without waiting for the far end longer than it takes to queue them.

        Raises LinkLost if the port or connection has gone.
        """
        ...

    async def close(self) -> None:
        """Let go of the port or connection; safe to call twice."""
        ...
