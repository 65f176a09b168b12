"""Serial ports: one that is there is served, whatever went wrong on it before."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path, PosixPath

import pytest

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import Suspicion
from board_drivers.link.runner import pump
from board_drivers.link.timers import LineTimers
from board_drivers.transports.tcp import TcpTransport
from board_drivers.wire.messages import Fault
from board_drivers.wire.values import FaultCode
from server.app import running_hall
from server.boards.board_alarm import (
    BoardAlarm,
    FolderUnreadable,
    LinkDoubted,
    LinkRefused,
    PortNotOpened,
    ServingFailed,
)
from server.boards.ports import Ports
from server.hall import Hall
from server.settings import Settings
from simulator.platform_support import PseudoTerminal
from tests.support.account_commands import given_key
from tests.support.ids import drawing
from tests.support.plugged import HeardJournal, PluggedBoard
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
async def hall_with_ports(
    folder: Path, baud: int = 115_200, listed: Sequence[str] = ()
) -> AsyncIterator[Hall]:
    """A hall that serves the ports in `folder`/devices, and those that are listed."""
    devices = folder / "devices"
    devices.mkdir(exist_ok=True)
    settings = Settings(
        data_folder=folder / "records", devices=devices, baud=baud, board_ports=tuple(listed)
    )
    async with running_hall(settings, QUICK, draw_id=drawing()) as (hall, *_):
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
            assert alarms(hall) == [(PORT, ServingFailed("OSError('the records cannot be read')"))]


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


async def test_a_listed_port_is_served_beside_the_folder_and_each_device_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.boards.ports.LOOK_EVERY", 0.02)
    aside, also = tmp_path / "COM5", tmp_path / "devices" / PORT
    async with (
        hall_with_ports(tmp_path, listed=[str(aside)]) as hall,
        cabled(PseudoTerminal(aside)) as board,
    ):
        await board.until(lambda it: it.connected)
        assert hall.boards.seats["BZ-1"].where == str(aside)
        also.symlink_to(aside.readlink())
        await board.until(lambda it: it.welcomes == 2)
        assert hall.boards.seats["BZ-1"].where == PORT


class DeviceServer:
    """A board's serial line on the network, as ser2net gives it to one client at a time."""

    def __init__(self, key: bytes | None) -> None:
        identity, journal = BoardIdentity("BZ-1", "Test", "1"), HeardJournal(bytes(8))
        link = BoardLink(identity, journal, key, 1, bytes(16))
        self.board = PluggedBoard(link, journal=journal)
        journal.acknowledging = partial(self.board.hear, ())  # type: ignore[method-assign]
        self._board_end: TcpTransport | None = None
        self._server: asyncio.Server | None = None

    async def listen(self, port: int = 0) -> str:
        """Take connections; the address to connect to."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port)
        return f"tcp://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._board_end = TcpTransport(reader, writer)
        await pump(self.board.link, self._board_end, self.board.hear)

    async def hang_up(self) -> None:
        """End the connection there is."""
        assert self._board_end is not None
        await self._board_end.close()

    async def close(self) -> None:
        """Take no more connections, and end the one there is."""
        assert self._server is not None
        self._server.close()
        await self.hang_up()


async def test_a_board_behind_a_tcp_address_is_let_in_by_its_key_and_reached_again(
    tmp_path: Path,
) -> None:
    key = bytes(range(32))
    line = DeviceServer(key)
    address = await line.listen()
    async with hall_with_ports(tmp_path, listed=[address]) as hall:
        await asyncio.to_thread(hall.board_keys.give, "BZ-1", "", key)
        await line.board.until(lambda it: it.connected)
        assert hall.boards.seats["BZ-1"].where == address
        line.board.link.report(Fault(FaultCode.BATTERY_LOW, 20))
        await line.hang_up()
        await line.board.until(lambda it: it.welcomes == 2)
        line.board.link.report(Fault(FaultCode.BATTERY_LOW, 15))
        await line.board.until(lambda it: not it.unstored)
        await line.close()


async def test_a_board_behind_a_tcp_address_needs_a_key(tmp_path: Path) -> None:
    line = DeviceServer(None)
    address = await line.listen()
    async with hall_with_ports(tmp_path, listed=[address]) as hall:
        await line.board.until(lambda it: bool(it.refusals))
        assert line.board.refusals == [FaultCode.KEY_REQUIRED]
        assert alarms(hall) == [(address, LinkRefused(FaultCode.KEY_REQUIRED))]
        await line.close()


async def test_an_address_that_hangs_up_at_once_is_named(tmp_path: Path) -> None:
    async def in_use(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"Port already in use\r\n")
        writer.close()

    server = await asyncio.start_server(in_use, "127.0.0.1", 0)
    address = f"tcp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server, hall_with_ports(tmp_path, listed=[address]) as hall:
        await until_alarmed(hall)
        why = f"{address} hangs up at once: perhaps another program is connected to it"
        assert alarms(hall) == [(address, PortNotOpened(why))]
