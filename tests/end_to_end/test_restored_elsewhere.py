"""The server's machine dies in mid game: its backup goes on elsewhere, and nothing is missing."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from rules import events as ev
from rules.dice import Roll
from rules.position import Side
from rules.room import Room
from server.archive.restored_records import restore
from simulator.connected_board import ConnectedBoard
from simulator.dice_supply import SeededDice
from simulator.operator_desk import OperatorDesk
from simulator.people import sensible_players
from simulator.room_boards import Table, by_cable, by_websocket
from simulator.server_process import start_server
from tests.end_to_end.conftest import SEED
from tests.end_to_end.match_run import (
    DEADLINE,
    GAMES,
    LOOK_EVERY,
    PASSPHRASE,
    Moments,
    Run,
    dice_by_turn,
    finished,
    log_of,
    set_up,
    signed_form,
)

PLAYED_BEFORE = 200
"""Of what boards hear and say, before the backup is made that is restored."""
PLAYED_AFTER = 120
"""Of what boards hear and say, after it: acknowledged, and gone with the first machine."""
PACE = 0.02
"""Seconds for an action: two backups are made before the match is over."""
Rolls = Mapping[tuple[int, int, Side, int], Roll]


async def until(holds: Callable[[], bool]) -> None:
    while True:
        if holds():
            return
        await asyncio.sleep(LOOK_EVERY)


async def play(
    boards: Mapping[Room, ConnectedBoard], order: Sequence[Room], devices: Path, address: str
) -> None:
    """Run the boards until cancelled, the second one once the first is in session."""
    connect = {Room.OPEN: by_cable(devices), Room.CLOSED: by_websocket(address)}
    async with asyncio.TaskGroup() as tasks:
        for room in order:
            tasks.create_task(boards[room].run(connect[room]))
            await until(partial(is_in_session, boards[room]))


async def another_backup(folder: Path) -> None:
    """Wait for the end of a backup: the accounts are laid there last."""
    accounts = folder / "accounts.sqlite3"
    await until(accounts.exists)
    before = accounts.stat().st_mtime_ns
    await until(lambda: accounts.exists() and accounts.stat().st_mtime_ns != before)


def is_in_session(board: ConnectedBoard) -> bool:
    return not board.problem


async def stopped(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def played_on_two_machines(folder: Path, order: Sequence[Room]) -> tuple[Run, Rolls, Rolls]:
    """The match, the rolls that the backup had, and those that the first machine had stored."""
    first, backup, second = (folder / name for name in ("first", "backup", "second"))
    moments = Moments([])
    table = Table(SEED, SeededDice(SEED), folder / "boards", PACE, sensible_players)
    every = ("--backup-folder", str(backup), "--backup-every", "1")
    server = await start_server(first, folder / "devices", settings=every)
    desk = OperatorDesk(server.address)
    await desk.become_director(server.set_up_link, PASSPHRASE)
    boards = await set_up(desk, table, GAMES, 0, moments)
    playing = asyncio.create_task(play(boards, order, folder / "devices", server.address))
    await until(lambda: moments.count >= PLAYED_BEFORE)
    for _ in range(2):  # the first to end may have begun before
        await another_backup(backup)
    # What the server backs up later goes into a folder of its own.
    backup = backup.rename(folder / "kept")
    last_change = moments.count + PLAYED_AFTER
    await until(lambda: moments.count >= last_change)
    await server.kill()
    await stopped(playing)

    (match,) = (await restore(backup, second, datetime.now(UTC))).matches
    assert not match.over
    had, backed_up = [dice_by_turn(await log_of(each)) for each in (first, second)]
    server = await start_server(second, folder / "devices-2", server.port)
    playing = asyncio.create_task(play(boards, order, folder / "devices-2", server.address))
    await finished(desk)
    await stopped(playing)
    protocol = await signed_form(desk)
    await desk.close()
    await server.stop()
    return Run(protocol, await log_of(second), moments.count, 1), backed_up, had


@pytest.mark.parametrize(
    "order",
    [
        pytest.param((Room.OPEN, Room.CLOSED), marks=pytest.mark.long(15)),
        pytest.param((Room.CLOSED, Room.OPEN), marks=pytest.mark.soak),
    ],
)
async def test_a_match_goes_on_from_a_backup_elsewhere_and_ends_as_if_nothing_had_been(
    order: Sequence[Room], tmp_path: Path, undisturbed: Run
) -> None:
    async with asyncio.timeout(DEADLINE):
        restored, backed_up, stored = await played_on_two_machines(tmp_path, order)
    assert backed_up.items() < stored.items() <= dice_by_turn(restored.log).items()
    assert restored.protocol == undisturbed.protocol
    assert restored.protocol["complete"]
    assert dice_by_turn(restored.log) == dice_by_turn(undisturbed.log)
    assert not [e for e in restored.log if isinstance(e, ev.ThrowVoided | ev.ReadingRefused)]
