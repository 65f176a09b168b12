"""Whoever evaluates positions, such as GNU Backgammon's nets (players.gnubg_nets)."""

from collections.abc import Sequence
from typing import Protocol

from rules.dice import Roll
from rules.luck.chances import Chances
from rules.luck.worth import Worth
from rules.position import Counts


class Judge(Protocol):
    """Evaluates positions of backgammon; a position is the thrower's counts, then the other's."""

    def chances(self, tables: Sequence[tuple[Counts, Counts]]) -> list[Chances]:
        """For each position the chances of the side about to throw, also when the game is over."""

    def best_after(
        self, own: Counts, other: Counts, rolls: Sequence[Roll], worths: Sequence[Worth]
    ) -> list[tuple[float, ...]]:
        """For each roll, for each worth, what its best play leaves the thrower with."""
