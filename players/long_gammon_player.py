"""A player of long gammon that plays like a person at the club.

It moves checkers off the head, builds walls of consecutive points, and then brings everything home.
It judges positions by the race, the head, the walls and the checkers that walls hold up. The
figures have no source: they are rough guesses that make simulated games look like games between
people.
"""

from random import Random

from rules.dice import Cube, Roll
from rules.games.long_gammon import HEAD, opposite, plays_by_position, unpacked
from rules.position import CHECKERS, OFF, Counts, Play, Position, Side
from rules.room import Ending

_A_THROW = 8.17
"""Pips that an average throw moves."""
_HOME = 6


def pips(counts: Counts) -> int:
    """Return the pip count: the pips that all checkers together still have to travel."""
    return sum(place * count for place, count in enumerate(counts))


def worth(own: Counts, other: Counts) -> float:
    """Return the worth of a position to the side that has just moved, in pips; larger is better."""
    race = pips(other) - pips(own) + 4.0 * own[OFF]
    if _passed(own, other):
        return race - 0.4 * sum(own[_HOME + 1 :]) + 0.3 * _spread(own)
    walls = _wall(own, other) - 1.2 * _wall(other, own)
    return race + walls - 1.2 * own[HEAD] - _stacked(own) + 0.8 * _spread(own)


def mars_lost(own: Counts, other: Counts) -> bool:
    """Return True if `own` will hardly bear off a checker before `other` has borne off all."""
    to_go = sum(max(place - _HOME, 0) * count for place, count in enumerate(own)) + 1
    return own[OFF] == 0 and to_go / _A_THROW > (CHECKERS - other[OFF]) / 2 + 1


def hopeless(own: Counts, other: Counts) -> bool:
    """Return True if `other` needs at most two throws to finish and `own` needs far more."""
    left = CHECKERS - other[OFF]
    return left <= 4 and pips(other) <= _HOME * left and pips(own) > 20 * ((left + 1) // 2)


def _passed(own: Counts, other: Counts) -> bool:
    """Return True if no checker of either side still has to pass one of the other side."""
    return not (_held_up(own, other) or _held_up(other, own))


def _held_up(runner: Counts, holder: Counts) -> bool:
    last = max((point for point in range(1, HEAD + 1) if runner[point]), default=0)
    return any(holder[opposite(point)] for point in range(1, last))


def _wall(holder: Counts, runner: Counts) -> float:
    """Return the worth, in pips, of the holder's blocks of consecutive points.

    The worth of a block is its length squared, times n / 8. Here n is the number of the runner's
    checkers behind the block, at most eight.
    """
    behind, row, total = CHECKERS - runner[OFF], 0, 0.0
    for point in range(1, HEAD + 1):
        behind -= runner[point]
        if holder[opposite(point)]:
            row += 1
            continue
        total += row * row * min(behind + runner[point], 8) / 8
        row = 0
    return total


def _stacked(own: Counts) -> float:
    return 0.5 * sum(max(own[point] - 3, 0) for point in range(_HOME + 1, HEAD))


def _spread(own: Counts) -> int:
    return sum(1 for point in range(1, HEAD) if own[point])


class LongGammonPlayer:
    """A player of long gammon that chooses the play whose position it judges best.

    Each judgement has a random error.
    """

    def __init__(self, rng: Random, noise: float = 1.0) -> None:
        """Make a player.

        `noise` is the standard deviation, in pips, of the random error of each judgement; 0 is no
        error.
        """
        self._rng = rng
        self._noise = noise

    def choose_play(self, position: Position, side: Side, roll: Roll, turn: int) -> Play:
        other = position.of(side.opponent)
        plays = plays_by_position(position.of(side), other, roll, turn)
        if len(plays) == 1:
            return next(iter(plays.values()))
        judged = {own: self._judged(unpacked(own), other) for own in plays}
        return plays[max(plays, key=judged.__getitem__)]

    def wants_to_double(self, position: Position, side: Side, cube: Cube) -> bool:
        return False

    def takes(self, position: Position, side: Side, cube: Cube) -> bool:
        return True

    def resigns(self, position: Position, side: Side, cube: Cube) -> Ending | None:
        own, other = position.of(side), position.of(side.opponent)
        if not hopeless(own, other) or self._rng.random() > 0.5:
            return None
        return Ending.RESIGNED_GAMMON if mars_lost(own, other) else Ending.RESIGNED

    def accepts(self, position: Position, side: Side, resignation: Ending) -> bool:
        own, other = position.of(side), position.of(side.opponent)
        return resignation is not Ending.RESIGNED or other[OFF] > 0 or not mars_lost(other, own)

    def holds(self, position: Position, side: Side, points: int) -> bool:
        return True

    def _judged(self, own: tuple[int, ...], other: tuple[int, ...]) -> float:
        return worth(own, other) + self._rng.gauss(0.0, self._noise)
