"""A public double, and the answers that watchers give to it (ADR 45)."""

from typing import NamedTuple

from rules.identities import MatchId
from rules.position import Side


class DoubleKey(NamedTuple):
    """A public double, which `side` offers at its `turn` in an attempt at a game."""

    match: MatchId
    game: int
    attempt: int
    side: Side
    turn: int


class Tally(NamedTuple):
    """The numbers of watchers who would take and who would pass."""

    takes: int
    passes: int
