"""Why a play is not allowed, as far as one reason can be named."""

from rules.errors import IllegalPlay
from rules.games.trictrac.movement import (
    COIN,
    OTHER_COIN,
    apply,
    closed_to_stops,
    full_jan,
    is_open,
    lines,
    lines_of,
)
from rules.games.trictrac.table import TrictracTable
from rules.position import OFF, Counts, Play


def why_not(table: TrictracTable, chosen: Play) -> str:
    """The reason against a play that `turn.play` refuses."""
    assert table.roll is not None
    try:
        after = apply(table.position, table.thrower, chosen).of(table.thrower)
    except IllegalPlay as refused:
        return str(refused)
    own, other = (table.position.of(side) for side in (table.thrower, table.thrower.opponent))
    possible = lines(own, other, table.roll.first, table.roll.second)
    if any(line.after == after for line in possible):
        return _obligation(table, own)
    dice = {table.roll.first, table.roll.second, table.roll.first + table.roll.second}
    if own[OFF] == after[OFF] and _pips(own) - _pips(after) not in dice:
        return f"{table.roll} does not add up to these moves"
    return _where(own, other, after) or f"{table.roll} does not lead there, or more can be played"


def _pips(counts: Counts) -> int:
    return sum(point * count for point, count in enumerate(counts))


def _obligation(table: TrictracTable, own: Counts) -> str:
    assert table.roll is not None
    held = full_jan(own)
    if held is not None:
        return f"the {held.name} is full and must be kept"
    legal = lines_of(table.position, table.thrower, table.roll)
    filled = full_jan(legal[0].after)
    if filled is not None:
        return f"the {filled.name} can be filled, so it must be"
    if any(line.takes_coin(own) for line in legal):
        return "the coin can be taken directly, so not par puissance"
    return "no checker goes off by more than its point while the throw can be played otherwise"


def _where(own: Counts, other: Counts, after: Counts) -> str:
    stops = [point for point in range(24, OFF, -1) if after[point] > own[point]]
    if any(not is_open(other, point) for point in stops):
        return "a checker would stop where the opponent has one"
    if OTHER_COIN in stops:
        return "no checker may stop on the other coin, point 12"
    if any(point in closed_to_stops(other) for point in stops):
        return "a checker would stop in a jan that the opponent can still fill"
    if after[COIN] == 1:
        return "the coin, point 13, is taken and left by two checkers together"
    return ""
