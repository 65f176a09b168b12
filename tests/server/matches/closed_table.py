"""The closed table of one match in virtual time: the board, its seat, and a log that can wait."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from board_drivers.link.reports import EventReceived, LinkEvent
from board_drivers.wire import messages as wire
from board_drivers.wire.values import WireSide
from rules import commands as cmd
from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.machine import begin
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from server.access import Machine
from server.boards.deliveries import Deliveries
from server.boards.table_board import TableBoard
from server.matches.deferred_work import DeferredWork, Envelope
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.stream_writer import StreamWriter
from server.store.event_log.contract import Batch, JournalEntry, StoredCallback
from server.store.event_log.subscriptions import Subscriptions
from server.values.stored_events import StoredEvent
from tests.board_drivers.link.rig import Rig, up
from tests.support.clock import utc_now
from tests.support.ids import STREAM
from tests.support.rooms import initial, scheduled, started

AT: dict[str, Any] = {"game": 1, "attempt": 1}
THROWN = Roll(4, 3)
BOARD = "board-7"


@dataclass
class WaitingLog:
    """An event log that stores nothing before `commit` is called."""

    stored: list[ev.Event] = field(default_factory=list)
    journal: list[JournalEntry] = field(default_factory=list)
    _pending: list[tuple[Batch, StoredCallback]] = field(default_factory=list)

    def put(self, batch: Batch, callback: StoredCallback) -> None:
        self._pending.append((batch, callback))

    def commit(self, error: Exception | None = None) -> None:
        """Store what waits, or say why it cannot be stored."""
        waiting, self._pending = self._pending, []
        for batch, callback in waiting:
            if error is None:
                self.stored += [entry.event for entry in batch.events]
                self.journal += batch.journal
            callback(error)

    async def append(self, batch: Batch) -> None:
        raise NotImplementedError

    async def read(self, stream: str) -> list[StoredEvent]:
        raise NotImplementedError

    async def ledger(self, stream: str) -> list[StoredEvent]:
        raise NotImplementedError

    async def journal_heads(self) -> dict[tuple[str, bytes], int]:
        raise NotImplementedError

    async def heads(self) -> dict[str, int]:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError


class ClosedTable:
    """Both rooms are seated for the first game; nobody has thrown and nobody is set."""

    def __init__(self) -> None:
        self.log, self.hung_up = WaitingLog(), list[str]()
        self._deferred = DeferredWork()
        opened = begin(BACKGAMMON, initial(BACKGAMMON)).events
        assigned = ev.BoardAssigned(room=Room.CLOSED, board_id=BOARD)
        record = MatchRecord(BACKGAMMON, scheduled()).after((assigned, started(), *opened))
        writer = StreamWriter(self.log, STREAM, None, utc_now, lambda: bytes(16))
        self.subscriptions = Subscriptions(self.log)
        self.process = MatchProcess(
            record, [], writer, self._deferred, self.subscriptions.tell, utc_now
        )
        self.rig: Rig = up(commit_after=float("inf"))
        self.rig.on_server_event = self._hear
        self.seat = TableBoard(
            self.rig.server,
            "cable",
            utc_now,
            cable=True,
            unassigned=lambda seat, entry: None,
            deliveries=Deliveries({}),
            hang_up=lambda: self.hung_up.append("cable"),
        )
        self.seat.prove(BOARD)
        self.seat.assign(self.process, Room.CLOSED)

    def _hear(self, event: LinkEvent) -> None:
        if isinstance(event, EventReceived):
            self.seat.hear([event])

    async def throw(self, dice: Roll = THROWN) -> None:
        """A dice reader in the open room reads the opening throw."""
        await self.reads(
            rd.DiceThrown(**AT, side=None, turn=1, dice=dice, source=DiceSource.READER)
        )

    async def reads(self, reading: rd.AnyReading) -> None:
        """Something is said elsewhere, and is durable."""
        self.says(reading)
        self.log.commit()
        await asyncio.sleep(0)

    def says(self, reading: rd.AnyReading) -> None:
        """Something is said elsewhere; the log has not stored it yet."""
        self.process.post(Envelope(reading, Machine("elsewhere")))

    def take_board(self) -> None:
        """The operator takes the board from the table; the log has not stored it yet."""
        was = self.process.record.boards.get(Room.CLOSED)
        self.process.post(Envelope(cmd.RemoveBoard(Room.CLOSED, was), Machine("operator")))

    def ready(self, side: Side) -> None:
        """The closed board says that this side is set; the log has not stored it yet."""
        self.rig.board.report(
            wire.Ready(1, 1, 1, WireSide.WHITE if side is Side.WHITE else WireSide.RED)
        )
        self.rig.run(0.05)

    async def only_red_is_missing(self) -> None:
        """The opening has counted and White is set; Red's READY is all that is missing."""
        await self.throw()
        self.ready(Side.WHITE)
        self.log.commit()
        await self.idle()

    async def idle(self) -> None:
        """All that was left for later is done, and the board has heard and acknowledged."""
        for _ in range(3):
            done = asyncio.Event()
            self._deferred.do(done.set)
            await done.wait()
        self.rig.run(0.05)

    def received(self) -> list[object]:
        """What the board has been told since this was asked last."""
        self.rig.run(0.05)
        got, self.rig.got = self.rig.got, []
        return got

    def dice(self) -> list[tuple[int, int]]:
        """The dice the board has been told to show since it was asked last."""
        return [(m.die1, m.die2) for m in self.received() if isinstance(m, wire.DiceShow)]
