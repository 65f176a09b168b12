"""A public double, and watchers' answers to it (ADR 45)."""

from typing import NamedTuple

from rules.identities import MatchId
from rules.position import Side


class DoubleKey(NamedTuple):
    """A public double: `side` offers it at its `turn` of that attempt at the game."""

    match: MatchId
    game: int
    attempt: int
    side: Side
    turn: int


class Tally(NamedTuple):
    """Numbers of watchers who would take and would pass."""

    takes: int
    passes: int
