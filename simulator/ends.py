"""How people say that a play or a game has ended: without positions they claim it (ADR 23)."""

from board_drivers.wire import messages as wire
from board_drivers.wire.values import ResignKind, WireEnding, WireSide
from rules.games.game import Game
from rules.position import Position, Side
from rules.room import Ending

Key = tuple[int, int, int, WireSide]
"""Game, attempt, turn and the side that speaks."""
_KINDS = {
    Ending.RESIGNED: ResignKind.SINGLE,
    Ending.RESIGNED_GAMMON: ResignKind.GAMMON,
    Ending.RESIGNED_BACKGAMMON: ResignKind.BACKGAMMON,
}
_RESIGNED = {kind: ending for ending, kind in _KINDS.items()}


def played(key: Key, game: Game, lying: Position) -> wire.Played | wire.End:
    """A play made at a table that records none; the last one is said with the game's end."""
    outcome = game.outcome(lying)
    if outcome is None:
        return wire.Played(*key)
    return wire.End(*key, ending=_wire_ending(outcome.ending), left=outcome.left)


def passed(key: Key, position: Position, side: Side, *, recorded: bool) -> wire.Pass | wire.End:
    """A double passed by that side; `recorded`: the server knows the position."""
    if recorded:
        return wire.Pass(*key)
    return wire.End(*key, ending=WireEnding.PASS, left=position.left(side))


def resigned(
    key: Key, position: Position, side: Side, ending: Ending, *, recorded: bool
) -> wire.Resign | wire.End:
    """A resignation of that side; `recorded`: the server knows the position."""
    if recorded:
        return wire.Resign(*key, kind=_KINDS[ending])
    return wire.End(*key, ending=_wire_ending(ending), left=position.left(side))


def ending_of(message: wire.Resign | wire.End) -> Ending:
    """The end of the game that somebody has proposed."""
    if isinstance(message, wire.Resign):
        return _RESIGNED[message.kind]
    return Ending[message.ending.name]


def is_resignation(ending: Ending) -> bool:
    """The opponent may want more than such an end; another he sees or has brought about."""
    return ending in _KINDS


def _wire_ending(ending: Ending) -> WireEnding:
    return WireEnding[ending.name]
