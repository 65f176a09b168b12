"""Serial ports, each with a thread that reads and one that writes.

This is the only module that uses pyserial. If a board stops reading, the queue of bytes to send
fills up; further bytes are dropped, as on a faulty line, and the link repeats them. The event loop
never waits for a port.
"""

import asyncio
import contextlib
import errno
import os
import queue
import re
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import serial
from serial.tools import list_ports as system_ports

from board_drivers.errors import LinkLost, PortBusy, PortUnavailable

BY_ID = Path("/dev/serial/by-id")
QUEUED_CHUNKS = 64
UNPROVEN_EVERY = 0.04
"""The seconds between two reads of the port until a board has proven itself.

Reads are this rare so that noise costs little.
"""
OVERRUN_PAUSE = 1.0
"""The seconds for which a port is not read after its far end sent too many bytes unproven."""
_COM_PORT = re.compile(r"(?:\\\\\.\\)?COM(\d+)", re.IGNORECASE)
_GONE = (OSError, TypeError)
"""The exceptions that pyserial raises if a port is unplugged, or closed in another thread."""


@dataclass(frozen=True, slots=True)
class PortName:
    """A serial port that people can choose, with the text that describes it.

    `path` stays the same after replugging if the system supports that.
    """

    path: str
    description: str


def list_ports(folder: Path = BY_ID) -> list[PortName]:
    """Return the ports of this computer, those with stable names first, and each device once.

    `folder` is the folder in which the system lists devices by stable names.
    """
    stable = sorted(folder.iterdir()) if folder.is_dir() else []
    named = [PortName(str(link), link.name) for link in stable]
    known = {os.path.realpath(link) for link in stable}
    others = [
        port for port in system_ports.comports() if os.path.realpath(port.device) not in known
    ]
    return named + [
        PortName(port.device, port.description)
        for port in sorted(others, key=lambda port: in_order(port.device))
    ]


def port_name(text: str) -> str:
    """Return a port's name as `list_ports` gives it.

    On Windows all spellings of COM5, such as com5, become COM5. Names on other systems stay as they
    are.
    """
    windows = _COM_PORT.fullmatch(text.strip())
    return f"COM{windows[1]}" if windows else text.strip()


def in_order(name: str) -> tuple[str, int, str]:
    """Return the key by which names of ports are sorted, so that COM9 comes before COM10."""
    stem = name.rstrip("0123456789")
    return stem, int(name[len(stem) :] or 0), name


class SerialPort:
    """An open port, 8N1, which no other process can open. Create it with `open_port`.

    It must be created inside a running event loop. It is a GuardedTransport: it stays open whatever
    is received.
    """

    def __init__(self, port: serial.Serial) -> None:
        self.dropped = 0
        self._port = port
        self._loop = asyncio.get_running_loop()
        self._inbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._outbox: queue.Queue[bytes | None] = queue.Queue(QUEUED_CHUNKS)
        self._closing = threading.Event()
        self._gone = False
        self._read_every = 0.0
        self._unread_until = 0.0
        self._threads = [
            threading.Thread(target=work, name=f"{work.__name__} {port.port}", daemon=True)
            for work in (self._read, self._write)
        ]
        for thread in self._threads:
            thread.start()

    async def receive(self) -> bytes:
        """Return the next bytes; empty once the port is gone or closed."""
        if self._gone and self._inbox.empty():
            return b""
        chunk = await self._inbox.get()
        self._gone = self._gone or not chunk
        return chunk

    async def send(self, chunk: bytes) -> None:
        """Queue the bytes. If the board does not read, drop and count them. Raises LinkLost."""
        if self._gone or self._closing.is_set():
            raise LinkLost(f"port {self._port.port} is gone")
        try:
            self._outbox.put_nowait(chunk)
        except queue.Full:
            self.dropped += len(chunk)

    async def close(self) -> None:
        """Stop both threads and close the port."""
        if not self._closing.is_set():
            self._closing.set()
            with contextlib.suppress(queue.Full):
                self._outbox.put_nowait(None)
            await asyncio.to_thread(self._release)

    def proven(self, is_proven: bool) -> None:
        """Read at once if a board has proven itself, otherwise every UNPROVEN_EVERY seconds."""
        self._read_every = 0.0 if is_proven else UNPROVEN_EVERY

    def overrun(self) -> None:
        """Discard all bytes received within the next second.

        The driver calls this if an unproven far end has sent too many bytes.
        """
        self._unread_until = time.monotonic() + OVERRUN_PAUSE

    def _release(self) -> None:
        for thread in self._threads:
            while thread.is_alive():
                with contextlib.suppress(*_GONE):
                    self._port.cancel_read()
                    self._port.cancel_write()
                thread.join(0.05)
        with contextlib.suppress(*_GONE):
            self._port.close()

    def _read(self) -> None:
        try:
            while not self._closing.is_set():
                chunk = self._port.read(1)
                if not chunk:
                    continue
                if self._read_every:
                    self._closing.wait(self._read_every)
                chunk += self._port.read(self._port.in_waiting)
                if (pause := self._unread_until - time.monotonic()) > 0:
                    self._closing.wait(pause)
                    self._port.read(self._port.in_waiting)
                else:
                    self._deliver(chunk)
        except _GONE:
            pass
        finally:
            self._deliver(b"")

    def _deliver(self, chunk: bytes) -> None:
        # The loop may be closed while a port is still open.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._inbox.put_nowait, chunk)

    def _write(self) -> None:
        try:
            while not self._closing.is_set() and (chunk := self._outbox.get()) is not None:
                self._port.write(chunk)
        except _GONE:
            self._deliver(b"")


async def open_port(name: str, baud: int = 115_200) -> SerialPort:
    """Open a port by its path. Raises PortBusy or PortUnavailable."""
    try:
        port = await asyncio.to_thread(serial.Serial, name, baud, exclusive=True)
    except (OSError, ValueError) as error:
        if is_in_use(error):
            raise PortBusy(name, await asyncio.to_thread(_holder_of, name)) from error
        raise PortUnavailable(f"port {name} cannot be opened: {_why(error)}") from error
    return SerialPort(port)


def is_in_use(error: Exception) -> bool:
    """Return True if a port could not be opened because another process has it open.

    Windows then denies access, which pyserial reports only in the text of the error.
    """
    if isinstance(error, OSError) and error.errno in (errno.EAGAIN, errno.EBUSY):
        return True
    return getattr(error, "errno", None) is None and "PermissionError(13" in str(error)


def _why(error: Exception) -> str:
    number = getattr(error, "errno", None)
    if number in (errno.EACCES, errno.EPERM):
        return "this account may not; on Debian the group dialout may"
    return os.strerror(number) if number else str(error)


def _holder_of(name: str) -> str | None:
    device = os.path.realpath(name)
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            for handle in (process / "fd").iterdir():
                if os.path.realpath(handle) == device and process.name != str(os.getpid()):
                    return f"{(process / 'comm').read_text().strip()} ({process.name})"
    return None
