"""A player that judges positions with GNU Backgammon's nets at 0-ply, optionally with added noise.

Cube decisions follow Janowski's "Take-Points in Money Games" (1993): the chances at which to take,
double and cash are computed from the mean value of a won and of a lost game, with a cube that is
two thirds live.
"""

from dataclasses import dataclass
from random import Random

from rules.dice import Cube, Roll
from rules.games.backgammon_plays import plays_by_position, unpacked
from rules.luck.chances import Chances, Judge
from rules.position import CHECKERS, OFF, Play, Position, Side
from rules.room import Ending

_LIVE = 0.68
_LOST = 0.002
"""Chance of winning, 0 to 1, at or below which the player resigns."""
_WORTH = {Ending.RESIGNED: 1, Ending.RESIGNED_GAMMON: 2, Ending.RESIGNED_BACKGAMMON: 3}


class GnubgPlayer:
    """A player that chooses plays and cube actions by GNU Backgammon's nets.

    `noise` is the standard deviation of the random error that is added to the equity of each play,
    in points, and to the chance of winning in cube decisions. 0 is full strength, 0.1 a club
    player, 0.3 a beginner.
    """

    def __init__(self, nets: Judge, rng: Random, noise: float = 0.0) -> None:
        self._nets = nets
        self._rng = rng
        self._noise = noise

    def choose_play(self, position: Position, side: Side, roll: Roll, turn: int) -> Play:
        plays = plays_by_position(position.of(side), position.of(side.opponent), roll.dice)
        if len(plays) == 1:
            return next(iter(plays.values()))
        tables = [unpacked(after) for after in plays]
        for (own, _), play in zip(tables, plays.values(), strict=True):
            if own[OFF] == CHECKERS:
                return play
        theirs = self._nets.chances([(other, own) for own, other in tables])
        worth = [self._blurred(chances.reversed().equity) for chances in theirs]
        return list(plays.values())[worth.index(max(worth))]

    def wants_to_double(self, position: Position, side: Side, cube: Cube) -> bool:
        chances = self._chances(position, side)
        marks = _Marks.of(chances)
        too_good = chances.equity > 1
        doubling = marks.initial_double if cube.owner is None else marks.redouble
        return not too_good and self._blurred(chances.win) > doubling

    def takes(self, position: Position, side: Side, cube: Cube) -> bool:
        chances = self._chances(position, side.opponent).reversed()
        return self._blurred(chances.win) > _Marks.of(chances).take

    def resigns(self, position: Position, side: Side, cube: Cube) -> Ending | None:
        chances = self._chances(position, side)
        if chances.win > _LOST:
            return None
        return _cheapest(chances)

    def accepts(self, position: Position, side: Side, resignation: Ending) -> bool:
        chances = self._chances(position, side.opponent).reversed()
        return _WORTH[resignation] >= chances.equity - 2 * _LOST

    def holds(self, position: Position, side: Side, points: int) -> bool:
        return True

    def _chances(self, position: Position, thrower: Side) -> Chances:
        return self._nets.chances([(position.of(thrower), position.of(thrower.opponent))])[0]

    def _blurred(self, figure: float) -> float:
        return figure + self._rng.gauss(0.0, self._noise) if self._noise else figure


@dataclass(frozen=True, slots=True)
class _Marks:
    """The least chances of winning, 0 to 1, for a take, a first double and a redouble."""

    take: float
    initial_double: float
    redouble: float

    @classmethod
    def of(cls, chances: Chances) -> "_Marks":
        win, lose = max(chances.win, 1e-6), max(1 - chances.win, 1e-6)
        won = 1 + (chances.win_gammon + chances.win_backgammon) / win
        lost = 1 + (chances.lose_gammon + chances.lose_backgammon) / lose
        span = won + lost + _LIVE / 2
        centred = _LIVE / 2 * (3 - _LIVE) / (2 - _LIVE)
        return cls((lost - 0.5) / span, (lost + centred) / span, (lost + _LIVE) / span)


def _cheapest(chances: Chances) -> Ending | None:
    """Return the cheapest resignation that an opponent with the same judgement accepts, or None."""
    loss = -chances.equity - 2 * _LOST
    return next((ending for ending, worth in _WORTH.items() if worth >= loss), None)
