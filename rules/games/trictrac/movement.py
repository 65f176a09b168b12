"""How checkers can move with a throw, before anything is compulsory (articles 7 to 9 and 14).

A double is two moves, not four (ruling 24). A checker that plays both dice rests in between; it may
rest on any point the opponent does not hold, an empty coin or a forbidden jan included, for the
laws forbid only to stop there. Counts are those of the mover, by his own points.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.games.trictrac.geometry import COIN, OTHER_COIN, closed_to_stops
from rules.play import Move, Play
from rules.position import BAR, CHECKERS, OFF, Counts


@dataclass(frozen=True, slots=True)
class Line:
    """One way to move with a throw.

    `dice` are those played, in the order of `play`; `after` the mover's counts; `overflows` how
    many checkers left by a number greater than their point; `by_power` the coin was taken *par
    puissance*, each checker stopping one point short of the other coin.
    """

    play: Play
    dice: tuple[int, ...]
    after: Counts
    overflows: int = 0
    by_power: bool = False

    def takes_coin(self, before: Counts) -> bool:
        """The line takes the mover's empty coin, directly or by power."""
        return not before[COIN] and bool(self.after[COIN])


def lines(own: Counts, other: Counts, first: int, second: int) -> list[Line]:
    """Every way to play both dice; failing that, one die; failing that, the one empty line.

    When one die can be played but not both, the higher if possible (article 6). A line that bears
    off the last checker counts as playing both.
    """
    closed = closed_to_stops(other)
    orders = {(first, second), (second, first)}
    both = [
        line
        for order in sorted(orders, reverse=True)
        for line in _both_dice(own, other, *order)
        if _may_stop(own, line.after, closed)
    ]
    both += _by_power(own, other, first, second)
    if both:
        return both
    for die in sorted({first, second}, reverse=True):
        single = [
            Line((move,), (die,), after, overflow)
            for move, after, overflow in _steps(own, other, die)
            if _may_stop(own, after, closed)
        ]
        if single:
            return single
    return [Line((), (), own)]


def moved(own: Counts, move: Move) -> Counts:
    """The mover's counts after one move, taken as written."""
    counts = list(own)
    counts[move.origin] -= 1
    counts[move.target] += 1
    return tuple(counts)


def is_open(other: Counts, point: int) -> bool:
    """The opponent has no checker on the mover's point."""
    return not other[BAR - point]


def _both_dice(own: Counts, other: Counts, first: int, second: int) -> Iterator[Line]:
    for move, between, overflow in _steps(own, other, first):
        if between[OFF] == CHECKERS:
            yield Line((move,), (first,), between, overflow)
        for then, after, more in _steps(between, other, second):
            yield Line((move, then), (first, second), after, overflow + more)


def _by_power(own: Counts, other: Counts, first: int, second: int) -> list[Line]:
    """Both coins empty and two checkers could take the other one: they take their own instead."""
    if own[COIN] or not is_open(other, OTHER_COIN):
        return []
    dice = (max(first, second), min(first, second))
    origins = [OTHER_COIN + die for die in dice]
    if any(own[origin] < origins.count(origin) for origin in origins):
        return []
    play = tuple(Move(origin, COIN) for origin in origins)
    return [Line(play, dice, moved(moved(own, play[0]), play[1]), by_power=True)]


def _steps(own: Counts, other: Counts, die: int) -> Iterator[tuple[Move, Counts, int]]:
    """Each checker by one die: the move, the counts after it, 1 for an overflow else 0."""
    farthest = max((point for point in range(1, BAR) if own[point]), default=0)
    for origin in range(farthest, 0, -1):
        if not own[origin]:
            continue
        target = origin - die
        if target > OFF:
            if is_open(other, target):
                move = Move(origin, target)
                yield move, moved(own, move), 0
        elif farthest <= 6 and (target == OFF or origin == farthest):
            move = Move(origin, OFF)
            yield move, moved(own, move), int(target < OFF)


def _may_stop(before: Counts, after: Counts, closed: frozenset[int]) -> bool:
    """No checker has stopped where it may not, and the coin holds none or at least two."""
    if after[COIN] == 1:
        return False
    return all(after[point] <= before[point] for point in closed)
