"""Judges of luck that evaluate positions at other depths than Yalta does."""

from collections.abc import Mapping, Sequence
from typing import Final

import gnubg_nn

from players.gnubg_in_process import NetsInProcess
from rules.dice import Roll
from rules.luck.chances import Chances, Judge, Worth, certain_chances, points_worth
from rules.position import CHECKERS, OFF, Counts

_POINTS: Final = points_worth(1)


class OtherNets:
    """A judge of luck by GNU Backgammon's nets at other depths, given as ply constants of gnubg_nn.

    `choose` is the depth at which the best play is chosen, `value` is the depth at which the
    position after the play is evaluated.
    """

    def __init__(self, choose: int, value: int) -> None:
        self._choose, self._value = choose, value

    def chances(self, tables: Sequence[tuple[Counts, Counts]]) -> list[Chances]:
        """Return for each position the chances of the side that is about to throw.

        A position in `tables` is a pair of counts: the thrower's and the opponent's.
        """
        return [_chances(own, other, self._value) for own, other in tables]

    def best_after(
        self, own: Counts, other: Counts, rolls: Sequence[Roll], worths: Sequence[Worth]
    ) -> list[tuple[float, ...]]:
        """Return for each roll the value of one play under each of `worths`.

        The play is the one with the most points, and is the same under all of `worths`.
        """
        return [self._after(own, other, roll, worths) for roll in rolls]

    def _after(
        self, own: Counts, other: Counts, roll: Roll, worths: Sequence[Worth]
    ) -> tuple[float, ...]:
        plays = _plays(own, other, roll)
        best = min(plays, key=lambda each: _POINTS.of(_chances(each[0], each[1], self._choose)))
        made = _chances(best[0], best[1], self._value).reversed()
        return tuple(worth.of(made) for worth in worths)


JUDGES: Final[Mapping[str, Judge]] = {
    "0-ply": NetsInProcess(),
    "pruning net": OtherNets(gnubg_nn.p_prune, gnubg_nn.p_prune),
    "1-ply": OtherNets(0, 1),
}
"""The judges by name; the first is the judge that Yalta uses."""


def _plays(own: Counts, other: Counts, roll: Roll) -> list[tuple[Counts, Counts]]:
    """Return every position that the roll can lead to, with the opponent's counts first."""
    board = other[1:], own[1:]
    keys = gnubg_nn.moves(board, roll.first, roll.second)
    boards = [gnubg_nn.board_from_position_key(key) for key in keys] or [board]
    return [(_counts(theirs), _counts(moved)) for theirs, moved in boards]


def _counts(points: Sequence[int]) -> Counts:
    return (CHECKERS - sum(points), *points)


def _chances(own: Counts, other: Counts, depth: int) -> Chances:
    if CHECKERS in (own[OFF], other[OFF]):
        ended = certain_chances(own, other)
        assert ended is not None
        return ended
    board = other[1:], own[1:]
    return Chances(*gnubg_nn.probabilities(board, depth if _has(board, depth) else 0))


def _has(board: tuple[Counts, Counts], depth: int) -> bool:
    """Return True if the net for this depth can evaluate the position.

    The pruning net is only for positions in which the sides are in contact; for others gnubg_nn
    returns meaningless values.
    """
    if depth != gnubg_nn.p_prune:
        return True
    return bool(gnubg_nn.classify([list(each) for each in board]) >= gnubg_nn.c_crashed)
