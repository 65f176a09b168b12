"""Faults 1 to 11: what a line does. Every roll comes exactly once, nobody has to do anything."""

import asyncio
from pathlib import Path

import pytest

from rules.room import Room
from simulator.connected_board import NetworkPort
from simulator.faults.plan import FaultPlan, PlannedFault
from tests.end_to_end.faults.faulty_hall import FaultyMatch, Hall, eventually, opened_hall

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.long]


async def _plays_through(hall: Hall, fault: PlannedFault, chance: float) -> None:
    """A game is played by cable and websocket with that fault on both lines."""
    plan = FaultPlan.of(f"{fault.plan_name} {chance}")
    async with hall.match(dict.fromkeys(Room, plan)) as match:
        await match.until_over()
        await match.check_exactly_once()
        for room in Room:
            assert match.strikes[room].struck[fault] > 0


async def _strikes_between_a_roll_and_its_acknowledgement(
    hall: Hall, fault: PlannedFault
) -> FaultyMatch:
    """It strikes the open board with a roll, the closed one with a READY."""
    plans = {
        Room.OPEN: FaultPlan.of(f"{fault.plan_name} after ROLL at event 12"),
        Room.CLOSED: FaultPlan.of(f"{fault.plan_name} after READY at event 12"),
    }
    async with hall.match(plans) as match:
        await match.until_over()
        await match.check_exactly_once()
        assert match.struck(fault) == len(Room)
        return match


async def test_01_bit_flip(hall: Hall) -> None:
    await _plays_through(hall, PlannedFault.BIT_FLIP, 0.05)


async def test_02_byte_lost_or_added(hall: Hall) -> None:
    await _plays_through(hall, PlannedFault.BYTE_LOST_OR_ADDED, 0.05)


async def test_03_duplicate_frame(hall: Hall) -> None:
    await _plays_through(hall, PlannedFault.DUPLICATE_FRAME, 0.3)


async def test_04_lost_ack(hall: Hall) -> None:
    await _plays_through(hall, PlannedFault.LOST_ACK, 0.1)


async def test_05_boot_log(hall: Hall) -> None:
    await _plays_through(hall, PlannedFault.BOOT_LOG, 0.2)


async def test_06_odd_reads(hall: Hall) -> None:
    await _plays_through(hall, PlannedFault.ODD_READS, 0.1)


async def test_07_oversize_frame(hall: Hall) -> None:
    await _plays_through(hall, PlannedFault.OVERSIZE_FRAME, 0.05)


async def test_08_stops_reading(hall: Hall) -> None:
    await _strikes_between_a_roll_and_its_acknowledgement(hall, PlannedFault.STOPS_READING)


async def test_09_silence(hall: Hall) -> None:
    """The board that has fallen silent is missed on the console; the other match plays on."""
    plan = FaultPlan.of("silence after ROLL at event 12")
    async with hall.match({Room.OPEN: plan}) as silent, hall.match() as other:
        board = silent.table.ids[Room.OPEN]

        async def is_missed() -> bool:
            return f"Connect board {board}" in await hall.console()

        await eventually(is_missed)
        await asyncio.gather(silent.until_over(), other.until_over())
        await silent.check_exactly_once()
        await other.check_exactly_once()


async def test_10_unplugged(hall: Hall) -> None:
    await _strikes_between_a_roll_and_its_acknowledgement(hall, PlannedFault.UNPLUGGED)


async def test_11_another_port(hall: Hall) -> None:
    match = await _strikes_between_a_roll_and_its_acknowledgement(hall, PlannedFault.ANOTHER_PORT)
    board = match.table.ids[Room.OPEN]
    assert f"port=usb-{board}-other-if00" in hall.server_log


async def test_faults_01_to_10_over_tcp(tmp_path: Path) -> None:
    """The open board is behind a serial port on the network; all at once on its line."""
    port = await NetworkPort.opened()
    chances = ("bit_flip", "byte_lost_or_added", "duplicate_frame", "lost_ack", "boot_log")
    plan = FaultPlan.of(
        *(f"{name} 0.02" for name in (*chances, "odd_reads", "oversize_frame")),
        *(f"{name} after ROLL at event {at}" for at, name in ((12, "unplugged"), (30, "silence"))),
    )
    ways = {Room.OPEN: [port]}
    async with (
        opened_hall(tmp_path, [f"--board-port={port.address}"]) as hall,
        hall.match({Room.OPEN: plan}, ways=ways) as match,
    ):
        await match.until_over()
        await match.check_exactly_once()
        assert match.struck(PlannedFault.UNPLUGGED) == match.struck(PlannedFault.SILENCE) == 1
    await port.close()
