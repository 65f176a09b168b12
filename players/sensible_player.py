"""A player of backgammon that plays like a person at the club.

It races, makes points, hides blots and doubles. It judges positions by the race, blots, points and
primes. The figures have no source: they are rough guesses that make simulated games look like games
between people.
"""

from math import erf, sqrt
from random import Random

from rules.dice import Cube, Roll
from rules.games.backgammon_plays import plays_by_position, unpacked
from rules.position import BAR, CHECKERS, OFF, Counts, Play, Position, Side
from rules.room import Ending

_POINT_WORTH = (0, 2, 2, 5, 9, 10, 9, 7, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 6, 7, 4, 3, 1)
"""Worth, in pips, of holding each point with at least two checkers; index 0 is unused."""

_CONTACT_SPREAD = 8
"""Factor for the variance of the race, in squared pips, while the sides are in contact."""


def pips(counts: Counts) -> int:
    """Return the pip count; a checker on the bar counts 25."""
    return sum(place * count for place, count in enumerate(counts))


def in_contact(own: Counts, other: Counts) -> bool:
    """Return True if checkers of the two sides still have to pass each other."""
    return _rearmost(own) + _rearmost(other) > BAR


def winning_chance(own: Counts, other: Counts) -> float:
    """Return the chance, 0 to 1, that `own` wins a game without the cube; `own` throws next."""
    lead = pips(other) - pips(own) + 4.0
    spread = max(pips(own) + pips(other) - 4, 4)
    if in_contact(own, other):
        spread *= _CONTACT_SPREAD
        lead += 0.4 * (_structure(own) - _structure(other))
        lead += 0.6 * (_exposure(other, own) - _exposure(own, other)) / 3
    return 0.5 * (1 + erf(lead / sqrt(spread)))


def worth(own: Counts, other: Counts) -> float:
    """Return the worth of a position to the side that has just moved, in pips; larger is better."""
    race = float(pips(other) - pips(own))
    if not in_contact(own, other):
        return race + 4 * own[OFF] - 0.3 * sum(own[7:BAR]) + 0.2 * _spread_in_home(own)
    return race + _structure(own) - _structure(other) - _exposure(own, other)


def gammon_lost(own: Counts, other: Counts) -> bool:
    """Return True if `own` will hardly bear off a checker before `other` has borne off all."""
    to_go = sum(max(place - 6, 0) * count for place, count in enumerate(own)) + 1
    return own[OFF] == 0 and to_go / 8 > (CHECKERS - other[OFF]) / 2 + 1


def hopeless(own: Counts, other: Counts) -> bool:
    """Return True if `own` has lost the race whatever the dice.

    `other`, who throws next, needs far fewer throws.
    """
    left = CHECKERS - other[OFF]
    return not in_contact(own, other) and left <= 4 and pips(own) > 16 * ((left + 1) // 2)


def _rearmost(counts: Counts) -> int:
    return max((place for place in range(1, BAR + 1) if counts[place]), default=0)


def _spread_in_home(own: Counts) -> int:
    return sum(1 for place in range(1, 7) if own[place])


def _structure(own: Counts) -> float:
    held = [own[place] > 1 for place in range(BAR)]
    points = sum(_POINT_WORTH[place] for place in range(1, BAR) if held[place])
    prime = longest = 0
    for place in range(2, 13):
        prime = prime + 1 if held[place] else 0
        longest = max(longest, prime)
    stacked = sum(max(own[place] - 3, 0) for place in range(1, BAR))
    return points + longest * longest * 0.8 - 1.5 * stacked - 12 * own[BAR]


def _exposure(own: Counts, other: Counts) -> float:
    """Return the pips that `own` must expect to lose by hits on its blots."""
    hitters = [BAR - place for place in range(1, BAR + 1) if other[place]]
    lost = 0.0
    for point in range(1, BAR):
        if own[point] == 1:
            lost += _shots(point, hitters) * (BAR - point + 6)
    return lost


def _shots(point: int, hitters: list[int]) -> float:
    """Return a rough chance, 0 to 0.9, that a blot on the point is hit.

    A hitter 1 to 6 points away counts 11 to 16 of 36 rolls, a hitter 7 to 12 points away far fewer.
    """
    chance = 0.0
    for hitter in hitters:
        distance = point - hitter
        if 1 <= distance <= 6:
            chance += (10 + distance) / 36
        elif 7 <= distance <= 12:
            chance += (14 - distance) / 72
    return min(chance, 0.9)


class SensiblePlayer:
    """A player of backgammon that chooses the play whose position it judges best.

    Each judgement has a random error.
    """

    def __init__(self, rng: Random, noise: float = 1.5) -> None:
        """Make a player.

        `noise` is the standard deviation, in pips, of the random error of each judgement; 0 is no
        error.
        """
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
