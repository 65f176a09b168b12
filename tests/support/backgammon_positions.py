"""Backgammon positions for tests: drawn by hand, by chance, and of kinds that come up rarely."""

from collections.abc import Iterator
from random import Random

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Counts, Position, Side

ROLLS = tuple(Roll(high, low) for high in range(1, 7) for low in range(1, high + 1))


def counts(**places: int) -> Counts:
    """Twenty-six counts from p13=5, bar=1; the checkers not named are off."""
    full = [0] * 26
    for name, count in places.items():
        full[25 if name == "bar" else int(name.removeprefix("p"))] = count
    full[0] = 15 - sum(full)
    return tuple(full)


def wandering(rng: Random) -> Iterator[tuple[Position, Side]]:
    """Positions of endless games played by chance, with the side to throw."""
    while True:
        position, side = BACKGAMMON.start(), Side.WHITE
        while BACKGAMMON.outcome(position) is None:
            yield position, side
            roll = Roll(rng.randint(1, 6), rng.randint(1, 6))
            plays = sorted(BACKGAMMON.legal_plays(position, side, roll))
            position = BACKGAMMON.apply(position, side, rng.choice(plays))
            side = side.opponent


def drawn(rng: Random) -> Iterator[tuple[Position, Side]]:
    """Positions put together by chance: bearing off, entering, and hitting in turn."""
    while True:
        for own_reach, own_bar, other_bar in ((6, 0, 0), (24, 2, 0), (24, 0, 1), (9, 1, 0)):
            own = _spread(rng, own_reach, own_bar)
            free = [place for place in range(1, 25) if not own[25 - place]]
            other = _laid(rng, free, other_bar)
            yield Position(own, other), Side.WHITE


def _spread(rng: Random, reach: int, bar: int) -> Counts:
    return _laid(rng, list(range(1, reach + 1)), rng.randint(0, bar))


def _laid(rng: Random, places: list[int], bar: int) -> Counts:
    full = [0] * 26
    full[25] = bar
    few = rng.sample(places, min(len(places), rng.randint(2, 9)))
    for _ in range(rng.randint(3, 15) - bar):
        full[rng.choice(few)] += 1
    full[0] = 15 - sum(full)
    return tuple(full)
