"""A simulated board that has the faults of a plan.

A fault changes what the board sends for one message that its people intend: something else is sent
before it, instead of it or after it. Each fault applies only to certain messages. Faults do not
change what people do next: they go on as if the intended message had been sent.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from board_drivers.link.journal import FileJournal
from board_drivers.link.reports import BoardLinkEvent, CommandReceived
from board_drivers.transports.transport import Transport
from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import Awaited, FaultCode, ThrowSource, WireSide
from rules.games.game import Game
from rules.position import OFF
from rules.room import Room
from simulator.connected_board import ConnectedBoard
from simulator.display import SensorSet
from simulator.faults.line import WORD_START
from simulator.faults.plan import Moment, PlannedFault, Strikes
from simulator.room_boards import Table
from simulator.sensor_board import SensorBoard

LOW_BATTERY = 9
"""Charge of a low battery, in per cent."""
FLICKERS = 40
"""Number of changes that a loose sensor reports in a row."""
_OTHER_SIDE = {WireSide.WHITE: WireSide.RED, WireSide.RED: WireSide.WHITE}
_KEYED = (
    wire.Ready,
    wire.TurnDone,
    wire.Double,
    wire.Take,
    wire.Pass,
    wire.Accept,
    wire.Refuse,
    wire.Confirm,
)
"""The types of the messages that people send by pressing a button."""


@dataclass(frozen=True, slots=True)
class TableBefore:
    """The table before a message that a fault may change: its room, its game, and random choices.

    `chance` is the generator of the fault's random choices.
    """

    room: Room
    game: Game
    chance: Random


@dataclass(frozen=True, slots=True)
class Outgoing:
    """The messages that a board sends in place of one intended message.

    `meant` is the intended message, which a fault may have changed. The board sends the `hints`
    first, which have no event number, then the events `before`, then `meant`, then the events
    `after`. `corrects_last` is True if `meant` is a ROLL that corrects the last event in `before`.
    """

    meant: wire.BoardMessage
    hints: tuple[wire.Hint, ...] = ()
    before: tuple[wire.BoardMessage, ...] = ()
    after: tuple[wire.BoardMessage, ...] = ()
    corrects_last: bool = False


Slip = Callable[[wire.BoardMessage, TableBefore], Outgoing | None]


def slip_of(fault: PlannedFault, meant: wire.BoardMessage, table: TableBefore) -> Outgoing | None:
    """Return the messages that the board sends if the fault happens to the intended message.

    The faults handled here are slips: errors of people or sensors that change a single message.
    Return None for any other fault, and if the fault does not apply to this message.
    """
    slip = _SLIP_OF_FAULT.get(fault)
    return None if slip is None else slip(meant, table)


def _cocked(meant: wire.BoardMessage, _: TableBefore) -> Outgoing | None:
    if not isinstance(meant, wire.Roll):
        return None
    return Outgoing(meant, before=(replace(meant, die2=0, quality=0),))


def _nudged(meant: wire.BoardMessage, _: TableBefore) -> Outgoing | None:
    if not isinstance(meant, wire.Roll) or meant.side is WireSide.NONE:
        return None
    return Outgoing(meant, after=(_with_other_dice(meant),))


def _with_other_dice(roll: wire.Roll) -> wire.Roll:
    return replace(roll, die1=roll.die1 % 6 + 1, die2=(roll.die2 + 1) % 6 + 1)


def _unasked(meant: wire.BoardMessage, table: TableBefore) -> Outgoing | None:
    """Return the message, and before it a throw for which the server has not asked.

    In the closed room the board sends this throw before the message that a player is ready; in the
    open room, before the message that a player has finished a turn. Return None if the fault does
    not apply to the message.
    """
    if isinstance(meant, wire.Ready if table.room is Room.CLOSED else wire.TurnDone):
        key = meant.game, meant.attempt, meant.turn + 1, meant.side
        return Outgoing(meant, before=(wire.Roll(*key, 6, 5, ThrowSource.CONSOLE, 100, 0),))
    return None


def _mis_keyed(meant: wire.BoardMessage, _: TableBefore) -> Outgoing | None:
    if not isinstance(meant, wire.Roll) or meant.side is WireSide.NONE:
        return None
    return Outgoing(meant, before=(_with_other_dice(meant),), corrects_last=True)


def _in_hand(meant: wire.BoardMessage, table: TableBefore) -> Outgoing | None:
    """Return the play, and before it a wrong report with one checker too few or too many.

    The wrong report looks as if a checker were still in the player's hand, or counted on two
    points. Return None if the fault does not apply to the message.
    """
    if not isinstance(meant, wire.TurnDone):
        return None
    white, red = list(meant.position.white), list(meant.position.red)
    mine = white if meant.side is WireSide.WHITE else red
    at = next((point for point in range(24, OFF, -1) if mine[point]), OFF)
    if at == OFF:
        return None
    mine[at] += 1 if table.chance.random() < 0.5 and mine[at] < 15 else -1
    wrong = replace(meant, position=PointCounts(tuple(white), tuple(red)))
    hint = wire.Diff(at, meant.side, mine[at], meant.scan)
    return Outgoing(meant, hints=(hint,), before=(wrong,))


def _slid(meant: wire.BoardMessage, _: TableBefore) -> Outgoing | None:
    if not isinstance(meant, wire.TurnDone):
        return None
    passed = (wire.Diff(point, meant.side, 1, meant.scan) for point in range(24, OFF, -1))
    return Outgoing(meant, hints=tuple(passed))


def _dead(meant: wire.BoardMessage, _: TableBefore) -> Outgoing | None:
    """Return the play as if the sensors were dead at the point with most checkers of the mover.

    The point is reported as empty, and its sensors are reported as dead.

    Return None for other messages.
    """
    if not isinstance(meant, wire.TurnDone):
        return None
    white, red = list(meant.position.white), list(meant.position.red)
    mine = white if meant.side is WireSide.WHITE else red
    at = max(range(1, 25), key=mine.__getitem__)
    mine[at] = 0
    mask = 1 << (at if meant.side is WireSide.WHITE else 25 - at)
    seen = PointCounts(tuple(white), tuple(red))
    blind = replace(meant, position=seen, fault_mask=mask)
    return Outgoing(blind, before=(wire.Fault(FaultCode.SENSOR_DEAD, mask),))


def _flickered(meant: wire.BoardMessage, _: TableBefore) -> Outgoing | None:
    if not isinstance(meant, wire.TurnDone):
        return None
    flicker = (wire.Diff(6, meant.side, n % 2, meant.scan) for n in range(FLICKERS))
    return Outgoing(meant, hints=tuple(flicker))


def _saturated(meant: wire.BoardMessage, _: TableBefore) -> Outgoing | None:
    """Return the play with at most five checkers reported on each point.

    Return None if this changes nothing, and for other messages.
    """
    if not isinstance(meant, wire.TurnDone):
        return None
    seen = PointCounts(_up_to_five(meant.position.white), _up_to_five(meant.position.red))
    return None if seen == meant.position else Outgoing(replace(meant, position=seen))


def _up_to_five(counts: tuple[int, ...]) -> tuple[int, ...]:
    return (counts[0], *(min(count, 5) for count in counts[1:25]), counts[25])


def _illegal(meant: wire.BoardMessage, table: TableBefore) -> Outgoing | None:
    """Return the play, and before it an illegal play.

    The illegal play puts all checkers back to the starting position, which no roll allows during a
    game. Return None if the fault does not apply to the message.
    """
    if not isinstance(meant, wire.TurnDone):
        return None
    start = table.game.start()
    nonsense = PointCounts(start.white, start.red)
    return (
        None if nonsense == meant.position else Outgoing(meant, before=(_lying(meant, nonsense),))
    )


def _lying(done: wire.TurnDone, counts: PointCounts) -> wire.TurnDone:
    return replace(done, position=counts)


def _early_done(meant: wire.BoardMessage, table: TableBefore) -> Outgoing | None:
    if not isinstance(meant, wire.Ready) or table.room is not Room.CLOSED:
        return None
    start = table.game.start()
    key = meant.game, meant.attempt, meant.turn, meant.side
    done = wire.TurnDone(*key, PointCounts(start.white, start.red), fault_mask=0, scan=1)
    return Outgoing(meant, before=(done,))


def _late_double(meant: wire.BoardMessage, _: TableBefore) -> Outgoing | None:
    """Return a roll or a double with a second message after it: a double that comes too late.

    After a roll, the late double is the thrower's; after a double, it is the other side's. Return
    None for other messages.
    """
    if isinstance(meant, wire.Roll) and meant.side is not WireSide.NONE:
        double = wire.Double(meant.game, meant.attempt, meant.turn, meant.side, cube=2)
        return Outgoing(meant, after=(double,))
    if isinstance(meant, wire.Double):
        return Outgoing(meant, after=(replace(meant, side=_OTHER_SIDE[meant.side]),))
    return None


def _take_and_pass(meant: wire.BoardMessage, _: TableBefore) -> Outgoing | None:
    if not isinstance(meant, wire.Take | wire.Pass):
        return None
    other = wire.Pass if isinstance(meant, wire.Take) else wire.Take
    return Outgoing(meant, after=(other(meant.game, meant.attempt, meant.turn, meant.side),))


def _bounced(meant: wire.BoardMessage, _: TableBefore) -> Outgoing | None:
    return Outgoing(meant, after=(meant,)) if isinstance(meant, _KEYED) else None


def _jumped(meant: wire.BoardMessage, table: TableBefore) -> Outgoing | None:
    if not isinstance(meant, wire.Roll):
        return None
    clock = table.chance.randrange(2**32)
    wrapped = wire.Status(battery=255, fault_mask=0, uptime_ms=clock % 1000)
    return Outgoing(replace(meant, clock_ms=clock), hints=(wrapped,))


def _warned(meant: wire.BoardMessage, _: TableBefore) -> Outgoing | None:
    low = wire.Status(battery=LOW_BATTERY, fault_mask=0, uptime_ms=0)
    return Outgoing(meant, hints=(low,), before=(wire.Fault(FaultCode.BATTERY_LOW, LOW_BATTERY),))


_SLIP_OF_FAULT: Mapping[PlannedFault, Slip] = {
    PlannedFault.COCKED_DIE: _cocked,
    PlannedFault.NUDGED_DIE: _nudged,
    PlannedFault.UNASKED_ROLL: _unasked,
    PlannedFault.MIS_KEYED_ROLL: _mis_keyed,
    PlannedFault.CHECKER_IN_HAND: _in_hand,
    PlannedFault.SLIDE_THROUGH_POINTS: _slid,
    PlannedFault.DEAD_SENSOR: _dead,
    PlannedFault.SENSOR_FLICKER: _flickered,
    PlannedFault.TALL_STACK: _saturated,
    PlannedFault.ILLEGAL_PLAY: _illegal,
    PlannedFault.EARLY_TURN_DONE: _early_done,
    PlannedFault.LATE_DOUBLE: _late_double,
    PlannedFault.TAKE_AND_PASS: _take_and_pass,
    PlannedFault.BUTTON_BOUNCE: _bounced,
    PlannedFault.CLOCK_JUMP: _jumped,
    PlannedFault.LOW_BATTERY: _warned,
}


_SLIPS = [fault for fault in PlannedFault if PlannedFault.COCKED_DIE.value <= fault.value <= 37]


class FaultySensors(SensorBoard):
    """A board whose display sometimes shows wrong dice.

    `spoil` is called for each display of dice, and returns True if the display fails then. After
    `wait_for`, the people do nothing until the server has answered the event whose number was
    given.
    """

    spoil: Callable[[], bool] = staticmethod(lambda: False)
    _unanswered = 0

    def wait_for(self, number: int) -> None:
        """Stop all actions of the people until the server has answered event `number`."""
        self._unanswered = number

    def due(self, clock_ms: int = 0) -> wire.BoardMessage | None:
        """Return the next message of the people, or None if there is none."""
        return None if self._unanswered else super().due(clock_ms)

    def hear(self, command: wire.ServerMessage) -> tuple[wire.BoardMessage, ...]:
        """Obey a command and return the board's own replies.

        The reply to dice repeats the dice that the display shows, which may be wrong.
        """
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
    """A simulated board of a room at which the faults of a plan happen.

    `strikes` decides when the faults happen; a fault may also switch the board off and on, as
    `restart` does. `key` is the board's key, None for a board that needs none. `on_change` is
    called after each change, as in ConnectedBoard. Any kind of line can connect the board.
    """

    def __init__(
        self,
        table: Table,
        room: Room,
        key: bytes | None,
        strikes: Strikes,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        # These sensors count exactly, whatever the HELLO says, as the plan of faults spoils their
        # readings; broken ones give no reading here either.
        exact = SensorSet(broken=table.sensors.broken)
        sensors = FaultySensors(table.game, *table.at_table(room), exact)
        sensors.spoil = lambda: self._strikes.strikes(PlannedFault.OTHER_DICE_SHOWN, self._moment())
        self._journal = table.journal(room)
        self._sensors, self._table, self._room, self._key = sensors, table, room, key
        self._strikes = strikes
        self._closing = set[asyncio.Task[None]]()
        self._in_use: FileJournal | None = None
        link = table.link(room, key, self._journal)
        super().__init__(sensors, link, table.pace, on_change)

    def restart(self, *, wiped: bool = False) -> None:
        """Switch the board off and on; it still has its journal, unless `wiped` is True.

        Everything else that the board has stored is lost.
        """
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
        if mid_turn and self._strikes.strikes(PlannedFault.REBOOT_MID_TURN, self._moment()):
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
        # People remember the play they made, whatever the sensors report of it.
        self.board.reported(message, number)
        if outgoing.corrects_last:
            self._sensors.wait_for(number)
        for each in outgoing.after:
            self._report(each)
        self._lose_power(meant)

    def _lose_power(self, message: wire.BoardMessage) -> None:
        """Restart the board if the plan says so, after `message` was written to the journal.

        The message has not been sent yet.
        """
        if self._strikes.strikes(PlannedFault.JOURNAL_WIPED, self._moment(message)):
            self.restart(wiped=True)
        elif self._strikes.strikes(PlannedFault.REBOOT_BEFORE_ACK, self._moment(message)):
            self.restart()

    def _with_faults(self, meant: wire.BoardMessage) -> Outgoing:
        """Return the messages that the board sends for an intended message.

        If several faults could happen to the message, only the first of them does.
        """
        moment = self._moment(meant)
        for fault in _SLIPS:
            at = TableBefore(self._room, self._table.game, self._strikes.chance_of(fault))
            outgoing = slip_of(fault, meant, at)
            if outgoing is not None and self._strikes.strikes(fault, moment):
                return outgoing
        return Outgoing(meant)
