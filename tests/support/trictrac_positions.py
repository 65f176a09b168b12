"""Trictrac positions made short: the thrower's checkers and the opponent's, each by own points."""

from collections.abc import Iterator
from random import Random

from rules.dice import Roll
from rules.games.game import HoleChoice
from rules.games.trictrac.table import (
    Phase,
    TrictracTable,
    choose,
    legal_plays,
    play,
    set_table,
    throw,
)
from rules.position import CHECKERS, PLACES, Counts, Position, Side


def men(text: str = "") -> Counts:
    """Counts from such as "24:11 18:2 13:2"; checkers not named are off, all on 24 for ""."""
    counts = [0] * PLACES
    for word in text.split() if text else ["24:15"]:
        point, _, count = word.partition(":")
        counts[int(point)] = int(count or 1)
    counts[0] = CHECKERS - sum(counts[1:])
    return tuple(counts)


def facing(own: str, other: str = "") -> Position:
    """White's checkers and Red's."""
    return Position(men(own), men(other))


def roll(text: str) -> Roll:
    """Such as "6-1"."""
    first, second = text.split("-")
    return Roll(int(first), int(second))


def thrown(rng: Random) -> Roll:
    """Dice by chance."""
    return Roll(rng.randint(1, 6), rng.randint(1, 6))


def random_game(rng: Random, holding: float = 0.5) -> Iterator[TrictracTable]:
    """Every table of a game by chance to twelve trous; `holding` is how often a trou is held."""
    table = set_table(rng.choice(list(Side)))
    while table.phase is not Phase.OVER:
        yield table
        if table.phase is Phase.THROW:
            table = throw(table, thrown(rng))
        elif table.phase is Phase.CHOOSE:
            table = choose(table, HoleChoice.HOLD if rng.random() < holding else HoleChoice.GO)
        else:
            table = play(table, rng.choice(sorted(legal_plays(table))))
    yield table
