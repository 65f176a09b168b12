"""What the other room's result of a game can be worth, by the tables that score the match.

In duplicate one room's result is compared with that of the other, where the other team has the same
side with the same dice. Every bound here is found from the printed tables (`rules.scoring.scales`),
or from how many trous a game of Trictrac can end with (`rules.scoring.tallies`).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
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


class Beside(Enum):
    """How the other room's result compares with this room's, for the side that won here."""

    LESS = "less"
    SAME = "same"
    MORE = "more"


@dataclass(frozen=True, slots=True)
class Possible:
    """An outcome with what it is worth to the winner and to the loser, in IMP or in trous.

    `beside` is None if all of the outcome is worth less, or all of it more, than this room's
    result; else it says which part of the outcome this is. So no part favours both teams.
    """

    outcome: Outcome
    winner: Span
    loser: Span
    beside: Beside | None = None


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


def possible_imp(endings: Collection[Ending], cube: int, here: int) -> tuple[Possible, ...]:
    """Return what a side's outcomes are worth in IMP at a cube, the worst for the side first.

    `endings` are those that the game knows. `here` is what the side made in this room, in IMP.
    """
    made = {each: _imp_of(known & {*endings}, cube) for each, known in _ENDINGS.items()}
    return tuple(
        part
        for outcome, worth in made.items()
        for part in _parts(outcome, [(imp, 0) for imp in worth], here)
    )


def _parts(outcome: Outcome, results: Sequence[tuple[int, int]], here: int) -> Iterator[Possible]:
    """Yield an outcome in the parts that are worth less than `here`, the same, and more.

    `results` are what the winner and the loser can make by it.
    """
    parts: dict[Beside, list[tuple[int, int]]] = {each: [] for each in Beside}
    for winner, loser in results:
        more = winner - loser - here
        parts[Beside.MORE if more > 0 else Beside.LESS if more else Beside.SAME].append(
            (winner, loser)
        )
    found = {each: part for each, part in parts.items() if part}
    if not outcome.is_won or (len(found) == 1 and not parts[Beside.SAME]):
        yield _possible(outcome, results, None)
        return
    for beside, part in found.items():
        yield _possible(outcome, part, beside)


def _possible(
    outcome: Outcome, results: Iterable[tuple[int, int]], beside: Beside | None
) -> Possible:
    winners, losers = zip(*results, strict=True)
    return Possible(outcome, Span.over(winners), Span.over(losers), beside)


def _imp_of(endings: Iterable[Ending], cube: int) -> Iterator[Imp]:
    """Yield the winner's IMP for each ending and each number of checkers that it can leave."""
    for ending in endings:
        if any(cube_refusals(ending, cube)):
            continue
        for left in range(1, CHECKERS + 1):
            if not any(left_refusals(ending, left)):
                yield imp(smp(row_of(ending, left), cube))


def possible_trous(here: int) -> tuple[Possible, ...]:
    """Return what a side's outcomes are worth in trous to both, the worst for the side first.

    The winner of a game has all trous that it is played to. `here` is by how many trous the side
    won in this room.
    """
    half = LAST_HOLE // 2
    few, many = range(half), range(half, LAST_HOLE)
    lost = {
        Outcome.LOSES_HIGH: few,
        Outcome.LOSES: many,
        Outcome.WINS: many,
        Outcome.WINS_HIGH: few,
    }
    return tuple(
        part
        for outcome, trous in lost.items()
        for part in _parts(outcome, [(LAST_HOLE, each) for each in trous], here)
    )
