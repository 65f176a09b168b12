"""A simulated board at which things go wrong, as its plan of faults says."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from board_drivers.link.journal import FileJournal
from board_drivers.link.reports import BoardLinkEvent, CommandReceived
from board_drivers.transports.transport import Transport
from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited
from rules.room import Room
from simulator.connected_board import ConnectedBoard
from simulator.faults.fault import Fault
from simulator.faults.frames_passing import WORD_START
from simulator.faults.misplay import Outgoing, slip_of
from simulator.faults.misplay import Table as AtTable
from simulator.faults.plan import Moment, Strikes
from simulator.room_boards import Table
from simulator.sensor_board import SensorBoard
from simulator.sensors import SensorSet

_SLIPS = [fault for fault in Fault if Fault.COCKED_DIE.value <= fault.value <= 37]


class FaultySensors(SensorBoard):
    """A board whose display may show other dice; its people wait for an answer to what they mended.

    `spoil` says whether the display fails now.
    """

    spoil: Callable[[], bool] = staticmethod(lambda: False)
    _unanswered = 0

    def wait_for(self, number: int) -> None:
        """Nobody says anything before that event has had its answer."""
        self._unanswered = number

    def due(self, clock_ms: int = 0) -> wire.BoardMessage | None:
        """The next thing somebody says."""
        return None if self._unanswered else super().due(clock_ms)

    def hear(self, command: wire.ServerMessage) -> tuple[wire.BoardMessage, ...]:
        """Obey; the echo tells what the display shows."""
        if self._answers(command):
            self._unanswered = 0
        echo = super().hear(command)
        if not echo or not self.spoil():
            return echo
        (shown,) = echo
        assert isinstance(shown, wire.DiceShown)
        return (replace(shown, die1=shown.die1 % 6 + 1),)

    def _answers(self, command: wire.ServerMessage) -> bool:
        match command:
            case wire.RollVerdict(event=number) | wire.Fault(detail=number):
                return number == self._unanswered
            case _:
                return False


class FaultyBoard(ConnectedBoard):
    """A room's board that follows a plan of faults, on any line.

    It is switched off and on by itself where the plan says so; `restart` does it by hand.
    """

    def __init__(
        self,
        table: Table,
        room: Room,
        key: bytes | None,
        strikes: Strikes,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        # They count exactly whatever its HELLO says, since the plan spoils what they see and counts
        # that; what is broken says nothing here either.
        exact = SensorSet(broken=table.sensors.broken)
        sensors = FaultySensors(table.game, *table.at_table(room), exact)
        sensors.spoil = lambda: self._strikes.strikes(Fault.OTHER_DICE_SHOWN, self._moment())
        self._journal = table.journal(room)
        self._sensors, self._table, self._room, self._key = sensors, table, room, key
        self._strikes = strikes
        self._closing = set[asyncio.Task[None]]()
        self._in_use: FileJournal | None = None
        link = table.link(room, key, self._journal)
        super().__init__(sensors, link, table.pace, on_change)

    def restart(self, *, wiped: bool = False) -> None:
        """Switch it off and on: only its journal remains, not even that if it is wiped."""
        if self._transport is not None:
            closing = asyncio.create_task(self._transport.close())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
        if self._journal is not self._in_use:
            self._journal.close()
        if wiped:
            self._table.journal_file(self._room).unlink()
        self._journal = self._table.journal(self._room)
        self._link = self._table.link(self._room, self._key, self._journal)
        self._sensors.restart(forgetful=wiped)

    async def _use(self, transport: Transport) -> None:
        journal = self._in_use = self._journal
        try:
            await super()._use(transport)
        finally:
            self._in_use = None
            if journal is not self._journal:
                journal.close()

    def _moment(self, message: wire.BoardMessage | None = None) -> Moment:
        name = "" if message is None else WORD_START.sub("_", type(message).__name__).upper()
        return Moment(self._journal.last, name)

    def _heard(self, event: BoardLinkEvent) -> None:
        super()._heard(event)
        if not isinstance(event, CommandReceived) or not isinstance(event.message, wire.Wait):
            return
        mid_turn = event.message.what is Awaited.MOVE
        if mid_turn and self._strikes.strikes(Fault.REBOOT_MID_TURN, self._moment()):
            self.restart()

    def _say(self, message: wire.BoardMessage) -> None:
        outgoing = self._with_faults(message)
        for hint in outgoing.hints:
            self._link.hint(hint)
        numbers = [self._report(each) for each in outgoing.before]
        meant = outgoing.meant
        if outgoing.corrects_last and isinstance(meant, wire.Roll):
            meant = replace(meant, corrects=numbers[-1])
        number = self._report(meant)
        # People know what they did, whatever the sensors make of it.
        self.board.reported(message, number)
        if outgoing.corrects_last:
            self._sensors.wait_for(number)
        for each in outgoing.after:
            self._report(each)
        self._lose_power(meant)

    def _lose_power(self, message: wire.BoardMessage) -> None:
        """What was said is written by now, and has not been sent yet."""
        if self._strikes.strikes(Fault.JOURNAL_WIPED, self._moment(message)):
            self.restart(wiped=True)
        elif self._strikes.strikes(Fault.REBOOT_BEFORE_ACK, self._moment(message)):
            self.restart()

    def _with_faults(self, meant: wire.BoardMessage) -> Outgoing:
        """What leaves the board; of several faults at once the first one that fits."""
        moment = self._moment(meant)
        for fault in _SLIPS:
            at = AtTable(self._room, self._table.game, self._strikes.chance_of(fault))
            outgoing = slip_of(fault, meant, at)
            if outgoing is not None and self._strikes.strikes(fault, moment):
                return outgoing
        return Outgoing(meant)
