"""Faults 15 to 20, 25 and 37 to 39: where somebody has to act, he is told; other boards play on."""

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from board_drivers.link.journal import MemoryJournal
from board_drivers.transports.transport import Transport
from rules import events as ev
from rules.events import Refusal
from rules.room import Room
from simulator.connected_board import ConnectedBoard
from simulator.faults.faulty_board import FaultyBoard
from simulator.faults.plan import FaultPlan, PlannedFault, Strikes
from simulator.platform_support import PseudoTerminal
from simulator.room_boards import by_cable
from simulator.sensor_board import SensorBoard
from tests.end_to_end.faults.faulty_hall import NO_FAULTS, Hall, opened_hall

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.long]


async def test_15_journal_wiped(hall: Hall) -> None:
    """It is held, and nothing of it counts, until the operator lets it in; the match goes on."""
    plan = FaultPlan.of("journal_wiped after TURN_DONE at event 20")
    async with hall.match({Room.OPEN: plan}) as match, hall.match() as other:
        board = match.table.ids[Room.OPEN]
        await hall.until_alarm("not accepted: it came back with a different memory", board)
        at = len(ev_of_boards(await match.log(), Room.OPEN))
        await other.until_over()
        assert len(ev_of_boards(await match.log(), Room.OPEN)) == at
        await hall.let_in(match, Room.OPEN, "new-journal")
        await match.until_over()
        await match.check_exactly_once()
        await hall.until_well(board)
        assert [e.doubt for e in await match.log() if isinstance(e, ev.BoardLetIn)] == [
            ev.BoardDoubt.NEW_JOURNAL
        ]


def ev_of_boards(log: list[ev.Event], room: Room) -> list[ev.Event]:
    """What the board of that room has made happen."""
    return [e for e in log if isinstance(e, ev.PlayMade) and e.room is room]


async def test_16_board_ahead(hall: Hall) -> None:
    """A board that no longer has what the records lack is refused, with what to do."""
    async with hall.match(plugged=False) as match:
        table, room = match.table, Room.OPEN
        journal = MemoryJournal(os.urandom(8), first=5000)
        sensors = SensorBoard(table.game, *table.at_table(room))
        link = table.link(room, match.keys[room], journal)
        match.boards[room] = ConnectedBoard(sensors, link)
        match.plug_in(room)
        await hall.until_alarm("it knows more than these records hold", table.ids[room])


async def test_17_board_twice(hall: Hall) -> None:
    """The second one is refused, the first plays on."""
    async with hall.match() as match:
        await match.until_logged(lambda log: any(isinstance(e, ev.RollThrown) for e in log))
        table = replace(match.table, folder=hall.folder / "doubles")
        double = FaultyBoard(table, Room.CLOSED, match.keys[Room.CLOSED], Strikes(NO_FAULTS, 1))
        playing = asyncio.create_task(double.run(match.ways[Room.CLOSED]))
        try:
            await hall.until_alarm(
                "another board with that name is connected", table.ids[Room.CLOSED]
            )
            await match.until_over()
            await match.check_exactly_once()
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)


async def test_18_wrong_version(hall: Hall) -> None:
    """Refused with what to do; once it is set right it is let in, and nothing is lost."""
    plan = FaultPlan.of("wrong_version", "unplugged at event 12")
    async with hall.match({Room.CLOSED: plan}) as match:
        board = match.table.ids[Room.CLOSED]
        await hall.until_warned("it uses a different version of the wire")
        await match.until_over()
        await match.check_exactly_once()
        await hall.until_well(board)


async def test_19_bad_tag(hall: Hall) -> None:
    """Frames of somebody else on the connection have no effect, and the first is told."""
    plan = FaultPlan.of("bad_tag 0.1")
    async with hall.match({Room.CLOSED: plan}) as match:
        await match.until_over()
        await match.check_exactly_once()
        assert match.struck(PlannedFault.BAD_TAG) > 1
        await hall.until_alarm("an unsigned message was dropped", match.table.ids[Room.CLOSED])


async def test_20_rooms_swapped(tmp_path: Path) -> None:
    """Boards in ports of the other room are held, and the operator is told to swap the cables."""
    ports = {room: f"port-{room.value}" for room in Room}
    labels = [f"--port-room=usb-{port}-if00={room.value}" for room, port in ports.items()]
    async with opened_hall(tmp_path, labels) as hall:
        at = {room: by_cable(hall.devices, port) for room, port in ports.items()}
        ways = {Room.OPEN: [at[Room.CLOSED]], Room.CLOSED: [at[Room.OPEN]]}
        async with hall.match(ways=ways) as match:
            for room in Room:
                await hall.until_alarm("swap the cables", match.table.ids[room])
            assert not [e for e in await match.log() if isinstance(e, ev.BoardAttached)]
            for room in Room:
                await match.pull_out(room)
            for room in Room:
                match.ways[room] = at[room]
                match.plug_in(room)
            await match.until_over()
            await match.check_exactly_once()
            for room in Room:
                await hall.until_well(match.table.ids[room])


async def test_25_other_dice_shown(hall: Hall) -> None:
    """The table is stopped and the dice are sent again; once they are right it goes on."""
    plan = FaultPlan.of("other_dice_shown at event 10")
    async with hall.match({Room.CLOSED: plan}) as match:
        await match.until_over()
        await match.check_exactly_once()
        log = await match.log()
        assert len([e for e in log if isinstance(e, ev.EchoMismatched)]) == 1
        assert len([e for e in log if isinstance(e, ev.TableReleased)]) == 1


async def test_37_low_battery(hall: Hall) -> None:
    """The operator is told; the game is played out, the next one waits until he lets it begin."""
    plan = FaultPlan.of("low_battery at event 10")
    async with hall.match({Room.OPEN: plan}) as match:
        board = match.table.ids[Room.OPEN]
        await hall.until_alarm("its battery is at 9 per cent", board)
        await match.until_over()
        await match.check_exactly_once()

        def is_refused(log: list[ev.Event]) -> bool:
            voided = [e for e in log if isinstance(e, ev.ThrowVoided)]
            return any(e.why is Refusal.BATTERY_LOW for e in voided)

        await match.until_logged(is_refused)
        assert not [e for e in await match.log() if isinstance(e, ev.RollThrown) and e.game == 2]
        await hall.let_in(match, Room.OPEN, "battery-low")
        match.boards[Room.OPEN].board.restart(forgetful=True)
        match.boards[Room.OPEN].wake()
        await match.until_over(2)
        await match.check_exactly_once(2)


async def test_38_wrong_baud(hall: Hall) -> None:
    """Named within seconds; set right, the board is heard."""
    plan = FaultPlan.of("wrong_baud", "wrong_baud at event 12")
    async with hall.match({Room.OPEN: plan}, cables=tuple(Room)) as match, hall.match() as other:
        board = match.table.ids[Room.OPEN]
        await hall.until_alarm("set the board to the server's baud rate", board)
        await asyncio.gather(match.until_over(), other.until_over())
        await match.check_exactly_once()
        await other.check_exactly_once()
        await hall.until_well(board)


_HOLDER = """
import serial, sys
port = serial.Serial(sys.argv[1], exclusive=True)
print("held", flush=True)
sys.stdin.read()
"""


async def test_39_port_held(hall: Hall) -> None:
    """The program that has the port open is named; once it has ended the board plays."""
    async with hall.match(plugged=False) as match:
        board = match.table.ids[Room.OPEN]
        cable = PseudoTerminal(hall.folder / f"aside-{board}")
        program = [sys.executable, "-c", _HOLDER, str(hall.folder / f"aside-{board}")]
        holder = await asyncio.create_subprocess_exec(
            *program, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert holder.stdout is not None
        await holder.stdout.readline()

        async def connect() -> Transport:
            return cable

        match.ways[Room.OPEN] = connect
        (hall.folder / f"aside-{board}").rename(hall.devices / f"usb-{board}-if00")
        for room in Room:
            match.plug_in(room)
        await hall.until_alarm("another program is using the port: close python", board)
        holder.terminate()
        await holder.wait()
        await match.until_over()
        await match.check_exactly_once()
