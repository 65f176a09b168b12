"""A plain judgement of Trictrac positions: jans under way, the coin, checkers that can be hit.

No source: rough figures, in points, that make simulated games look like games between people.
"""

from itertools import combinations_with_replacement

from rules.games.trictrac.movement import (
    COIN,
    GRAND_JAN,
    JAN_DE_RETOUR,
    OTHER_COIN,
    PETIT_JAN,
    TALON,
    Jan,
    can_still_fill,
    in_grand_table,
    missing,
)
from rules.position import BAR, Counts, Position, Side

_THROWS = tuple(
    (first, second, (1 if first == second else 2) / 36)
    for first, second in combinations_with_replacement(range(1, 7), 2)
)
"""Both dice and the chance of throwing them."""
_JAN_WORTH = {PETIT_JAN: 0.6, GRAND_JAN: 1.0, JAN_DE_RETOUR: 0.9}
_BY_MISSING = (14.0, 9.0, 6.5, 4.5, 3.0, 2.0, 1.2, 0.6)
"""What a jan is worth with none, one, two … checkers missing; less than that is nothing."""
_COIN_WORTH = 2.5
_SPARE_WORTH = 0.25
"""What each point a spare checker can still travel without breaking a full jan is worth."""


def advantage(position: Position, side: Side) -> float:
    """How much better the position is for the side, in points; the opponent throws next."""
    own, other = position.of(side), position.of(side.opponent)
    shape = _shape(own) - _shape(other)
    return shape + 0.8 * _hits(own, other) - _hits(other, own)


def _shape(own: Counts) -> float:
    jans = max(_jan_worth(own, jan) for jan in _JAN_WORTH)
    coin = _COIN_WORTH if own[COIN] >= 2 else 0.0
    crowded = sum(max(own[point] - 3, 0) for point in range(1, TALON))
    return jans + coin - 0.4 * crowded


def _jan_worth(own: Counts, jan: Jan) -> float:
    lacking = missing(own, jan)
    if lacking >= len(_BY_MISSING) or not can_still_fill(own, jan):
        return 0.0
    worth = _BY_MISSING[lacking]
    if not lacking:
        behind = sum((point - jan.last) * own[point] for point in range(jan.first + 1, BAR))
        spare = sum(max(own[point] - 2, 0) * (point - jan.last) for point in jan.points)
        worth += _SPARE_WORTH * min(behind + spare, 30)
    return worth * _JAN_WORTH[jan]


def _hits(own: Counts, other: Counts) -> float:
    """Points a throw is expected to bring by hits and the other coin, less those it gives.

    Reckoned by the rules of rules.games.trictrac.jans, without the marks they make.
    """
    expected = 0.0
    for point in range(1, BAR - 1):
        if other[BAR - point] == 1:
            grand = in_grand_table(point)
            for first, second, chance in _THROWS:
                price = (2 if grand else 4) + (2 if first == second else 0)
                expected += chance * price * _ways(own, other, point, first, second)
    return expected + _coin(own, other)


def _ways(own: Counts, other: Counts, point: int, first: int, second: int) -> int:
    """Ways of hitting the checker there; -1 for a false hit."""
    direct = {first, second}
    ways = sum(1 for die in direct if point + die < BAR and own[point + die])
    if point + first + second < BAR and own[point + first + second]:
        if any(other[BAR - point - die] < 2 for die in direct):
            return ways + 1
        return ways or -1
    return ways


def _coin(own: Counts, other: Counts) -> float:
    if own[COIN] < 2 or other[COIN]:
        return 0.0
    spare = {die: own[OTHER_COIN + die] - (2 if die == 1 else 0) for die in range(1, 7)}
    return sum(
        chance * (6 if first == second else 4)
        for first, second, chance in _THROWS
        if spare[first] > (first == second) and spare[second] > 0
    )
