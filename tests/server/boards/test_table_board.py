"""A board at a table that shows or holds what it should not (docs/wire.md)."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import BoardLinkEvent, CommandReceived, Welcomed
from board_drivers.link.runner import pump
from board_drivers.transports.pipe import pipe
from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import Awaited, FaultCode, RollJudgement, ThrowSource, WireSide
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Position
from rules.room import Room
from rules.side import Side
from server.boards.board_alarm import OtherCheckers, OtherDice
from server.boards.table_board import TableBoard
from tests.support.commands import assign_board
from tests.support.served import served_hall, started_match

BOARD = "BZ-9"
TURN = (1, 1, 1, WireSide.WHITE)
START = BACKGAMMON.start()
PLAYED = BACKGAMMON.apply(
    START, Side.WHITE, min(BACKGAMMON.legal_plays(START, Side.WHITE, Roll(4, 3)), key=repr)
)


def counts(position: Position) -> PointCounts:
    return PointCounts(position.white, position.red)


@dataclass
class Table:
    """The open room's board by cable, and its seat at the server."""

    link: BoardLink
    seat: Callable[[], TableBoard]
    told: asyncio.Queue[object] = field(default_factory=asyncio.Queue)

    def hear(self, events: Sequence[BoardLinkEvent]) -> None:
        for event in events:
            self.told.put_nowait(event.message if isinstance(event, CommandReceived) else event)

    async def until(self, holds: Callable[[object], bool]) -> None:
        """Wait until the board is told something of this kind."""
        async with asyncio.timeout(30):
            while not holds(await self.told.get()):
                pass

    async def waits_for(self, what: Awaited) -> None:
        await self.until(lambda told: isinstance(told, wire.Wait) and told.what is what)

    async def verdict_on(self, number: int) -> wire.RollVerdict:
        """The last word on the ROLL of that number: void, or counted."""
        while True:
            async with asyncio.timeout(30):
                told = await self.told.get()
            if not isinstance(told, wire.RollVerdict) or told.event != number:
                continue
            if told.judgement is not RollJudgement.UNCONFIRMED:
                return told

    async def fault(self, code: FaultCode) -> None:
        await self.until(lambda told: isinstance(told, wire.Fault) and told.code is code)


@contextlib.asynccontextmanager
async def open_table(folder: Path) -> AsyncIterator[Table]:
    async with served_hall(folder) as (client, hall):
        number = await started_match(client)
        await assign_board(hall, number, Room.OPEN, BOARD)
        identity = BoardIdentity(BOARD, "Test", "1")
        link = BoardLink(identity, MemoryJournal(b"journal1"), None, 1, b"0123456789abcdef")
        table = Table(link, lambda: hall.boards.seats[BOARD])
        near, far = pipe()
        tasks = [
            asyncio.create_task(hall.boards.serve(near, cable=True, where="pipe")),
            asyncio.create_task(pump(link, far, table.hear)),
        ]
        try:
            await table.until(lambda told: isinstance(told, Welcomed))
            thrown = wire.Roll(1, 1, 1, WireSide.NONE, 4, 3, ThrowSource.DICE_READER, 100, 0)
            link.report(thrown)
            await table.waits_for(Awaited.MOVE)
            yield table
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_display_with_other_dice_stops_the_table_until_it_is_right(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        table.link.report(wire.DiceShown(*TURN, die1=4, die2=1))
        await table.fault(FaultCode.ECHO_MISMATCH)
        assert isinstance(table.seat().alarm, OtherDice)
        table.link.report(wire.TurnDone(*TURN, counts(PLAYED), 0, 1))
        await table.fault(FaultCode.TABLE_STOPPED)
        table.link.report(wire.DiceShown(*TURN, die1=3, die2=4))
        await table.waits_for(Awaited.MOVE)
        assert table.seat().alarm is None


async def test_dice_the_display_got_wrong_are_sent_once_more(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        table.link.report(wire.DiceShown(*TURN, die1=4, die2=1))
        await table.until(lambda told: isinstance(told, wire.DiceShow))


async def test_dice_corrected_before_their_echo_came_are_echoed_once_and_stop_nothing(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path) as table:
        reader = ThrowSource.DICE_READER
        roll = wire.Roll(1, 1, 1, WireSide.NONE, 6, 3, reader, 100, 0, corrects=1)
        await table.verdict_on(table.link.report(roll))
        table.link.report(wire.DiceShown(*TURN, die1=4, die2=3))
        table.link.report(wire.Ready(*TURN))
        await table.fault(FaultCode.WRONG_ROOM)
        table.link.report(wire.DiceShown(*TURN, die1=4, die2=3))
        await table.fault(FaultCode.ECHO_MISMATCH)


async def test_other_checkers_on_a_board_that_comes_back_are_told_until_a_play_fits(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path) as table:
        table.link.report(wire.TurnDone(*TURN, counts(PLAYED), 0, 1))
        await table.waits_for(Awaited.ROLL)
        at = (1, 1, 1, WireSide.RED)
        found = wire.Snapshot(*at, counts(START), 0, 2, 0, 0, 1, WireSide.NONE)
        table.link.report(found)
        await table.fault(FaultCode.POSITION_DIFFERS)
        assert isinstance(table.seat().alarm, OtherCheckers)
        table.link.report(wire.Snapshot(*at, counts(PLAYED), 0, 3, 0, 0, 1, WireSide.NONE))
        table.link.report(wire.Ready(*at))
        await table.fault(FaultCode.WRONG_ROOM)
        assert table.seat().alarm is None


async def test_a_roll_that_corrects_another_event_than_the_one_thrown_in_is_void(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path) as table:
        reader = ThrowSource.DICE_READER
        for corrects, judgement, reason in (
            (99, RollJudgement.VOID, FaultCode.STALE),
            (1, RollJudgement.COUNTED, FaultCode.NONE),
        ):
            roll = wire.Roll(1, 1, 1, WireSide.NONE, 6, 3, reader, 100, 0, corrects=corrects)
            number = table.link.report(roll)
            verdict = await table.verdict_on(number)
            assert (verdict.judgement, verdict.reason) == (judgement, reason)
