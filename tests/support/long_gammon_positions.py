"""Long gammon positions for tests: written by hand, and reached in games played in several ways."""

from collections.abc import Iterator
from random import Random

from rules.dice import Roll
from rules.games.long_gammon import LONG_GAMMON
from rules.position import CHECKERS, OFF, PLACES, Counts, Position, Side

ALL_ON_HEAD = "24:15"


def lying(text: str) -> Counts:
    """Counts from "24:13 20 8", a point without a number holding one; the others are off."""
    full = [0] * PLACES
    for token in text.split():
        point, _, count = token.partition(":")
        full[int(point)] += int(count or 1)
    full[OFF] = CHECKERS - sum(full)
    return tuple(full)


def played_games(rng: Random, games: int) -> Iterator[tuple[Position, Side, Roll, int]]:
    """Every throw of so many games: the position it finds, its side, the dice, the turn's number.

    In every other game both sides spread out over as many points as they can, so that blocks come
    up; in the others they play by chance.
    """
    for number in range(games):
        position, side, turns = LONG_GAMMON.start(), Side.WHITE, dict.fromkeys(Side, 0)
        while LONG_GAMMON.outcome(position) is None:
            turns[side] += 1
            roll = Roll(rng.randint(1, 6), rng.randint(1, 6))
            yield position, side, roll, turns[side]
            plays = sorted(LONG_GAMMON.legal_plays(position, side, roll, turns[side]))
            after = [LONG_GAMMON.apply(position, side, play) for play in plays]
            if number % 2:
                position = max(after, key=lambda one: (_points(one.of(side)), rng.random()))
            else:
                position = rng.choice(after)
            side = side.opponent


def _points(counts: Counts) -> int:
    return 0 if counts[OFF] else sum(1 for count in counts if count)
