"""A serial cable without the cable: a pseudo-terminal whose far end the server opens as a port."""

import asyncio
import contextlib
import os
import tty
from pathlib import Path

READ_AT_ONCE = 4096
UNREAD_CHUNKS = 16
"""Chunks taken out of the terminal before anybody has asked for them."""


class PseudoTerminal:
    """The board's end of a pseudo-terminal (a Transport); made inside a running event loop.

    `device` becomes a link to the server's end, as /dev/serial/by-id names a cable. The end stays
    open here too, so that the server may come and go. Bytes nobody reads are lost once the
    terminal's buffer is full, as on a cable; while this end does not receive, the server's writing
    stands still.
    """

    def __init__(self, device: Path) -> None:
        self._device = device
        self._ours, self._servers = os.openpty()
        tty.setraw(self._servers)
        os.set_blocking(self._ours, False)
        self._inbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._ours, self._read)
        self._is_reading = True
        self._open = True
        device.symlink_to(os.ttyname(self._servers))

    async def receive(self) -> bytes:
        """The next bytes; empty once this end is closed."""
        chunk = await self._inbox.get()
        if self._open and not self._is_reading and self._inbox.empty():
            self._loop.add_reader(self._ours, self._read)
            self._is_reading = True
        return chunk

    async def send(self, chunk: bytes) -> None:
        """Put the bytes on the line."""
        if self._open:
            with contextlib.suppress(BlockingIOError):
                os.write(self._ours, chunk)

    async def close(self) -> None:
        """Pull the cable out: the device disappears."""
        if not self._open:
            return
        self._open = False
        self._device.unlink(missing_ok=True)
        self._loop.remove_reader(self._ours)
        os.close(self._ours)
        os.close(self._servers)
        self._inbox.put_nowait(b"")

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._inbox.put_nowait(os.read(self._ours, READ_AT_ONCE))
        if self._inbox.qsize() >= UNREAD_CHUNKS:
            self._loop.remove_reader(self._ours)
            self._is_reading = False
