"""What goes wrong in saying one thing at a board: what is said before it, instead of it, after it.

Each fault fits some messages. Nothing of it is remembered: what people meant to say they say.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import FaultCode, ThrowSource, WireSide
from rules.games.game import Game
from rules.position import OFF
from rules.room import Room
from simulator.faults.fault import Fault

LOW_BATTERY = 9
"""Per cent left in a battery that warns."""
FLICKERS = 40
"""Changes that a loose sensor tells in one go."""
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
"""What a button says."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a slip depends on besides the message: `chance` decides the rest."""

    room: Room
    game: Game
    chance: Random


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What leaves the board: hints, events before the meant one, that one, events after it.

    `corrects_last`: the meant one is a ROLL that corrects the last of those before it.
    """

    meant: wire.BoardMessage
    hints: tuple[wire.Hint, ...] = ()
    before: tuple[wire.BoardMessage, ...] = ()
    after: tuple[wire.BoardMessage, ...] = ()
    corrects_last: bool = False


Slip = Callable[[wire.BoardMessage, Table], Outgoing | None]


def slip_of(fault: Fault, meant: wire.BoardMessage, table: Table) -> Outgoing | None:
    """What is said when that fault happens to this message; None where it does not fit."""
    slip = _SLIPS.get(fault)
    return None if slip is None else slip(meant, table)


def _cocked(meant: wire.BoardMessage, _: Table) -> Outgoing | None:
    if not isinstance(meant, wire.Roll):
        return None
    return Outgoing(meant, before=(replace(meant, die2=0, quality=0),))


def _nudged(meant: wire.BoardMessage, _: Table) -> Outgoing | None:
    if not isinstance(meant, wire.Roll) or meant.side is WireSide.NONE:
        return None
    return Outgoing(meant, after=(_with_other_dice(meant),))


def _with_other_dice(roll: wire.Roll) -> wire.Roll:
    return replace(roll, die1=roll.die1 % 6 + 1, die2=(roll.die2 + 1) % 6 + 1)


def _unasked(meant: wire.BoardMessage, table: Table) -> Outgoing | None:
    """In the closed room any throw is unasked; in the open one a throw of a turn yet to come."""
    if isinstance(meant, wire.Ready if table.room is Room.CLOSED else wire.TurnDone):
        key = meant.game, meant.attempt, meant.turn + 1, meant.side
        return Outgoing(meant, before=(wire.Roll(*key, 6, 5, ThrowSource.CONSOLE, 100, 0),))
    return None


def _mis_keyed(meant: wire.BoardMessage, _: Table) -> Outgoing | None:
    if not isinstance(meant, wire.Roll) or meant.side is WireSide.NONE:
        return None
    return Outgoing(meant, before=(_with_other_dice(meant),), corrects_last=True)


def _in_hand(meant: wire.BoardMessage, table: Table) -> Outgoing | None:
    """The play is called finished with a checker still in the hand, or on two points at once."""
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


def _slid(meant: wire.BoardMessage, _: Table) -> Outgoing | None:
    if not isinstance(meant, wire.TurnDone):
        return None
    passed = (wire.Diff(point, meant.side, 1, meant.scan) for point in range(24, OFF, -1))
    return Outgoing(meant, hints=tuple(passed))


def _dead(meant: wire.BoardMessage, _: Table) -> Outgoing | None:
    """Its tallest own point is seen empty, and the board says that it cannot see there."""
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


def _flickered(meant: wire.BoardMessage, _: Table) -> Outgoing | None:
    if not isinstance(meant, wire.TurnDone):
        return None
    flicker = (wire.Diff(6, meant.side, n % 2, meant.scan) for n in range(FLICKERS))
    return Outgoing(meant, hints=tuple(flicker))


def _saturated(meant: wire.BoardMessage, _: Table) -> Outgoing | None:
    """Of a stack taller than five the sensors see five."""
    if not isinstance(meant, wire.TurnDone):
        return None
    seen = PointCounts(_up_to_five(meant.position.white), _up_to_five(meant.position.red))
    return None if seen == meant.position else Outgoing(replace(meant, position=seen))


def _up_to_five(counts: tuple[int, ...]) -> tuple[int, ...]:
    return (counts[0], *(min(count, 5) for count in counts[1:25]), counts[25])


def _illegal(meant: wire.BoardMessage, table: Table) -> Outgoing | None:
    """All is put back to where the game begins, which no roll does in its midst."""
    if not isinstance(meant, wire.TurnDone):
        return None
    start = table.game.start()
    nonsense = PointCounts(start.white, start.red)
    return (
        None if nonsense == meant.position else Outgoing(meant, before=(_lying(meant, nonsense),))
    )


def _lying(done: wire.TurnDone, counts: PointCounts) -> wire.TurnDone:
    return replace(done, position=counts)


def _early_done(meant: wire.BoardMessage, table: Table) -> Outgoing | None:
    if not isinstance(meant, wire.Ready) or table.room is not Room.CLOSED:
        return None
    start = table.game.start()
    key = meant.game, meant.attempt, meant.turn, meant.side
    done = wire.TurnDone(*key, PointCounts(start.white, start.red), fault_mask=0, scan=1)
    return Outgoing(meant, before=(done,))


def _late_double(meant: wire.BoardMessage, _: Table) -> Outgoing | None:
    """A double after the roll; after a double one of the other side."""
    if isinstance(meant, wire.Roll) and meant.side is not WireSide.NONE:
        double = wire.Double(meant.game, meant.attempt, meant.turn, meant.side, cube=2)
        return Outgoing(meant, after=(double,))
    if isinstance(meant, wire.Double):
        return Outgoing(meant, after=(replace(meant, side=_OTHER_SIDE[meant.side]),))
    return None


def _take_and_pass(meant: wire.BoardMessage, _: Table) -> Outgoing | None:
    if not isinstance(meant, wire.Take | wire.Pass):
        return None
    other = wire.Pass if isinstance(meant, wire.Take) else wire.Take
    return Outgoing(meant, after=(other(meant.game, meant.attempt, meant.turn, meant.side),))


def _bounced(meant: wire.BoardMessage, _: Table) -> Outgoing | None:
    return Outgoing(meant, after=(meant,)) if isinstance(meant, _KEYED) else None


def _jumped(meant: wire.BoardMessage, table: Table) -> Outgoing | None:
    if not isinstance(meant, wire.Roll):
        return None
    clock = table.chance.randrange(2**32)
    wrapped = wire.Status(battery=255, fault_mask=0, uptime_ms=clock % 1000)
    return Outgoing(replace(meant, clock_ms=clock), hints=(wrapped,))


def _warned(meant: wire.BoardMessage, _: Table) -> Outgoing | None:
    low = wire.Status(battery=LOW_BATTERY, fault_mask=0, uptime_ms=0)
    return Outgoing(meant, hints=(low,), before=(wire.Fault(FaultCode.BATTERY_LOW, LOW_BATTERY),))


_SLIPS: Mapping[Fault, Slip] = {
    Fault.COCKED_DIE: _cocked,
    Fault.NUDGED_DIE: _nudged,
    Fault.UNASKED_ROLL: _unasked,
    Fault.MIS_KEYED_ROLL: _mis_keyed,
    Fault.CHECKER_IN_HAND: _in_hand,
    Fault.SLIDE_THROUGH_POINTS: _slid,
    Fault.DEAD_SENSOR: _dead,
    Fault.SENSOR_FLICKER: _flickered,
    Fault.TALL_STACK: _saturated,
    Fault.ILLEGAL_PLAY: _illegal,
    Fault.EARLY_TURN_DONE: _early_done,
    Fault.LATE_DOUBLE: _late_double,
    Fault.TAKE_AND_PASS: _take_and_pass,
    Fault.BUTTON_BOUNCE: _bounced,
    Fault.CLOCK_JUMP: _jumped,
    Fault.LOW_BATTERY: _warned,
}
