"""One board at the open table of a match, on a server in this process."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import BoardLinkEvent, CommandReceived, Welcomed
from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import Awaited, FaultCode, RollJudgement, ThrowSource, WireSide
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Position, Side
from rules.room import Room
from server.boards.table_board import TableBoard
from tests.support.commands import assign_board
from tests.support.plugged import on_line
from tests.support.served import served_match

BOARD = "BZ-9"
IDENTITY = BoardIdentity(BOARD, "Test", "1")
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
    received: asyncio.Queue[object] = field(default_factory=asyncio.Queue)

    def hear(self, events: Sequence[BoardLinkEvent]) -> None:
        for event in events:
            self.received.put_nowait(event.message if isinstance(event, CommandReceived) else event)

    async def until(self, holds: Callable[[object], bool]) -> None:
        """Wait until the board is told something of this kind."""
        async with asyncio.timeout(30):
            while not holds(await self.received.get()):
                pass

    async def waits_for(self, what: Awaited) -> None:
        await self.until(lambda message: isinstance(message, wire.Wait) and message.what is what)

    async def verdict_on(self, number: int) -> wire.RollVerdict:
        """The last word on the ROLL of that number: void, or counted."""
        while True:
            async with asyncio.timeout(30):
                message = await self.received.get()
            if not isinstance(message, wire.RollVerdict) or message.event != number:
                continue
            if message.judgement is not RollJudgement.UNCONFIRMED:
                return message

    async def fault(self, code: FaultCode) -> None:
        await self.until(lambda message: isinstance(message, wire.Fault) and message.code is code)


@contextlib.asynccontextmanager
async def open_table(
    folder: Path, identity: BoardIdentity = IDENTITY, source: ThrowSource = ThrowSource.DICE_READER
) -> AsyncIterator[Table]:
    """A table where 4-3 has been thrown, as the opening throw and event 1; White plays it."""
    async with served_match(folder) as (_, hall, number):
        await assign_board(hall, number, Room.OPEN, BOARD)
        link = BoardLink(identity, MemoryJournal(b"journal1"), None, 1, b"0123456789abcdef")
        table = Table(link, lambda: hall.boards.seats[BOARD])
        async with on_line(hall, link, table.hear):
            await table.until(lambda message: isinstance(message, Welcomed))
            thrown = wire.Roll(1, 1, 1, WireSide.NONE, 4, 3, source, 100, 0)
            link.report(thrown)
            await table.waits_for(Awaited.MOVE)
            yield table
