"""A connected board: its frames become readings, and it is sent what the match's state requires."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

import structlog

from board_drivers.link.reports import EventReceived
from board_drivers.link.server_link import ServerLink
from board_drivers.wire import messages as wire
from board_drivers.wire.table import Unreadable
from board_drivers.wire.values import Capability, FaultCode, WireSide
from rules import events as ev
from rules.any_match import AnyMatchState
from rules.events import Refusal
from rules.position import BAR
from rules.room import BoardEvent, Room
from rules.tables.state import Phase, TableState
from server.access import Machine
from server.boards.board_alarm import (
    BatteryLow,
    BoardAlarm,
    DiceInDoubt,
    NothingStored,
    OtherCheckers,
    OtherDice,
    PlaceDiffers,
    SensorsFaulty,
)
from server.boards.catch_up import CatchUp
from server.boards.deliveries import Deliveries, differences
from server.boards.translation.notices import Notices, notices_for
from server.boards.translation.readings import (
    NotAReading,
    SensedPlay,
    SenselessReading,
    call_of,
    questioned_notices,
    reading_of,
    sensed_by,
    sensors_of,
)
from server.boards.translation.table_messages import Commands, clock_of, commands_for
from server.matches.decide import Command, Happened, KeepFrame, ReadAgainst, RefuseReading
from server.matches.deferred_work import Envelope
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.store.event_log.contract import JournalEntry

log = structlog.get_logger()
_OF_SENSORS = (FaultCode.SENSOR_STUCK, FaultCode.SENSOR_DEAD)
LOW_BATTERY = 15
"""The charge in per cent at or below which a battery is low; mains power is 255 (docs/wire.md)."""


class TableBoard:
    """A board's link to the server, and the table that it serves while it is assigned.

    `where` is the port or address of the link, for the technician; `cable` is True for a serial
    port. `claimed_id` is the id that the far end claims; once the far end is authenticated,
    `board_id` is its proven id. `proven_before` is True if the transport had authenticated the
    board. `superseded` is True once a later connection of such a board has replaced this one.
    `unassigned` stores the board's frames in its journal while it serves no table. `hang_up` closes
    the connection, after which the board connects again. Messages up to the number `unrelated`
    were sent to a server with other records, before this board came here; they have no effect.
    """

    def __init__(
        self,
        link: ServerLink,
        where: str,
        now: Callable[[], datetime],
        *,
        cable: bool,
        proven_before: bool = False,
        unassigned: Callable[["TableBoard", JournalEntry], None],
        deliveries: Deliveries,
        hang_up: Callable[[], None],
    ) -> None:
        self.link = link
        self.where = where
        self.cable, self.proven_before, self.superseded = cable, proven_before, False
        self.claimed_id = ""
        self.prove("")
        self.match: MatchProcess | None = None
        self.room: Room | None = None
        self.catch_up: CatchUp | None = None
        self.unrelated = 0
        self._now = now
        self._unassigned, self._deliveries = unassigned, deliveries
        self.hang_up = hang_up
        self._put_off: NothingStored | None = None
        self._shown: dict[type[wire.ServerMessage], wire.ServerMessage] = {}
        self._unechoed: list[wire.DiceShow] = []
        self._prepared: tuple[MatchRecord, Commands] | None = None

    @property
    def place(self) -> str:
        """The name of the port, or the network address without its port number.

        The port number differs for each connection.
        """
        return self.where if self.cable else self.where.rpartition(":")[0] or self.where

    def prove(self, board_id: str) -> None:
        """Note that the far end is authenticated as this board.

        From now on the log names this board as the `actor` of its messages.
        """
        self.board_id, self.actor = board_id, Machine(f"board {board_id}")
        self.alarm: BoardAlarm | None = None
        self.broken: BoardAlarm | None = None
        self.battery: int | None = None

    @property
    def low_battery(self) -> BatteryLow | None:
        """The alarm that the board's battery is low, or None if it is not low."""
        if self.battery is None or self.battery > LOW_BATTERY:
            return None
        doubt = self.board_id, ev.BoardDoubt.BATTERY_LOW, b""
        return BatteryLow(self.battery, self.match is None or doubt not in self.match.record.let_in)

    @property
    def trouble(self) -> BoardAlarm | None:
        """The present alarm, or else a lasting one, such as broken sensors or a low battery."""
        return self.alarm or self._put_off or self.broken or self.low_battery

    def assign(self, match: MatchProcess | None, room: Room | None) -> None:
        """Serve that table from now on, or no table if the arguments are None."""
        if self.match and self.room and self.match.seats.get(self.room) is self:
            del self.match.seats[self.room]
        self.match, self.room = match, room
        self._shown.clear()
        self._unechoed.clear()
        self._prepared = None
        if match is not None and room is not None:
            match.seats[room] = self
            self.show(match.record)
            if self._behind(room) is None:
                for notice in self._of_questioned((), match.record, room):
                    self.link.send(notice)

    def show(self, record: MatchRecord) -> None:
        """Send the board what it does not show yet; does nothing if it was taken off its table."""
        if record.state is None or self.room is None:
            return
        if record.boards.get(self.room) != self.board_id:
            return
        if self._behind(self.room) is not None:
            return
        self._end_alarms(record.state.table(self.room))
        ahead, self._prepared = self._prepared, None
        if ahead is not None and ahead[0] is record:
            commands = ahead[1]
        else:
            commands = commands_for(record.game, record.state, self.room)
        if not any(isinstance(command, wire.Ask) for command in commands):
            self._shown.pop(wire.Ask, None)  # the same may be asked again in the same turn
        for command in (*commands, *self._clock(record.state, self.room)):
            shown = self._shown.get(type(command))
            # Most are the same objects as before: comparing identities is cheaper than fields.
            if shown is not command and shown != command and self.link.send(command):
                self._shown[type(command)] = command
                if isinstance(command, wire.DiceShow):
                    of_turn = [each for each in self._unechoed if _turn(each) == _turn(command)]
                    self._unechoed = [*of_turn, command]

    def _end_alarms(self, table: TableState) -> None:
        """Remove an alarm about dice once it is settled at the table.

        The alarm that the display shows other dice is removed when play goes on. The alarm that
        dice are in doubt is removed when the illegal play has been corrected or condoned.
        """
        match self.alarm:
            case OtherDice() if not table.stopped:
                self.alarm = None
            case DiceInDoubt() if table.phase is not Phase.QUESTIONED:
                self.alarm = None
            case _:
                pass

    def _clock(self, state: AnyMatchState, room: Room) -> Commands:
        """Return the table's clock, which is stopped when time is no longer counted (ruling 30).

        Return nothing if time was never counted in the match.
        """
        clocks = self.match.clocks if self.match is not None else None
        return () if clocks is None else (clock_of(clocks, state, room),)

    def prepare(self, record: MatchRecord) -> None:
        """Compute what `show` will send if it is called with this same record; send nothing."""
        if record.state is not None and self.room is not None:
            self._prepared = record, commands_for(record.game, record.state, self.room)

    def hear(self, received: Sequence[EventReceived]) -> None:
        """Pass the board's messages to the match, or to the backlog while the match is behind.

        Each message is acknowledged once it is stored.
        """
        envelopes = [each for event in received if (each := self._envelope(event)) is not None]
        if not envelopes or self.match is None or self.room is None:
            return
        catch_up = self._behind(self.room)
        if catch_up is None:
            self.match.post(*envelopes)
            return
        for envelope in envelopes:
            (entry,) = envelope.journal
            catch_up.post(self.room, entry.number, envelope)

    def _behind(self, room: Room) -> CatchUp | None:
        """Return the backlog in which the board's messages wait.

        Return None if the match does not lack any message that the board had sent earlier.
        """
        if self.catch_up is not None and not self.catch_up.is_behind(room):
            self.catch_up = None
        return self.catch_up

    def _envelope(self, event: EventReceived) -> Envelope | None:
        entry = JournalEntry(event.board_id, event.journal_id, event.number, event.raw, self._now())
        if not self._deliveries.begin(entry, lambda: self.link.stored(event.number)):
            return None
        match, room = self.match, self.room
        if match is None or room is None:
            self._unassigned(self, entry)
            return None
        try:
            command = self._command(event, match, room)
        except Exception:  # the message is stored nevertheless: the board would only send it again
            log.exception("not_read", board=self.board_id, number=event.number)
            command = KeepFrame()

        def settled(happened: Happened) -> None:
            self.stored()
            try:
                if (self.match, self.room) == (match, room):
                    self._look_at(event, happened, match, room)
                    self._send_notices(event.number, happened, match.record, room)
            finally:
                self._deliveries.done(entry)

        failed = partial(self.not_stored, entry)
        seat = room, self.board_id
        return Envelope(
            command,
            self.actor,
            settled,
            failed,
            journal=(entry,),
            seat=seat,
            lasts=True,
            put_off=partial(self.put_off, event.number),
        )

    def _command(self, event: EventReceived, match: MatchProcess, room: Room) -> Command:
        message = event.message
        # Events of other records are stored, so that they are acknowledged, but have no effect.
        if isinstance(message, Unreadable) or event.number <= self.unrelated:
            return KeepFrame()
        if isinstance(message, wire.DiceShown) and self._is_right(message, match, room):
            return KeepFrame()
        if isinstance(message, wire.Roll) and room is Room.CLOSED:
            return RefuseReading(room, type(message).__name__, Refusal.WRONG_ROOM)
        if isinstance(message, wire.Call):
            return call_of(message, room)
        state = match.record.state
        recorded = state is None or state.table(room).recorded
        if isinstance(message, wire.TurnDone) and recorded:
            hello, game = self.link.hello, match.record.game
            if not sensors_of(hello, message, game).are_exact:
                return ReadAgainst(SensedPlay(hello, message, room).reading)
        try:
            number = BoardEvent(event.board_id, event.journal_id, event.number)
            asks = self._can_ask()
            return reading_of(message, room, number, asks=asks, recorded=recorded)
        except NotAReading:
            return KeepFrame()
        except SenselessReading as senseless:
            return RefuseReading(room, type(message).__name__, senseless.why)

    def _can_ask(self) -> bool:
        """Return True if the board can ask players: by a console, or by a display and keys."""
        can = self.link.hello.capabilities if self.link.hello else Capability.NONE
        keys = Capability.BUTTONS | Capability.DISPLAY
        return Capability.CONSOLE in can or keys in can

    def _send_notices(
        self, number: int, happened: Happened, record: MatchRecord, room: Room
    ) -> None:
        for event in happened:
            notices = notices_for(event, room, number)
            if isinstance(event, ev.PlayQuestioned) and event.room is room:
                notices = self._of_questioned(notices, record, room)
            for notice in notices:
                self.link.send(notice)

    def _of_questioned(self, notices: Notices, record: MatchRecord, room: Room) -> Notices:
        """Return the notices to this board about a play that the dice do not allow.

        `notices` is extended for this, if moves are missing or the dice may be wrong. If the dice
        may be wrong, the operator is alarmed.
        """
        extended = questioned_notices(notices, record.game, record.state, room, self.board_id)
        if any(isinstance(each, wire.Fault) for each in extended):
            self.alarm = DiceInDoubt()
        return extended

    def _is_right(self, echo: wire.DiceShown, match: MatchProcess, room: Room) -> bool:
        """Return True if the echo repeats dice that were sent, so that there is nothing to decide.

        If dice were keyed in wrongly and corrected at once, the echo of the wrong dice may arrive
        after the right dice were sent.
        """
        sent, state = self._shown.get(wire.DiceShow), match.record.state
        if not isinstance(sent, wire.DiceShow) or state is None or state.table(room).stopped:
            return False
        if _echoes(echo, sent):
            self._unechoed.clear()
            return True
        for place, earlier in enumerate(self._unechoed):
            if _echoes(echo, earlier):
                del self._unechoed[: place + 1]
                return True
        return False

    def _look_at(
        self, received: EventReceived, happened: Happened, match: MatchProcess, room: Room
    ) -> None:
        """Compare what the board shows and senses with the match."""
        if any(isinstance(event, ev.EchoMismatched) for event in happened):
            self.alarm = OtherDice()
            log.error("echo_mismatch", board=self.board_id, match=str(match.record.match_id))
            self._shown.pop(wire.DiceShow, None)
            self.show(match.record)
        if (
            isinstance(received.message, wire.Fault)
            and received.message.code is FaultCode.BATTERY_LOW
        ):
            self.battery = min(received.message.detail, LOW_BATTERY)
        if isinstance(received.message, wire.Snapshot | wire.TurnDone):
            self._note_faults(received.message.fault_mask)
            self._compare_checkers(received.number, received.message, match.record, room)
        elif isinstance(received.message, wire.Fault) and received.message.code in _OF_SENSORS:
            self._note_faults(received.message.detail)

    def _note_faults(self, mask: int) -> None:
        """Note the faulty sensors of points and bar.

        Those of the trays are ignored, since a board may have none there.
        """
        points = tuple(point for point in range(1, BAR + 1) if mask >> point & 1)
        self.broken = SensorsFaulty(points) if points else None

    def _compare_checkers(
        self, number: int, message: wire.Snapshot | wire.TurnDone, record: MatchRecord, room: Room
    ) -> None:
        """Compare the checkers in a SNAPSHOT with the match; alarm the operator if they differ.

        A TURN_DONE is judged by the rules instead, and removes an earlier alarm.
        """
        wrong: tuple[PlaceDiffers, ...] = ()
        if isinstance(message, wire.Snapshot) and record.state is not None:
            sensors = sensors_of(self.link.hello, message, record.game)
            wrong = differences(record.state, room, sensed_by(message), sensors)
        if wrong:
            self.alarm = OtherCheckers(wrong)
            log.error("position_differs", board=self.board_id, places=wrong)
            self.link.send(wire.Fault(FaultCode.POSITION_DIFFERS, number))
        elif isinstance(self.alarm, OtherCheckers):
            self.alarm = None

    def put_off(self, number: int, error: Exception) -> None:
        """Note that a message cannot be stored yet.

        The board is told once, and its link stays open.
        """
        if self._put_off is None:
            self._put_off = NothingStored(str(error))
            self.link.send(wire.Fault(FaultCode.NOT_STORED, number))

    def stored(self) -> None:
        """Note that the board's messages are being stored."""
        self._put_off = None

    def not_stored(self, entry: JournalEntry, error: Exception) -> None:
        """Close the link without acknowledging the message, so that the board sends it again."""
        self._deliveries.dropped(entry)
        self.alarm = NothingStored(str(error))
        self.hang_up()


def _echoes(echo: wire.DiceShown, sent: wire.DiceShow) -> bool:
    same_dice = {sent.die1, sent.die2} == {echo.die1, echo.die2}
    return same_dice and _turn(sent) == _turn(echo)


def _turn(message: wire.TurnMessage) -> tuple[int, int, int, WireSide]:
    return message.game, message.attempt, message.turn, message.side
