"""A player who plays long gammon like a person at the club: off the head, walls, then home."""

from random import Random

from players.long_gammon_judgement import hopeless, mars_lost, worth
from rules.dice import Cube, Roll
from rules.games.long_gammon import plays_by_position, unpacked
from rules.position import OFF, Play, Position, Side
from rules.room import Ending


class LongGammonPlayer:
    """Long gammon by a plain judgement of each position, blurred by `noise` pips."""

    def __init__(self, rng: Random, noise: float = 1.0) -> None:
        """`noise` is the spread, in pips, of an error added to each judgement; 0 plays alike."""
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
