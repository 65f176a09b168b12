"""The simulated boards of both rooms.

The open room's board is on a serial device; the closed room's connects by websocket.
"""

import asyncio
import os
import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import FileJournal, Journal
from board_drivers.link.timers import NETWORK
from board_drivers.transports.transport import Transport
from board_drivers.transports.websocket import open_websocket
from board_drivers.wire.values import Capability, WireRoom
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.room import Room
from simulator.connected_board import ConnectedBoard
from simulator.dice_supply import DiceSupply
from simulator.display import EXACT, SensorSet
from simulator.people import People, Seating, sensible_players
from simulator.platform_support import HAS_CABLES, PseudoTerminal
from simulator.sensor_board import SensorBoard

BOARD_IDS = {Room.OPEN: "simulated-open", Room.CLOSED: "simulated-closed"}
_CAN = Capability.CONSOLE | Capability.CUBE | Capability.DISPLAY
_WIRE_ROOM = {Room.OPEN: WireRoom.OPEN, Room.CLOSED: WireRoom.CLOSED}


@dataclass(frozen=True, slots=True)
class Table:
    """The settings of a match's simulated boards; there is one board in each of its rooms.

    The class is called Table, but its settings are those of all tables of the match. `folder` has
    the boards' journals. `pace` is the time in seconds that people take before each action.
    `seating` makes the player of each side in each room. `ids` are the boards' ids. Both boards
    have the same `sensors`.
    """

    seed: int
    dice: DiceSupply
    folder: Path
    pace: float = 0.0
    seating: Seating = sensible_players
    game: Game = BACKGAMMON
    ids: Mapping[Room, str] = field(default_factory=lambda: BOARD_IDS)
    sensors: SensorSet = EXACT

    def board(self, room: Room, key: bytes | None, on_change: Callable[[], None]) -> ConnectedBoard:
        """Return a room's board with its people and its link; only the open room's board has dice.

        `key` is the board's key. `on_change` is called after each change.
        """
        board = SensorBoard(self.game, *self.at_table(room), self.sensors)
        link = self.link(room, key, self.journal(room))
        return ConnectedBoard(board, link, self.pace, on_change)

    def at_table(self, room: Room) -> tuple[People, DiceSupply | None]:
        """Return the people in a room and the source of its dice, None in the closed room."""
        people = People(self.seed, room, self.seating)
        return people, self.dice if room is Room.OPEN else None

    def journal_file(self, room: Room) -> Path:
        """Return the path of the journal of the room's board."""
        return self.folder / f"{self.ids[room]}.journal"

    def journal(self, room: Room) -> FileJournal:
        """Open the journal of the room's board, as a board does when it is switched on."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return FileJournal(self.journal_file(room), os.urandom(8))

    def link(self, room: Room, key: bytes | None, journal: Journal) -> BoardLink:
        """Return the link of the room's board as it is just after the board was switched on."""
        board_id = self.ids[room]
        can, limit = _CAN | self.sensors.capabilities, self.sensors.point_limit
        identity = BoardIdentity(board_id, "Simulated board", "1", can, limit, _WIRE_ROOM[room])
        timers = NETWORK if room is Room.CLOSED else None
        boot_id = zlib.crc32(os.urandom(8))
        return BoardLink(identity, journal, key, boot_id, os.urandom(16), timers=timers)


def by_cable(
    devices: Path, board_id: str = BOARD_IDS[Room.OPEN]
) -> Callable[[], Awaitable[Transport]]:
    """Return a function that connects a board by a simulated serial cable.

    The server finds the cable as a device with the board's id in its name, in the folder `devices`.
    """

    devices.mkdir(parents=True, exist_ok=True)
    device = devices / f"usb-{board_id}-if00"

    async def connect() -> Transport:
        return PseudoTerminal(device)

    return connect


def by_websocket(address: str) -> Callable[[], Awaitable[Transport]]:
    """Return a function that connects a board by websocket to the server at an http address."""

    async def connect() -> Transport:
        return await open_websocket(f"{address.replace('http', 'ws', 1)}/boards")

    return connect


async def play_all(
    boards: Mapping[Room, ConnectedBoard],
    devices: Path,
    address: str,
    ids: Mapping[Room, str] = BOARD_IDS,
) -> None:
    """Run a match's one or two boards until cancelled. The server may stop and start meanwhile.

    `devices` is the folder of simulated cables, and `address` the server's http address. `ids` are
    the boards' ids. The open room's board is on a cable if this system has any, else it is
    connected by websocket as the closed room's board is.
    """
    network = by_websocket(address)
    cable = by_cable(devices, ids[Room.OPEN]) if HAS_CABLES else network
    connect = {Room.OPEN: cable, Room.CLOSED: network}
    async with asyncio.TaskGroup() as tasks:
        for room, board in boards.items():
            tasks.create_task(board.run(connect[room]))
