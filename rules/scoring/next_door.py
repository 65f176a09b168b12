"""What the other room's result of a game can be worth, by the tables that score the match.

In duplicate one room's result is compared with that of the other, where the other team has the same
side with the same dice. Every bound here is found from the printed tables (`rules.scoring.scales`),
or from how many trous a game of Trictrac can end with (`rules.scoring.tallies`).
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from rules.games.game import LAST_HOLE
from rules.room import Ending
from rules.scoring.scales import (
    CHECKERS,
    CUBES,
    Imp,
    cube_refusals,
    imp,
    left_refusals,
    row_of,
    smp,
)

CUBES_TOLD = 3
"""The number of cube values for which the other room's results are listed (our choice)."""


class Outcome(Enum):
    """What becomes of a side: from its worst result to its best one.

    HIGH is a gammon or backgammon; in Trictrac, a loser with less than half of the trous of a game.
    A pass counts as a single game (ruling 3).
    """

    LOSES_HIGH = "loses high"
    LOSES = "loses"
    WINS = "wins"
    WINS_HIGH = "wins high"

    @property
    def is_won(self) -> bool:
        """True if the side wins."""
        return self not in (Outcome.LOSES_HIGH, Outcome.LOSES)


@dataclass(frozen=True, slots=True)
class Span:
    """All values from `least` to `most`, both included."""

    least: int
    most: int

    @classmethod
    def over(cls, values: Iterable[int]) -> "Span":
        """Return the span from the least to the most of these values."""
        known = sorted(values)
        return cls(known[0], known[-1])


@dataclass(frozen=True, slots=True)
class Possible:
    """An outcome with what it is worth to the winner and to the loser, in IMP or in trous."""

    outcome: Outcome
    winner: Span
    loser: Span


_SINGLE = frozenset({Ending.BEAROFF, Ending.RESIGNED, Ending.PASS})
_HIGH = frozenset(Ending) - _SINGLE
_ENDINGS = {
    Outcome.LOSES_HIGH: _HIGH,
    Outcome.LOSES: _SINGLE,
    Outcome.WINS: _SINGLE,
    Outcome.WINS_HIGH: _HIGH,
}


def cubes_told(cube: int) -> tuple[int, ...]:
    """Return the cube values to list beside a game that ended at `cube`: it and its neighbours."""
    place = min(max(CUBES.index(cube) - 1, 0), len(CUBES) - CUBES_TOLD)
    return CUBES[place : place + CUBES_TOLD]


def possible_imp(endings: Collection[Ending], cube: int) -> tuple[Possible, ...]:
    """Return what a side's outcomes are worth in IMP at a cube, the worst for the side first.

    `endings` are those that the game knows.
    """
    made = {each: [*_imp_of(known & {*endings}, cube)] for each, known in _ENDINGS.items()}
    return tuple(Possible(each, Span.over(worth), Span(0, 0)) for each, worth in made.items())


def _imp_of(endings: Iterable[Ending], cube: int) -> Iterator[Imp]:
    """Yield the winner's IMP for each ending and each number of checkers that it can leave."""
    for ending in endings:
        if any(cube_refusals(ending, cube)):
            continue
        for left in range(1, CHECKERS + 1):
            if not any(left_refusals(ending, left)):
                yield imp(smp(row_of(ending, left), cube))


def possible_trous() -> tuple[Possible, ...]:
    """Return what a side's outcomes are worth in trous to both, the worst for the side first.

    The winner of a game has all trous that it is played to.
    """
    half, all_of_them = LAST_HOLE // 2, Span(LAST_HOLE, LAST_HOLE)
    few, many = Span(0, half - 1), Span(half, LAST_HOLE - 1)
    return (
        Possible(Outcome.LOSES_HIGH, all_of_them, few),
        Possible(Outcome.LOSES, all_of_them, many),
        Possible(Outcome.WINS, all_of_them, many),
        Possible(Outcome.WINS_HIGH, all_of_them, few),
    )
