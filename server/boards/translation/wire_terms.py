"""The numbers by which the wire's messages give the terms of the rules, and their translation."""

from board_drivers.wire.values import Awaited as WireAwaited
from board_drivers.wire.values import CallReason as WireCallReason
from board_drivers.wire.values import (
    FaultCode,
    Positions,
    ResignKind,
    ThrowSource,
    WireEnding,
    WireRoom,
    WireSide,
)
from rules.dice import DiceSource
from rules.events import CallReason, Refusal
from rules.games.game import Game
from rules.games.known_games import INFOS
from rules.position import Side
from rules.room import Ending, Room
from rules.tables.awaited import Awaited

SIDE_OF = {WireSide.WHITE: Side.WHITE, WireSide.RED: Side.RED}
ENDING_OF = {number: Ending[number.name] for number in WireEnding}
ROOM_OF = {WireRoom.OPEN: Room.OPEN, WireRoom.CLOSED: Room.CLOSED}
RESIGNED_BY = {
    ResignKind.SINGLE: Ending.RESIGNED,
    ResignKind.GAMMON: Ending.RESIGNED_GAMMON,
    ResignKind.BACKGAMMON: Ending.RESIGNED_BACKGAMMON,
}
SOURCE_OF = {
    ThrowSource.DICE_READER: DiceSource.READER,
    ThrowSource.CONSOLE: DiceSource.CONSOLE,
    ThrowSource.INFERRED: DiceSource.INFERRED,
}
"""The sources of dice that a board may name. Only the server itself names director and seed."""

CALLED_FOR = {reason: CallReason[reason.name] for reason in WireCallReason}

_WIRE_AWAITED = {
    what: WireAwaited.CHOICE if what is Awaited.WHICH_PLAY else WireAwaited[what.name]
    for what in Awaited
}
_WIRE_SIDE = {side: number for number, side in SIDE_OF.items()}
_WIRE_ROOM = {room: number for number, room in ROOM_OF.items()}


def wire_game(game: Game) -> int:
    """Return the wire's number of a game."""
    return INFOS[game.name].wire_kind


def wire_side(side: Side | None) -> WireSide:
    """Return the wire's number of a side; NONE if there is no side, as for the opening throw."""
    return WireSide.NONE if side is None else _WIRE_SIDE[side]


def wire_room(room: Room) -> WireRoom:
    """Return the wire's number of a room."""
    return _WIRE_ROOM[room]


def wire_positions(recorded: bool) -> Positions:
    """Return the wire's value that says whether a table records positions."""
    return Positions.RECORDED if recorded else Positions.NOT_RECORDED


def wire_awaited(what: Awaited) -> WireAwaited:
    """Return the wire's number of what a table waits for; CHOICE stands for any question."""
    return _WIRE_AWAITED[what]


def wire_ending(ending: Ending) -> WireEnding:
    """Return the wire's number of an ending, which has the same name there."""
    return WireEnding[ending.name]


def fault_code(why: Refusal) -> FaultCode:
    """Return the wire's number of a refusal, which has the same name there.

    A refusal without a number of its own is NOT_NOW, since a board need not distinguish it from
    anything else that cannot be done now.
    """
    return FaultCode.__members__.get(why.name, FaultCode.NOT_NOW)
