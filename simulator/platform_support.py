"""Parts of the simulator that differ between operating systems: cables, processes and signals.

A serial cable is a pseudo-terminal, whose far end the server opens as a port. Windows has none:
there the simulated boards of the open room connect by websocket, as those of the closed room do.
"""

import asyncio
import contextlib
import importlib.util
import os
import signal
import sys
from pathlib import Path

HAS_CABLES = importlib.util.find_spec("termios") is not None
"""True if this system has pseudo-terminals."""

READ_AT_ONCE = 4096
UNREAD_CHUNKS = 16
"""Number of unread chunks in memory at which reading from the terminal stops."""


class PseudoTerminal:
    """The board's end of a pseudo-terminal (a Transport).

    `device` becomes a symbolic link to the server's end, as /dev/serial/by-id has a name for each
    cable. This object keeps the server's end open too, so that the server may open and close it. As
    on a cable, bytes that the server does not read are lost once the terminal's buffer is full.
    While `receive` is not called, the server's writing blocks. Create the object inside a running
    event loop.
    """

    def __init__(self, device: Path) -> None:
        self._device = device
        self._ours, self._servers, name = _opened()
        self._inbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._ours, self._read)
        self._is_reading = True
        self._open = True
        device.symlink_to(name)

    async def receive(self) -> bytes:
        """Wait for bytes and return them; return no bytes once this end is closed."""
        chunk = await self._inbox.get()
        if self._open and not self._is_reading and self._inbox.empty():
            self._loop.add_reader(self._ours, self._read)
            self._is_reading = True
        return chunk

    async def send(self, chunk: bytes) -> None:
        """Write all bytes to the terminal; bytes for which its buffer has no room are lost."""
        if self._open:
            with contextlib.suppress(BlockingIOError):
                while chunk:
                    chunk = chunk[os.write(self._ours, chunk) :]

    async def close(self) -> None:
        """Close both ends and remove the device, as if the cable were unplugged."""
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


def _opened() -> tuple[int, int, str]:
    """Open a pseudo-terminal in raw mode; return the board's end and the server's end.

    The last value returned is the name of the server's end.
    """
    if sys.platform == "win32":
        raise OSError("this system has no pseudo-terminals")
    else:
        import tty

        ours, servers = os.openpty()
        tty.setraw(servers)
        os.set_blocking(ours, False)
        return ours, servers, os.ttyname(servers)


def cancel_by_signals() -> None:
    """Make a closed terminal (SIGHUP) and SIGTERM cancel the current task, as Ctrl-C does.

    On a system or loop without signal handlers nothing is changed: there only Ctrl-C cancels the
    task.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", None)):
        if number is not None:
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, task.cancel)
