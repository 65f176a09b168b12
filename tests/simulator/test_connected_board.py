"""Simulated boards over a real pseudo-terminal and a pipe, with a server that dies."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from board_drivers.errors import LinkLost
from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import FileJournal
from board_drivers.transports.serial_port import open_port
from board_drivers.transports.transport import Transport, pipe
from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.room import Room, RoomResult
from simulator.connected_board import ConnectedBoard
from simulator.dice_supply import SeededDice
from simulator.people import People
from simulator.platform_support import PseudoTerminal
from simulator.sensor_board import SensorBoard
from tests.simulator.in_process import TwoRooms
from tests.simulator.small_server import SmallServer

KEY = bytes(range(32))
SEED = 11


def a_board(room: Room, folder: Path) -> ConnectedBoard:
    identity = BoardIdentity(room.value, "Simulated board", "1.0")
    journal = FileJournal(folder / f"{room.value}.journal", room.value.encode().ljust(8))
    key = KEY if room is Room.CLOSED else None
    link = BoardLink(identity, journal, key, 1, Random(room.value).randbytes(16))
    dice = SeededDice(SEED) if room is Room.OPEN else None
    return ConnectedBoard(SensorBoard(BACKGAMMON, People(SEED, room), dice), link)


def keys(board_id: str) -> bytes | None:
    return KEY if board_id == "closed" else None


async def played(folder: Path, lives: list[int], games: int) -> SmallServer:
    """A match; the server dies after so many events of each life, the last life is whole."""
    server = SmallServer(keys, games)
    device, plugged_in = folder / "board", asyncio.Event()
    sockets: asyncio.Queue[Transport] = asyncio.Queue()

    async def cable() -> Transport:
        made = PseudoTerminal(device)
        plugged_in.set()
        return made

    async def network() -> Transport:
        ours, servers = pipe()
        sockets.put_nowait(servers)
        return ours

    connects: dict[Room, Callable[[], Awaitable[Transport]]] = {
        Room.OPEN: cable,
        Room.CLOSED: network,
    }
    async with asyncio.timeout(120), asyncio.TaskGroup() as tasks:
        boards = [
            tasks.create_task(a_board(room, folder).run(connect))
            for room, connect in connects.items()
        ]
        for die_after in (*lives, 0):
            await plugged_in.wait()
            port, socket = await open_port(str(device)), await sockets.get()
            await server.live({Room.OPEN: port, Room.CLOSED: socket}, die_after)
        for board in boards:
            board.cancel()
    return server


@cache
def undisturbed(games: int) -> dict[tuple[int, Room], RoomResult]:
    return TwoRooms.seated(seed=SEED, timing=1, games=games).play()


async def test_two_boards_play_a_match_over_a_pseudo_terminal_and_a_pipe(tmp_path: Path) -> None:
    server = await played(tmp_path, [], games=1)
    assert dict(server.state.results) == undisturbed(1)
    assert not (tmp_path / "board").exists()


@pytest.mark.parametrize(
    ("games", "deaths", "most"), [(1, 3, 30), pytest.param(4, 10, 60, marks=pytest.mark.long)]
)
async def test_a_server_that_dies_again_and_again_changes_nothing(
    tmp_path: Path, games: int, deaths: int, most: int
) -> None:
    moments = Random(1)
    server = await played(tmp_path, [moments.randint(3, most) for _ in range(deaths)], games)
    assert server.lives == deaths + 1
    assert dict(server.state.results) == undisturbed(games)
    keys_thrown = [
        (e.game, e.attempt, e.side, e.turn) for e in server.log if isinstance(e, ev.RollThrown)
    ]
    assert len(keys_thrown) == len(set(keys_thrown))
    assert not [e for e in server.log if isinstance(e, ev.ReadingRefused | ev.ThrowVoided)]


async def test_a_pseudo_terminal_carries_bytes_both_ways_and_loses_what_nobody_reads(
    tmp_path: Path,
) -> None:
    cable = PseudoTerminal(tmp_path / "board")
    await cable.send(b"before anybody has opened it")
    port = await open_port(str(tmp_path / "board"))
    await port.send(b"\x00\x03\x11\x13\xff")
    received = b""
    while len(received) < 5:
        received += await cable.receive()
    assert received == b"\x00\x03\x11\x13\xff"
    await port.close()
    for _ in range(1000):
        await cable.send(b"x" * 200)
    await cable.close()
    await cable.close()
    assert await cable.receive() == b""


async def test_a_board_without_a_server_keeps_trying_and_says_what_is_wrong(tmp_path: Path) -> None:
    attempts = asyncio.Queue[None]()

    async def unreachable() -> Transport:
        attempts.put_nowait(None)
        raise LinkLost("nobody listens")

    board = a_board(Room.CLOSED, tmp_path)
    running = asyncio.create_task(board.run(unreachable))
    for _ in range(2):
        await attempts.get()
    assert board.problem == "nobody listens"
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
