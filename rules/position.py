"""Positions of two sides on one table, moves and plays, and their notation.

A position stores each side's checkers under that side's own point numbers, which suits backgammon,
long gammon and trictrac alike. The game determines which points of the two sides are the same
place. "Red" and "Black" are the same side; the printed name is a setting (ruling 5).

Plays are written as "24/18 13/11*", "bar/20", "8/4*(2)", "24/18*/13" or "5/off". Points are the
mover's own: 25 or "bar" is the bar, 0 or "off" is borne off. A star follows the point on which a
checker was hit. All spellings used in transcribed matches can be read. Plays are written in the
usual form: moves of one checker are joined, and equal moves are counted.
"""

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import pairwise

from rules.errors import InvalidPosition, RulesError


class Side(Enum):
    """White or Red; a side's checkers have that colour in both rooms."""

    WHITE = "white"
    RED = "red"

    # Enum's own hash is a Python function, which would take most of the time of a look-up.
    __hash__ = object.__hash__

    @property
    def opponent(self) -> "Side":
        """The other side at the same table."""
        return Side.RED if self is Side.WHITE else Side.WHITE


OFF = 0
BAR = 25
CHECKERS = 15
PLACES = 26

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The checkers of White and of Red, as 26 counts for each side.

    Index 0 counts the checkers borne off, 1 to 24 those on the side's own points (1 is its ace
    point, the last before bearing off), and 25 those on the bar. Raises InvalidPosition unless each
    side has fifteen checkers.
    """

    white: Counts
    red: Counts

    def __post_init__(self) -> None:
        for side, counts in ((Side.WHITE, self.white), (Side.RED, self.red)):
            if len(counts) != PLACES:
                raise InvalidPosition(f"{side.value}: {len(counts)} places, expected {PLACES}")
            if min(counts) < 0:
                raise InvalidPosition(f"{side.value}: a place holds {min(counts)} checkers")
            if sum(counts) != CHECKERS:
                raise InvalidPosition(f"{side.value}: {sum(counts)} checkers, expected {CHECKERS}")

    def of(self, side: Side) -> Counts:
        """Return the 26 counts of one side, by the side's own point numbers."""
        return self.white if side is Side.WHITE else self.red

    def off(self, side: Side) -> int:
        """Return the number of checkers that the side has borne off."""
        return self.of(side)[OFF]

    def left(self, side: Side) -> int:
        """Return the number of checkers that the side has not borne off, 0 to 15."""
        return CHECKERS - self.off(side)

    def pip_count(self, side: Side) -> int:
        """Return the number of pips that the side still needs to bear off all checkers.

        A checker on the bar counts 25.
        """
        return sum(place * count for place, count in enumerate(self.of(side)))


def position_of(side: Side, own: Counts, other: Counts) -> Position:
    """Return the position with the counts `own` of `side` and `other` of its opponent."""
    return Position(own, other) if side is Side.WHITE else Position(other, own)


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """The move of one checker by one die, from `origin` to `target`, counted from the mover's side.

    25 is the bar, and 0 is borne off. `hit` is True if it hits a checker.
    """

    origin: int
    target: int
    hit: bool = False

    def __post_init__(self) -> None:
        if not OFF <= self.target <= 24 or not 1 <= self.origin <= BAR:
            raise ValueError(f"move {self.origin}/{self.target}: points run from 25 to 0")


Play = tuple[Move, ...]
"""All moves of a turn in the order in which they were made; empty if nothing could be moved."""


_NAMES = {"bar": BAR, "off": OFF}
_TOKEN = re.compile(
    r"(?P<points>(?:bar|\d{1,2})(?:\*?/(?:off|\d{1,2}))+)(?P<hit>\*?)(?:\((?P<times>[2-4])\))?(?P<late>\*?)",
    re.IGNORECASE,
)


class InvalidNotation(RulesError):
    """Raised for a written move that cannot be read. The player can write it again."""

    def __init__(self, token: str) -> None:
        super().__init__(f"{token!r} is no move; expected such as 13/8, bar/20*, 6/off or 8/4(2)")
        self.token = token


@lru_cache(maxsize=8192)
def legs(token: str) -> tuple[Move, ...]:
    """Return the moves that one word of a written play names; a move can use several dice.

    "8/4(2)" gives two moves, and "24/18*/13" gives one to each point named. Raises InvalidNotation.
    """
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise InvalidNotation(token)
    points = (match["points"] + match["hit"] + match["late"]).lower().split("/")
    try:
        chain = tuple(
            Move(_place(origin), _place(target), target.endswith("*"))
            for origin, target in pairwise(points)
        )
    except ValueError:
        raise InvalidNotation(token) from None
    return chain * int(match["times"] or 1)


def read_play(text: str) -> tuple[Move, ...]:
    """Return the moves that a written play names, in order; none for an empty text.

    A move can use several dice. Raises InvalidNotation.
    """
    return tuple(leg for token in text.split() for leg in legs(token))


def write_play(play: Play) -> str:
    """Return a play as people write it, such as "24/18*/13 8/4(2)"; empty if nothing was moved."""
    chains: list[list[Move]] = []
    for move in play:
        for chain in chains:
            if chain[-1].target == move.origin:
                chain.append(move)
                break
        else:
            chains.append([move])
    written = [_chain_text(chain) for chain in chains]
    return " ".join(_counted(text, written.count(text)) for text in dict.fromkeys(written))


def write_steps(play: Play) -> str:
    """Return a play with each move written separately, in digits only: "24/18* 18/13 5/0"."""
    return " ".join(f"{move.origin}/{move.target}{'*' * move.hit}" for move in play)


def _place(text: str) -> int:
    point = text.rstrip("*")
    return _NAMES[point] if point in _NAMES else int(point)


def _chain_text(chain: list[Move]) -> str:
    stops = [move for move in chain[:-1] if move.hit] + [chain[-1]]
    origin = "bar" if chain[0].origin == BAR else str(chain[0].origin)
    return "/".join([origin, *(_stop(move) for move in stops)])


def _stop(move: Move) -> str:
    return ("off" if move.target == OFF else str(move.target)) + "*" * move.hit


def _counted(text: str, times: int) -> str:
    return text if times == 1 else f"{text}({times})"
