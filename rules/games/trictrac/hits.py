"""Hits, true and false, and battre le coin: figures no checker moves for.

Sources: Trictrac (Grand Trictrac) at Backgammon Galore; Malfilâtre, Laws of Trictrac, articles 10
and 11; ruling 24. A hit is only imagined, so neither the coin nor a forbidden jan hinders it: a
checker of a coin held by two hits like any other.
"""

from collections.abc import Iterator

from rules.games.trictrac.figures import Figure, Mark, Way
from rules.games.trictrac.geometry import COIN, OTHER_COIN, in_grand_table
from rules.games.trictrac.movement import is_open
from rules.games.trictrac.situation import Situation
from rules.play import Move
from rules.position import BAR


def true_hits(at: Situation) -> Iterator[Mark]:
    """A mark for each lone checker of the opponent that the throw could cover."""
    for point in _lone_points(at):
        ways = _direct_ways(at, point) + _joined_ways(at, point)
        if ways:
            grand = in_grand_table(point)
            figure = Figure.TRUE_HIT_GRAND if grand else Figure.TRUE_HIT_PETIT
            yield at.mark(figure, ways, point)


def false_hits(at: Situation) -> Iterator[Mark]:
    """A mark for the opponent for each lone checker reached only over points he holds with two.

    A checker truly hit in any way is not falsely hit.
    """
    for point in _lone_points(at):
        if _direct_ways(at, point) or _joined_ways(at, point):
            continue
        if _has_checker(at, point + sum(at.numbers)):
            grand = in_grand_table(point)
            figure = Figure.FALSE_HIT_GRAND if grand else Figure.FALSE_HIT_PETIT
            yield at.mark(figure, (_joined(at, point, at.numbers),), point)


def coin_beaten(at: Situation) -> Iterator[Mark]:
    """The opponent's empty coin could be taken, one's own being held and left as it is."""
    if at.own[COIN] < 2 or not is_open(at.other, OTHER_COIN):
        return
    spare = list(at.own)
    spare[COIN] -= 2
    moves = tuple(Move(OTHER_COIN + die, OTHER_COIN) for die in at.numbers)
    for move in moves:
        spare[move.origin] -= 1
    if all(spare[move.origin] >= 0 for move in moves):
        yield at.mark(Figure.COIN_BEATEN, (Way(at.numbers, moves),))


def _lone_points(at: Situation) -> list[int]:
    """The thrower's numbers of the points where the opponent has one checker."""
    return [point for point in range(BAR - 1, 0, -1) if at.other[BAR - point] == 1]


def _has_checker(at: Situation, point: int) -> bool:
    return point < BAR and at.own[point] > 0


def _direct_ways(at: Situation, target: int) -> tuple[Way, ...]:
    return tuple(
        Way((die,), (Move(target + die, target),))
        for die in at.direct
        if _has_checker(at, target + die)
    )


def _joined_ways(at: Situation, target: int) -> tuple[Way, ...]:
    """The one way by both numbers together, when there is a rest for it."""
    if not _has_checker(at, target + sum(at.numbers)):
        return ()
    for first, second in (at.numbers, at.numbers[::-1]):
        if at.other[BAR - (target + second)] < 2:
            return (_joined(at, target, (first, second)),)
    return ()


def _joined(at: Situation, target: int, dice: tuple[int, int]) -> Way:
    rest = target + dice[1]
    return Way(dice, (Move(rest + dice[0], rest), Move(rest, target)))
