"""Raw TCP connections, by which the server reaches a board behind ser2net or a serial server.

The stream carries the same bytes as a cable. Often it ends in a serial line, on which damaged
frames and boot messages are normal. So such a connection is not closed because of damaged frames;
it is only not read for a while, like a port.
"""

import asyncio
import contextlib
import socket
from typing import Final
from urllib.parse import urlsplit

from board_drivers.errors import FieldRefused, LinkLost, PortUnavailable
from board_drivers.transports.serial_port import OVERRUN_PAUSE, UNPROVEN_EVERY

SCHEME: Final = "tcp://"
READ_AT_ONCE: Final = 4096
CONNECT_WITHIN: Final = 5.0
CLOSE_WITHIN: Final = 1.0
HALF_OPEN_AFTER: Final = 4.0
"""The seconds without a byte after which a connection with a board in session counts as lost.

As the board answers a PING every second, the far end must be gone, even if the network has not
reported that.
"""
_KEEPALIVE: Final = {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3}
"""The settings of TCP keep-alive, where the system has them.

They are the seconds of silence before the first probe, the seconds between probes, and the number
of unanswered probes that end the connection.
"""
_UNANSWERED_MS: Final = 10_000
"""The milliseconds for which sent bytes may be unacknowledged, if the system has such a limit."""


def tcp_address(text: str) -> tuple[str, int]:
    """Return the host and port of `tcp://host:port`. Raises FieldRefused for another address."""
    allowed = "tcp://host:port, such as tcp://192.0.2.20:4001"
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise FieldRefused("address", text, allowed) from None
    if not text.startswith(SCHEME) or not host or not port or f"{parts.path}{parts.query}":
        raise FieldRefused("address", text, allowed)
    return host, port


class TcpTransport:
    """An open TCP connection, created by `open_tcp`.

    It is a GuardedTransport: it is never closed because of noise.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._proven = True
        self._overrun = False

    async def receive(self) -> bytes:
        """Return the next bytes; empty if the far end has closed the connection or is silent."""
        try:
            if self._overrun:
                self._overrun = False
                await asyncio.sleep(OVERRUN_PAUSE)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0):
                        await self._reader.read(2 * READ_AT_ONCE)
            if not self._proven:
                await asyncio.sleep(UNPROVEN_EVERY)
            async with asyncio.timeout(HALF_OPEN_AFTER if self._proven else None):
                return await self._reader.read(READ_AT_ONCE)
        except OSError:  # TimeoutError is one
            return b""

    async def send(self, chunk: bytes) -> None:
        """Send the bytes, and wait while the far end does not read. Raises LinkLost."""
        if self._writer.is_closing():
            raise LinkLost("the connection is closed")
        try:
            self._writer.write(chunk)
            await self._writer.drain()
        except OSError as error:
            raise LinkLost(f"tcp: {error}") from error

    async def close(self) -> None:
        """Close the connection.

        Bytes that the far end does not read within a second are dropped.
        """
        self._writer.close()
        with contextlib.suppress(OSError):
            async with asyncio.timeout(CLOSE_WITHIN):
                await self._writer.wait_closed()
        self._writer.transport.abort()

    def proven(self, is_proven: bool) -> None:
        """Read at once if a board has proven itself, otherwise 25 times a second."""
        self._proven = is_proven

    def overrun(self) -> None:
        """Read nothing for a second, and then discard the bytes received meanwhile."""
        self._overrun = True


async def open_tcp(address: str) -> TcpTransport:
    """Connect to `tcp://host:port`. Raises PortUnavailable, or FieldRefused for another address."""
    host, port = tcp_address(address)
    try:
        async with asyncio.timeout(CONNECT_WITHIN):
            reader, writer = await asyncio.open_connection(host, port, limit=READ_AT_ONCE)
    except TimeoutError as error:
        raise PortUnavailable(f"{address} does not answer") from error
    except OSError as error:
        why = error.strerror or error
        raise PortUnavailable(f"{address} cannot be reached ({why})") from error
    _notice_what_is_gone(writer.get_extra_info("socket"))
    return TcpTransport(reader, writer)


def _notice_what_is_gone(connection: socket.socket) -> None:
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in {**_KEEPALIVE, "TCP_USER_TIMEOUT": _UNANSWERED_MS}.items():
        option = getattr(socket, name, None)
        if option is not None:
            connection.setsockopt(socket.IPPROTO_TCP, option, value)
