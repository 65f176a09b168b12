"""The boards that have a link to the server, and the tables that they serve."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import datetime
from typing import Any

import structlog

from board_drivers.link import reports
from board_drivers.link.conversation import WINDOW
from board_drivers.link.runner import pump
from board_drivers.link.server_link import ServerLink
from board_drivers.link.timers import NETWORK, LineTimers
from board_drivers.transports.transport import GuardedTransport, Transport
from board_drivers.wire import messages as wire
from board_drivers.wire.table import CODES
from board_drivers.wire.values import FaultCode, WireRoom
from rules import events as ev
from rules.identities import MatchId
from rules.room import Room
from server.boards.board_alarm import (
    BoardAlarm,
    LinkAlarms,
    LinkDoubted,
    LinkRefused,
    NewJournal,
    NothingStored,
    OtherRoom,
    ReportedTooLate,
    ServingFailed,
    UnsignedFrames,
)
from server.boards.catch_up import CatchUp
from server.boards.deliveries import Deliveries
from server.boards.table_board import TableBoard
from server.boards.translation.wire_terms import ROOM_OF
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.store.accounts_db.board_keys import BoardKeys
from server.store.event_log.contract import (
    Batch,
    EventLog,
    JournalEntry,
    LogUnavailable,
    OutOfSequence,
)

log = structlog.get_logger()
_REPORTS = frozenset((CODES[wire.Snapshot], CODES[wire.DiceShown], CODES[wire.Fault]))
"""The messages that a board sends without any act of a player."""


class BoardConnections:
    """The connected boards, in `seats` by board id. Call `open` first and `close` last.

    `alarms` are about ports and addresses, and about boards that are not in session. `last_heard`
    has the time in UTC at which each board was last connected. `matches` has the matches by id; it
    is read whenever the table of a board is looked up. `now` returns the time in UTC.
    """

    def __init__(
        self,
        event_log: EventLog,
        keys: BoardKeys,
        matches: Mapping[MatchId, MatchProcess],
        now: Callable[[], datetime],
    ) -> None:
        self.seats: dict[str, TableBoard] = {}
        self.last_heard: dict[str, datetime] = {}
        self.alarms = LinkAlarms(now)
        self._log, self._keys, self._matches, self._now = event_log, keys, matches, now
        self._deliveries = Deliveries({})
        self._catch_ups: dict[MatchId, CatchUp] = {}
        self._unrelated: dict[tuple[str, bytes], int] = {}
        self._doubted: dict[str, bytes] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._put_off: list[tuple[TableBoard, JournalEntry]] = []

    async def open(self) -> None:
        """Read from the log up to which event each board's journal is stored.

        Call it before any board is served.
        """
        self._deliveries = Deliveries(await self._log.journal_heads(), self.alarms.event_stored)

    async def close(self) -> None:
        """Stop every task. A message that is not stored by then was never acknowledged."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def serve(
        self,
        transport: Transport,
        *,
        cable: bool,
        where: str,
        timers: LineTimers = NETWORK,
        key_required: bool | None = None,
        room: WireRoom = WireRoom.NONE,
        proven_id: str = "",
    ) -> None:
        """Serve a board's connection or port until it closes.

        `transport` carries its bytes. `where` is the port or address, as shown to people; `cable`
        is True for a serial port. `timers` are the timeouts of the link. `key_required` says
        whether the board must prove its key, and `room` for which room the port is labelled; both
        are passed to ServerLink. `proven_id` is the id of a board that has been authenticated by
        other means and needs no key, such as a phone. Such a connection replaces an older one of
        the same board: the older one may be dead, because the phone slept or its page was loaded
        again. A fault of the server is reported to the operator and raised.
        """
        link = ServerLink(
            keys=lambda hello: self._keys.get(hello.board_id),
            resume=lambda hello: self._deliveries.head(hello.board_id, hello.journal_id),
            cable=cable,
            key_required=False if proven_id else key_required,
            room=room,
            session=secrets.randbelow(0xFFFF) + 1,
            nonce=secrets.token_bytes(16),
            timers=timers,
            proven_id=proven_id,
        )
        seat = TableBoard(
            link,
            where,
            self._now,
            cable=cable,
            proven_before=bool(proven_id),
            unassigned=self._keep_unassigned,
            deliveries=self._deliveries,
            hang_up=lambda: self._start(transport.close()),
        )
        if isinstance(transport, GuardedTransport):
            transport.proven(False)
        try:
            await pump(link, transport, lambda events: self._on_link(seat, transport, events))
        except Exception as fault:
            log.exception("serving_failed", where=where, board=seat.board_id)
            self._alarm(seat, ServingFailed(repr(fault)))
            raise
        finally:
            self._leave(seat, "connection closed")
            if isinstance(transport, GuardedTransport) and _was_noise(link):
                transport.overrun()

    def alarm_of(self, board_id: str) -> BoardAlarm | None:
        """Return the alarm of a board in session, or else the reason why it was refused."""
        seat = self.seats.get(board_id)
        return seat.trouble if seat is not None else self.alarms.of_board(board_id)

    def low_at(self, record: MatchRecord) -> bool:
        """Return True if a board of the match has too little battery for a new game (ruling 28).

        A board that was admitted in spite of its battery does not count.
        """
        seats = filter(None, map(self.seats.get, record.boards.values()))
        return any(seat.low_battery is not None and seat.low_battery.holds for seat in seats)

    def doubted_journal(self, board_id: str) -> bytes | None:
        """Return the id of the unknown journal with which a board waits for admission, or None."""
        return self._doubted.get(board_id)

    def forget(self, match_id: MatchId) -> None:
        """Delete what `CatchUp` knows of a match whose tables no board serves any more."""
        self._catch_ups.pop(match_id, None)

    def hang_up(self, board_id: str) -> None:
        """Close the board's connection if it has one.

        The board may connect again with a valid key.
        """
        if board_id in self.seats:
            self.seats[board_id].hang_up()

    def reseat(self) -> None:
        """Have every connected board serve the table to which it is assigned now."""
        for seat in tuple(self.seats.values()):
            moved = (seat.match, seat.room) != self._place_of(seat.board_id)
            if moved and not self._is_refused(seat):
                self._seat(seat)

    def _on_link(
        self, seat: TableBoard, transport: Transport, events: Sequence[reports.LinkEvent]
    ) -> None:
        received = list[reports.EventReceived]()
        for event in events:
            if isinstance(event, reports.EventReceived):
                received.append(event)
                continue
            seat.hear(received)
            received.clear()
            if isinstance(transport, GuardedTransport):
                _guard(transport, event)
            self._on_state(seat, event)
        seat.hear(received)

    def _on_state(self, seat: TableBoard, event: reports.LinkEvent) -> None:
        match event:
            case reports.BoardIdentified():
                seat.claimed_id = event.hello.board_id
            case reports.LinkUp():
                self._arrive(seat, event.board_id)
            case reports.LinkDown():
                self._leave(seat, event.reason.value)
            case reports.LinkSuspect() if self.seats.get(seat.board_id) is seat:
                seat.alarm = LinkDoubted(event.reason)
            case reports.LinkSuspect():
                self._alarm(seat, LinkDoubted(event.reason))
            case reports.LinkRecovered():
                seat.alarm = None
            case reports.BoardRefused():
                self._alarm(seat, LinkRefused(event.code))
                log.warning("board_refused", where=seat.where, code=event.code.name)
            case reports.BadTag():
                self._alarm(seat, UnsignedFrames())
                log.warning("bad_tag", where=seat.where, board=seat.board_id)
            case reports.AllowanceSpent():
                self._on_overrun(seat)
            case reports.HintReceived(message=wire.Status(battery=battery)):
                before, seat.battery = seat.low_battery, battery
                if seat.low_battery != before:
                    self.alarms.tell()
            case _:
                pass

    def _on_overrun(self, seat: TableBoard) -> None:
        """Disconnect a network address that sends too much before it is authenticated.

        A serial port stays open; its link is reported if this continues (Suspicion.WRONG_RATE).
        """
        if not seat.cable:
            log.warning("no_board", where=seat.where, board=seat.board_id)
            self._alarm(seat, LinkDoubted(reports.Suspicion.NO_BOARD))
            seat.hang_up()

    def _alarm(self, seat: TableBoard, alarm: BoardAlarm) -> None:
        self.alarms.add(seat.place, alarm, cable=seat.cable, board_id=seat.claimed_id)

    def _arrive(self, seat: TableBoard, board_id: str) -> None:
        present = self.seats.get(board_id)
        if present is seat:
            present = None
        if present is not None and seat.proven_before and not seat.superseded:
            self._supersede(present)
        elif present is not None:
            log.warning("board_twice", board=board_id, where=seat.where, present=present.where)
            seat.link.refuse(FaultCode.BOARD_TWICE)
            self._alarm(seat, LinkRefused(FaultCode.BOARD_TWICE))
            return
        seat.prove(board_id)
        if self._is_refused(seat) or self._has_other_journal(seat):
            return
        self.alarms.board_is_in(board_id, seat.place)
        self.seats[board_id] = seat
        log.info("board_up", board=board_id, where=seat.where)
        self._seat(seat)

    def _supersede(self, present: TableBoard) -> None:
        """Close a board's older connection.

        Messages that still arrive on that connection are ignored; the board sends them again on the
        new one.
        """
        present.superseded = True
        present.link.refuse(FaultCode.BOARD_TWICE)
        self._leave(present, "connected anew")
        present.hang_up()

    def _seat(self, seat: TableBoard) -> None:
        process, room = self._place_of(seat.board_id)
        seat.catch_up = self._catch_up(seat, process, room)
        seat.assign(process, room)
        if process is not None and room is not None:
            process.note(ev.BoardAttached(room=room, board_id=seat.board_id), seat.actor)

    def _is_refused(self, seat: TableBoard) -> bool:
        """Refuse a board that is labelled for another room than its table's.

        Return True if the board is refused, and so held back from its table. The board keeps its
        events. The operator moves the board, its cable or its assignment; the board is checked
        again when it connects again. Nothing is refused in a match with one table, which has no
        other room.
        """
        process, room = self._place_of(seat.board_id)
        labelled = ROOM_OF.get(seat.link.labelled)
        if process is None or room is None or labelled is None:
            return False
        if labelled is room or len(process.record.rooms) == 1:
            return False
        log.warning("room_swapped", board=seat.board_id, where=seat.where, table=room.value)
        self._leave(seat, "labelled for the other room")
        seat.link.refuse(FaultCode.ROOM_SWAPPED, int(seat.link.labelled))
        self._alarm(seat, OtherRoom(labelled, room))
        return True

    def _has_other_journal(self, seat: TableBoard) -> bool:
        """Refuse a board that connects to its match in play with an unknown journal.

        Return True if it is refused. The events that the board had not sent yet are lost, so an
        operator has to look at the table and admit the board (ruling 28).
        """
        hello, (process, _) = seat.link.hello, self._place_of(seat.board_id)
        if hello is None or process is None or seat.proven_before or process.record.is_over:
            return False
        doubt = hello.board_id, ev.BoardDoubt.NEW_JOURNAL, hello.journal_id
        known = not self._deliveries.knows_another(hello.board_id, hello.journal_id)
        if known or not process.record.has_begun or doubt in process.record.let_in:
            self._doubted.pop(hello.board_id, None)
            return False
        log.warning("journal_changed", board=seat.board_id, where=seat.where)
        self._doubted[hello.board_id] = hello.journal_id
        seat.link.refuse(FaultCode.JOURNAL_CHANGED)
        self._alarm(seat, NewJournal())
        return True

    def _catch_up(
        self, seat: TableBoard, process: MatchProcess | None, room: Room | None
    ) -> CatchUp | None:
        """Return the backlog for the board's earlier events, or None if the match has them all."""
        hello = seat.link.hello
        if process is None or room is None or hello is None:
            return None
        stored = self._deliveries.head(hello.board_id, hello.journal_id)
        journal = hello.board_id, hello.journal_id
        if not stored and hello.last_event > WINDOW:
            self._unrelated.setdefault(journal, hello.last_event)
        seat.unrelated = self._unrelated.get(journal, 0)
        match_id = process.record.match_id
        catch_up = self._catch_ups.get(match_id)
        if catch_up is None:
            catch_up = self._catch_ups[match_id] = CatchUp(process)
        catch_up.arrived(room, stored, hello.last_event)
        if not catch_up.is_behind(room):
            return None
        missing = hello.last_event - stored
        log.info("board_says_again", board=hello.board_id, match=str(match_id), events=missing)
        return catch_up

    def _place_of(self, board_id: str) -> tuple[MatchProcess | None, Room | None]:
        """Return the match and room of the table to which the board is assigned, or two Nones.

        If the board is assigned to several matches, those that are not over come first, then the
        latest.
        """
        tables = [
            (not process.record.is_over, process.moments[0], match_id, room)
            for match_id, process in self._matches.items()
            for room, standing in process.record.boards.items()
            if standing == board_id
        ]
        if not tables:
            return None, None
        *_, match_id, room = max(tables, key=lambda table: table[:3])
        return self._matches[match_id], room

    def _leave(self, seat: TableBoard, reason: str) -> None:
        if self.seats.get(seat.board_id) is not seat:
            return
        del self.seats[seat.board_id]
        self.last_heard[seat.board_id] = self._now()
        if isinstance(seat.alarm, NothingStored):
            self._alarm(seat, seat.alarm)
        log.info("board_down", board=seat.board_id, where=seat.where, reason=reason)
        if seat.match is not None and seat.room is not None:
            lost = ev.BoardLost(room=seat.room, board_id=seat.board_id, reason=reason)
            seat.match.note(lost, seat.actor)
        seat.assign(None, None)

    def _keep_unassigned(self, seat: TableBoard, entry: JournalEntry) -> None:
        if entry.frame[0] not in _REPORTS and (seat.proven_before or self._has_left(seat.board_id)):
            self._alarm(seat, ReportedTooLate())
        self._start(self._journal_only(seat, entry))

    def _has_left(self, board_id: str) -> bool:
        """Return True if the board was once taken from a table of a match in memory."""
        return any(board_id in each.record.departed for each in self._matches.values())

    async def _journal_only(self, seat: TableBoard, entry: JournalEntry) -> None:
        try:
            await self._log.append(Batch(journal=(entry,)))
        except LogUnavailable as unavailable:
            self._put_off.append((seat, entry))
            seat.put_off(entry.number, unavailable)
        except OutOfSequence as error:
            seat.not_stored(entry, error)
        else:
            seat.stored()
            self._deliveries.done(entry)

    def resume(self) -> None:
        """Store the messages that boards at no table sent while the log could not store them."""
        waiting, self._put_off = self._put_off, []
        for seat, entry in waiting:
            self._start(self._journal_only(seat, entry))


def _guard(transport: GuardedTransport, event: reports.LinkEvent) -> None:
    match event:
        case reports.LinkUp() | reports.LinkDown():
            transport.proven(isinstance(event, reports.LinkUp))
        case reports.AllowanceSpent():
            transport.overrun()
        case _:
            pass


def _was_noise(link: ServerLink) -> bool:
    return link.counters.damaged > 0 and not link.counters.proofs
