"""Checkers of two sides on one table, moves and plays, and their notation.

A position keeps each side's checkers under that side's own point numbers, so that it fits
backgammon, long gammon and trictrac alike; which of the two sides' points are the same triangle
depends on the game. "Red" and "Black" are one side; the printed name is a setting (ruling 5).

Plays are written "24/18 13/11*", "bar/20", "8/4*(2)", "24/18*/13", "5/off": points are the mover's
own, 25 or "bar" the bar, 0 or "off" borne off; a star follows the point where a checker was hit.
All spellings of transcribed matches are read; the longest usual form is written: moves of one
checker joined, equal ones counted.
"""

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import pairwise

from rules.errors import InvalidPosition, RulesError


class Side(Enum):
    """White or Red, whose checkers they are in either room."""

    WHITE = "white"
    RED = "red"

    # Enum's own hash is a Python function: it would take most of the time of a look-up.
    __hash__ = object.__hash__

    @property
    def opponent(self) -> "Side":
        """The other side of the same table."""
        return Side.RED if self is Side.WHITE else Side.WHITE


OFF = 0
BAR = 25
CHECKERS = 15
PLACES = 26

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Checkers of White and of Red, 26 counts each.

    Index 0 counts checkers borne off, 1 to 24 the side's own points (1 is its ace point, moves go
    downwards), 25 its checkers on the bar. Raises InvalidPosition unless each side has fifteen.
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
        """Return the 26 counts of one side, by its own point numbers."""
        return self.white if side is Side.WHITE else self.red

    def off(self, side: Side) -> int:
        """Return the number of checkers the side has borne off."""
        return self.of(side)[OFF]

    def left(self, side: Side) -> int:
        """Return the checkers the side has not borne off (1 to 15 while it has not won)."""
        return CHECKERS - self.off(side)

    def pip_count(self, side: Side) -> int:
        """Return the points the side's checkers still have to travel.

        A checker on the bar counts 25.
        """
        return sum(place * count for place, count in enumerate(self.of(side)))


def position_of(side: Side, own: Counts, other: Counts) -> Position:
    """Build a position from the view of one side: its counts, then its opponent's."""
    return Position(own, other) if side is Side.WHITE else Position(other, own)


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One checker by one die, points counted from the mover's side (25 the bar, 0 off)."""

    origin: int
    target: int
    hit: bool = False

    def __post_init__(self) -> None:
        if not OFF <= self.target <= 24 or not 1 <= self.origin <= BAR:
            raise ValueError(f"move {self.origin}/{self.target}: points run from 25 to 0")


Play = tuple[Move, ...]
"""A whole turn, moves in the order they were made; empty when nothing could move (a dance)."""


_NAMES = {"bar": BAR, "off": OFF}
_TOKEN = re.compile(
    r"(?P<points>(?:bar|\d{1,2})(?:\*?/(?:off|\d{1,2}))+)(?P<hit>\*?)(?:\((?P<times>[2-4])\))?(?P<late>\*?)",
    re.IGNORECASE,
)


class InvalidNotation(RulesError):
    """A written move that cannot be read. The player can write it again."""

    def __init__(self, token: str) -> None:
        super().__init__(f"{token!r} is no move; expected such as 13/8, bar/20*, 6/off or 8/4(2)")
        self.token = token


@lru_cache(maxsize=8192)
def legs(token: str) -> tuple[Move, ...]:
    """Return the stretches a written token names, each perhaps of several dice; "8/4(2)" gives two.

    Raises InvalidNotation.
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
    """Return the stretches a whole written play names, in order; empty for an empty text.

    Raises InvalidNotation.
    """
    return tuple(leg for token in text.split() for leg in legs(token))


def write_play(play: Play) -> str:
    """Return a play as people write it, such as "24/18*/13 8/4(2)"; empty for a dance."""
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
    """Return a play one checker and one die at a time, in figures only: "24/18* 18/13 5/0"."""
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
