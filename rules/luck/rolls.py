"""The luck of rolls and the cost of plays, in IMP at the cube in force and in points.

The mean is over the 36 rolls, doubles weighing 1 and others 2; at the opening over the 15 rolls of
each starter alike, since equal dice are thrown again (ruling 6). The mean of a roll's luck is zero
whoever judges and whoever plays.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

from rules.dice import PIPS, Roll
from rules.luck.judge import Judge
from rules.luck.throws import Throw
from rules.luck.worth import Worth, imp_worth, points_worth
from rules.position import Position
from rules.side import Side

ALL_ROLLS: Final = tuple(Roll(high, low) for low, high in combinations_with_replacement(PIPS, 2))
OPENING_ROLLS: Final = tuple(roll for roll in ALL_ROLLS if not roll.is_double)


@dataclass(frozen=True, slots=True)
class Both:
    """A difference in IMP, and in points with the cube counted."""

    imp: float
    points: float


@dataclass(frozen=True, slots=True)
class RollLuck:
    """What a roll was worth to its thrower beside the mean of all, and what the play then cost.

    `luck` is positive for a good roll. `error` is 0 for the best play in either unit and positive
    for others; None for a roll that was never played. `cube` is the value in force.
    """

    side: Side
    turn: int
    roll: Roll
    cube: int
    luck: Both
    error: Both | None


def luck_of_game(throws: Iterable[Throw], judge: Judge) -> tuple[RollLuck, ...]:
    """The luck of every throw of a game, in order."""
    return tuple(luck_of(throw, judge) for throw in throws)


def luck_of(throw: Throw, judge: Judge) -> RollLuck:
    """The luck of one throw and the cost of its play, as the judge sees them."""
    worths = (imp_worth(throw.cube), points_worth(throw.cube))
    rolls = OPENING_ROLLS if throw.opening else ALL_ROLLS
    values = _best_after(throw.before, throw.side, rolls, worths, judge)
    best = values[next(at for at, roll in enumerate(rolls) if roll.same_dice(throw.roll))]
    mean = [_mean(rolls, [value[unit] for value in values]) for unit in range(len(worths))]
    if throw.opening:
        others = _best_after(throw.before, throw.side.opponent, rolls, worths, judge)
        theirs = [_mean(rolls, [value[unit] for value in others]) for unit in range(len(worths))]
        mean = [(own - other) / 2 for own, other in zip(mean, theirs, strict=True)]
    luck = [value - expected for value, expected in zip(best, mean, strict=True)]
    error = None if throw.after is None else _error(throw.after, throw.side, worths, best, judge)
    return RollLuck(throw.side, throw.turn, throw.roll, throw.cube, Both(*luck), error)


def _best_after(
    position: Position, side: Side, rolls: tuple[Roll, ...], worths: tuple[Worth, ...], judge: Judge
) -> list[tuple[float, ...]]:
    return judge.best_after(position.of(side), position.of(side.opponent), rolls, worths)


def _mean(rolls: tuple[Roll, ...], values: list[float]) -> float:
    weights = [1 if roll.is_double else 2 for roll in rolls]
    return sum(map(float.__mul__, values, map(float, weights))) / sum(weights)


def _error(
    after: Position, side: Side, worths: tuple[Worth, ...], best: tuple[float, ...], judge: Judge
) -> Both:
    """A play against the rules that was condoned may even gain something: it costs nothing."""
    (theirs,) = judge.chances([(after.of(side.opponent), after.of(side))])
    made = theirs.reversed()
    lost = [max(value - worth.of(made), 0.0) for value, worth in zip(best, worths, strict=True)]
    return Both(*lost)
