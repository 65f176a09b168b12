"""The serial ports of the hall: every device in a folder is served, whenever it is there."""

import asyncio
import errno
from pathlib import Path

import structlog

from board_drivers.errors import BoardDriverError, PortBusy, ServiceFailed
from board_drivers.link.runner import keep_open
from board_drivers.link.timers import LineTimers
from board_drivers.transports.serial_port import open_port
from board_drivers.transports.transport import Transport
from server.boards.board_alarm import (
    FolderUnreadable,
    PortForbidden,
    PortHeld,
    PortNotOpened,
    ServingFailed,
)
from server.boards.connections import BoardConnections

log = structlog.get_logger()
LOOK_EVERY = 1.0
"""Seconds between looks at the folder: a board plugged in is noticed within that."""


class Ports:
    """Watches a folder of serial devices, such as /dev/serial/by-id; `baud` is their speed."""

    def __init__(self, boards: BoardConnections, folder: Path, baud: int) -> None:
        self._boards, self._folder, self._baud = boards, folder, baud
        self._served: dict[Path, asyncio.Task[None]] = {}

    async def watch(self) -> None:
        """Open what appears and let go of what disappears, until cancelled.

        A folder that cannot be read is told to the operator, and looked at again.
        """
        try:
            while True:
                try:
                    self._look()
                except OSError as error:
                    self._unreadable(error)
                else:
                    self._boards.alarms.end(str(self._folder), FolderUnreadable)
                await asyncio.sleep(LOOK_EVERY)
        finally:
            for task in self._served.values():
                task.cancel()
            await asyncio.gather(*self._served.values(), return_exceptions=True)

    def _unreadable(self, error: OSError) -> None:
        why = error.strerror or str(error)
        log.warning("folder_unreadable", folder=str(self._folder), error=why)
        self._boards.alarms.add(str(self._folder), FolderUnreadable(why), cable=True)

    def _look(self) -> None:
        present = set(self._folder.iterdir()) if self._folder.is_dir() else set[Path]()
        for device in present - self._served.keys():
            self._served[device] = asyncio.get_running_loop().create_task(self._serve(device))
        for device in self._served.keys() - present:
            self._served.pop(device).cancel()
            self._boards.alarms.end(device.name)

    async def _serve(self, device: Path) -> None:
        alarms = self._boards.alarms

        async def connect() -> Transport:
            try:
                return await open_port(str(device), self._baud)
            except BoardDriverError:
                raise
            except Exception as fault:  # else the port would stand unserved until it is replugged
                log.exception("port_failed", port=device.name)
                alarms.add(device.name, ServingFailed(repr(fault)), cable=True)
                raise ServiceFailed(str(fault)) from fault

        async def use(port: Transport) -> None:
            log.info("port_open", port=device.name)
            alarms.end(device.name, PortHeld, PortForbidden, PortNotOpened)
            timers = LineTimers.at_baud(self._baud)
            try:
                await self._boards.serve(port, cable=True, where=device.name, timers=timers)
            except Exception as fault:
                raise ServiceFailed(str(fault)) from fault

        def failed(error: BoardDriverError) -> None:
            if isinstance(error, ServiceFailed):
                return
            alarms.add(device.name, _why_not_opened(error), cable=True)
            log.warning("port_unavailable", port=device.name, error=str(error))

        await keep_open(connect, use, failed)


def _why_not_opened(error: BoardDriverError) -> PortHeld | PortForbidden | PortNotOpened:
    if isinstance(error, PortBusy):
        return PortHeld(error.holder or "")
    cause = error.__cause__
    if isinstance(cause, OSError) and cause.errno in (errno.EACCES, errno.EPERM):
        return PortForbidden()
    return PortNotOpened(str(error))
