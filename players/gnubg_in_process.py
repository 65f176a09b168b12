"""GNU Backgammon's nets at 0-ply, loaded into the process that imports this module.

Import it only in a process that does nothing but evaluate positions, because the nets are under the
GPL and have global state. GNU Backgammon ends its process when it is given an unknown position key,
so keys from gnubg_nn are passed to gnubg_nn only. All other processes use players.gnubg_nets.
"""

from collections.abc import Iterator, Sequence

import gnubg_nn

from rules.dice import Roll
from rules.luck.chances import Chances, Worth, certain_chances
from rules.position import CHECKERS, Counts

_ZERO_PLY = 0
_Board = tuple[Sequence[int], Sequence[int]]
"""A position: the counts of the side not on roll, then of the side on roll.

Each has 25 counts: points 1 to 24 and the bar.
"""


class NetsInProcess:
    """An evaluator of positions in this process (implements rules.luck.chances.Judge)."""

    def chances(self, tables: Sequence[tuple[Counts, Counts]]) -> list[Chances]:
        """Return, for each position, the chances of the side that is about to throw.

        The parameter `tables` has the positions: each is a pair of counts, those of that side and
        the opponent's.
        """
        return [
            certain_chances(own, other)
            or Chances(*gnubg_nn.probabilities((other[1:], own[1:]), _ZERO_PLY))
            for own, other in tables
        ]

    def best_after(
        self, own: Counts, other: Counts, rolls: Sequence[Roll], worths: Sequence[Worth]
    ) -> list[tuple[float, ...]]:
        """Return for each roll the value of its best play under each of `worths`.

        Each of `worths` says what a single game, a gammon and a backgammon are worth; the best play
        is chosen under each of them separately. The values are those to the thrower, who has the
        counts `own`; `other` are the opponent's.
        """
        board = other[1:], own[1:]
        return [_best(_plays(board, roll), worths) for roll in rolls]


def _plays(board: _Board, roll: Roll) -> Iterator[_Board]:
    """Yield each position that the roll can lead to, with the opponent as the side on roll."""
    keys = gnubg_nn.moves(board, roll.first, roll.second)
    for key in keys:
        theirs, moved = gnubg_nn.board_from_position_key(key)
        yield moved, theirs
    if not keys:
        theirs, unmoved = board
        yield unmoved, theirs


def _best(plays: Iterator[_Board], worths: Sequence[Worth]) -> tuple[float, ...]:
    """Return, under each of `worths`, the value of the best of the positions.

    The value is counted for the side that has just moved.
    """
    terms = [
        (worth.single, worth.gammon - worth.single, worth.backgammon - worth.gammon)
        for worth in worths
    ]
    least = [float("inf")] * len(terms)
    for board in plays:
        win, won, wholly_won, lost, wholly_lost = _chances(board)
        for at, (single, gammon, backgammon) in enumerate(terms):
            value = (
                single * (2 * win - 1)
                + gammon * (won - lost)
                + backgammon * (wholly_won - wholly_lost)
            )
            if value < least[at]:
                least[at] = value
    return tuple(-value for value in least)


def _chances(board: _Board) -> tuple[float, ...]:
    moved, theirs = board
    if any(moved):
        five: tuple[float, ...] = gnubg_nn.probabilities(board, _ZERO_PLY)
        return five
    ended = certain_chances(_counts(theirs), (CHECKERS, *moved))
    assert ended is not None
    return (
        ended.win, ended.win_gammon, ended.win_backgammon,
        ended.lose_gammon, ended.lose_backgammon,
    )  # fmt: skip


def _counts(points: Sequence[int]) -> Counts:
    return (CHECKERS - sum(points), *points)
