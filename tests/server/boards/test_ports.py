"""Serial ports: one that is there is served, whatever went wrong on it before."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path, PosixPath

import pytest

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import Suspicion
from board_drivers.link.runner import pump
from board_drivers.link.timers import LineTimers
from server.app import running_hall
from server.boards.board_alarm import BoardAlarm, FolderUnreadable, LinkDoubted, ServingFailed
from server.boards.ports import Ports
from server.hall import Hall
from server.settings import Settings
from simulator.pseudo_terminal import PseudoTerminal
from tests.support.account_commands import given_key
from tests.support.ids import drawing
from tests.support.plugged import PluggedBoard
from tests.support.quick import QUICK
from tests.support.served import opened

PORT = "usb-BZ-1"


@contextlib.asynccontextmanager
async def cabled(terminal: PseudoTerminal, key: bytes | None = None) -> AsyncIterator[PluggedBoard]:
    """A board at the far end of a cable."""
    identity = BoardIdentity("BZ-1", "Test", "1")
    board = PluggedBoard(BoardLink(identity, MemoryJournal(bytes(8)), key, 1, bytes(16)))
    pumping = asyncio.create_task(pump(board.link, terminal, board.hear))
    try:
        yield board
    finally:
        pumping.cancel()
        await asyncio.gather(pumping, return_exceptions=True)


@contextlib.asynccontextmanager
async def hall_with_ports(folder: Path, baud: int = 115_200) -> AsyncIterator[Hall]:
    """A hall that serves the ports in `folder`/devices."""
    devices = folder / "devices"
    devices.mkdir(exist_ok=True)
    settings = Settings(data_folder=folder / "records", devices=devices, baud=baud)
    async with running_hall(settings, QUICK, draw_id=drawing()) as (hall, _, _, _):
        yield hall


def alarms(hall: Hall) -> list[tuple[str, BoardAlarm]]:
    return [(each.where, each.alarm) for each in hall.boards.alarms.all()]


async def until_alarmed(hall: Hall) -> None:
    changed = asyncio.Event()
    hall.boards.alarms.listeners.append(changed.set)
    async with asyncio.timeout(30):
        while not alarms(hall):
            changed.clear()
            await changed.wait()


async def test_a_port_is_opened_again_after_a_fault_in_its_service_and_the_operator_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_with_ports(tmp_path) as hall:
        key, known, faults = given_key(hall.board_keys, "BZ-1"), hall.board_keys.get, [1]

        def key_of(board_id: str) -> bytes | None:
            if faults:
                faults.pop()
                raise OSError("the records cannot be read")
            return known(board_id)

        monkeypatch.setattr(hall.board_keys, "get", key_of)
        terminal = PseudoTerminal(tmp_path / "devices" / PORT)
        async with cabled(terminal, key) as board:
            await board.until(lambda it: it.connected)
            assert faults == []
            assert alarms(hall) == [
                (PORT, ServingFailed("OSError('the records cannot be read')")),
            ]


class Locked(PosixPath):
    """A folder that may not be read until it is unlocked."""

    unlocked = asyncio.Event()

    def iterdir(self):  # type: ignore[no-untyped-def]
        if not self.unlocked.is_set():
            raise PermissionError(13, "Permission denied")
        return super().iterdir()


async def test_a_devices_folder_that_cannot_be_read_is_told_and_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.boards.ports.LOOK_EVERY", 0.02)
    folder = Locked(tmp_path / "devices")
    folder.mkdir()
    async with opened(tmp_path) as served:
        watching = asyncio.create_task(Ports(served.hall.boards, folder, 115_200).watch())
        await until_alarmed(served.hall)
        assert alarms(served.hall) == [(str(folder), FolderUnreadable("Permission denied"))]
        folder.unlocked.set()
        async with cabled(PseudoTerminal(tmp_path / "devices" / PORT)) as board:
            await board.until(lambda it: it.connected)
            assert alarms(served.hall) == []
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


async def test_a_port_that_brings_no_frames_is_named_and_a_board_on_it_is_heard_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("board_drivers.link.admission.WRONG_RATE_AFTER", 0.2)
    monkeypatch.setattr("board_drivers.transports.serial_port.OVERRUN_PAUSE", 0.1)
    async with hall_with_ports(tmp_path) as hall:
        terminal = PseudoTerminal(tmp_path / "devices" / PORT)
        alarmed = asyncio.create_task(until_alarmed(hall))
        while not alarmed.done():
            await terminal.send(b"\x00\xf8\x80garbled")
            await asyncio.wait((alarmed,), timeout=0.05)
        assert alarms(hall) == [(PORT, LinkDoubted(Suspicion.WRONG_RATE))]
        async with cabled(terminal) as board:
            await board.until(lambda it: it.connected)
            assert alarms(hall) == []


@pytest.mark.parametrize("baud", [9_600, 115_200])
async def test_a_boards_link_has_the_timers_of_its_ports_rate(tmp_path: Path, baud: int) -> None:
    async with (
        hall_with_ports(tmp_path, baud) as hall,
        cabled(PseudoTerminal(tmp_path / "devices" / PORT)) as board,
    ):
        await board.until(lambda it: it.connected)
        assert hall.boards.seats["BZ-1"].link.timers == LineTimers.at_baud(baud)
