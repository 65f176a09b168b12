"""The serial ports of the hall: every device in a folder, and further ports by name.

A port's name is that of its entry in the folder, the name of the device (`COM5`, `/dev/ttyUSB0`),
or the address of a serial port on the network (`tcp://host:port`).
"""

import asyncio
import errno
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import structlog

from board_drivers.errors import BoardDriverError, PortBusy, PortUnavailable, ServiceFailed
from board_drivers.link.runner import keep_open
from board_drivers.link.timers import LineTimers
from board_drivers.transports.serial_port import open_port
from board_drivers.transports.tcp import SCHEME, open_tcp
from board_drivers.transports.transport import Transport
from board_drivers.wire.values import WireRoom
from rules.room import Room
from server.boards.board_alarm import (
    FolderUnreadable,
    PortForbidden,
    PortHeld,
    PortNotOpened,
    ServingFailed,
)
from server.boards.connections import BoardConnections
from server.boards.translation.wire_terms import wire_room

log = structlog.get_logger()
LOOK_EVERY = 1.0
"""Seconds between two readings of the folder; a newly plugged board is found within this time."""
SETTLED_AFTER = 1.0
"""Seconds that a connection to a network address has to last to count as successful."""


@dataclass(frozen=True, slots=True)
class _Port:
    """A port: `name` is shown to people, `address` is the path or address that is opened."""

    name: str
    address: str

    @property
    def is_of_network(self) -> bool:
        return self.address.startswith(SCHEME)


class Ports:
    """A watcher that serves all serial devices in a folder, such as /dev/serial/by-id.

    `listed` are further ports to serve. `baud` is the speed of all ports. `rooms` maps the names of
    some ports to rooms. A board on a network port needs its key.
    """

    def __init__(
        self,
        boards: BoardConnections,
        folder: Path,
        baud: int,
        listed: Sequence[str] = (),
        rooms: Mapping[str, Room] | None = None,
    ) -> None:
        self._boards, self._folder, self._baud = boards, folder, baud
        self._listed = tuple(_Port(name, name) for name in listed)
        self._rooms = {name: wire_room(room) for name, room in (rooms or {}).items()}
        self._served: dict[_Port, asyncio.Task[None]] = {}

    async def watch(self) -> None:
        """Open ports that appear and close those that disappear; runs until cancelled.

        If the folder cannot be read, that is reported to the operator and the folder is read again.
        """
        try:
            while True:
                try:
                    found = self._found()
                except OSError as error:
                    self._unreadable(error)
                    found = tuple(self._served)
                else:
                    self._boards.alarms.end(str(self._folder), FolderUnreadable)
                self._serve_only({*found, *self._not_among(found)})
                await asyncio.sleep(LOOK_EVERY)
        finally:
            for task in self._served.values():
                task.cancel()
            await asyncio.gather(*self._served.values(), return_exceptions=True)

    def _unreadable(self, error: OSError) -> None:
        why = error.strerror or str(error)
        log.warning("folder_unreadable", folder=str(self._folder), error=why)
        self._boards.alarms.add(str(self._folder), FolderUnreadable(why), cable=True)

    def _found(self) -> tuple[_Port, ...]:
        present = self._folder.iterdir() if self._folder.is_dir() else ()
        return tuple(_Port(device.name, str(device)) for device in present)

    def _not_among(self, found: Iterable[_Port]) -> set[_Port]:
        """Return the listed ports that are not in the folder too. So each port is opened once."""
        devices = {os.path.realpath(port.address) for port in found if port not in self._listed}
        return {port for port in self._listed if os.path.realpath(port.address) not in devices}

    def _serve_only(self, ports: set[_Port]) -> None:
        for port in ports - self._served.keys():
            self._served[port] = asyncio.get_running_loop().create_task(self._serve(port))
        for port in self._served.keys() - ports:
            self._served.pop(port).cancel()
            self._boards.alarms.end(port.name)

    async def _serve(self, port: _Port) -> None:
        await keep_open(
            partial(self._connect, port), partial(self._use, port), partial(self._failed, port)
        )

    async def _connect(self, port: _Port) -> Transport:
        try:
            if port.is_of_network:
                return await open_tcp(port.address)
            return await open_port(port.address, self._baud)
        except BoardDriverError:
            raise
        except Exception as fault:  # otherwise nobody would serve the port until it is replugged
            log.exception("port_failed", port=port.name)
            self._boards.alarms.add(port.name, ServingFailed(repr(fault)), cable=True)
            raise ServiceFailed(str(fault)) from fault

    async def _use(self, port: _Port, transport: Transport) -> None:
        log.info("port_open", port=port.name)
        loop = asyncio.get_running_loop()
        settles_at = loop.time() + (SETTLED_AFTER if port.is_of_network else 0)
        ended = PortHeld, PortForbidden, PortNotOpened
        settling = loop.call_at(settles_at, self._boards.alarms.end, port.name, *ended)
        try:
            await self._boards.serve(
                transport,
                cable=True,
                where=port.name,
                timers=LineTimers.at_baud(self._baud),
                key_required=port.is_of_network,
                room=self._rooms.get(port.name, WireRoom.NONE),
            )
        except Exception as fault:
            raise ServiceFailed(str(fault)) from fault
        finally:
            settling.cancel()
        if loop.time() < settles_at:
            why = "hangs up at once: perhaps another program is connected to it"
            raise PortUnavailable(f"{port.name} {why}")

    def _failed(self, port: _Port, error: BoardDriverError) -> None:
        if isinstance(error, ServiceFailed):
            return
        self._boards.alarms.add(port.name, _why_not_opened(error), cable=True)
        log.warning("port_unavailable", port=port.name, error=str(error))


def _why_not_opened(error: BoardDriverError) -> PortHeld | PortForbidden | PortNotOpened:
    if isinstance(error, PortBusy):
        return PortHeld(error.holder or "")
    cause = error.__cause__
    if isinstance(cause, OSError) and cause.errno in (errno.EACCES, errno.EPERM):
        return PortForbidden()
    return PortNotOpened(str(error))
