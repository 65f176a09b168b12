"""A player who plays like a person at the club: races, makes points, hides blots, uses the cube."""

from random import Random

from players.judgement import gammon_lost, hopeless, in_contact, winning_chance, worth
from rules.dice import Cube, Roll
from rules.games.backgammon_plays import plays_by_position, unpacked
from rules.position import Play, Position, Side
from rules.room import Ending


class SensiblePlayer:
    """Backgammon by a plain judgement of each position, blurred by `noise` pips."""

    def __init__(self, rng: Random, noise: float = 1.5) -> None:
        """`noise` is the spread, in pips, of an error added to each judgement; 0 plays alike."""
        self._rng = rng
        self._noise = noise

    def choose_play(self, position: Position, side: Side, roll: Roll, turn: int) -> Play:
        plays = plays_by_position(position.of(side), position.of(side.opponent), roll.dice)
        if len(plays) == 1:
            return next(iter(plays.values()))
        return max(plays.items(), key=lambda entry: self._judged(entry[0]))[1]

    def wants_to_double(self, position: Position, side: Side, cube: Cube) -> bool:
        chance = self._chance(position, side)
        return 0.70 < chance < 0.93 and self._rng.random() < 0.7

    def takes(self, position: Position, side: Side, cube: Cube) -> bool:
        return 1 - self._chance(position, side.opponent) > 0.24

    def resigns(self, position: Position, side: Side, cube: Cube) -> Ending | None:
        own, other = position.of(side), position.of(side.opponent)
        if not hopeless(own, other) or self._rng.random() > 0.5:
            return None
        return Ending.RESIGNED_GAMMON if gammon_lost(own, other) else Ending.RESIGNED

    def accepts(self, position: Position, side: Side, resignation: Ending) -> bool:
        own, other = position.of(side), position.of(side.opponent)
        if resignation is not Ending.RESIGNED:
            return True
        return bool(other[0]) or (not in_contact(own, other) and not gammon_lost(other, own))

    def holds(self, position: Position, side: Side, points: int) -> bool:
        return True

    def _judged(self, packed_position: int) -> float:
        own, other = unpacked(packed_position)
        return worth(own, other) + self._rng.gauss(0.0, self._noise)

    def _chance(self, position: Position, thrower: Side) -> float:
        chance = winning_chance(position.of(thrower), position.of(thrower.opponent))
        return chance + self._rng.gauss(0.0, self._noise / 60)
