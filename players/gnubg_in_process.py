"""GNU Backgammon's nets at 0-ply in this process: for processes made to evaluate, no others.

The nets are GPL and keep global state, and a position key that is none of theirs ends the process:
keys are only handed back to the module that gave them. Whoever is not such a process asks one
(players.gnubg_nets).
"""

from collections.abc import Iterator, Sequence

import gnubg_nn

from rules.dice import Roll
from rules.luck.chances import Chances, Worth, certain_chances
from rules.position import CHECKERS, Counts

_ZERO_PLY = 0
_Board = tuple[Sequence[int], Sequence[int]]
"""The 25 counts, points 1 to 24 and the bar, of the side not on roll, then of the side on roll."""


class NetsInProcess:
    """Evaluates positions (implements rules.luck.chances.Judge)."""

    def chances(self, tables: Sequence[tuple[Counts, Counts]]) -> list[Chances]:
        """For each pair of the thrower's and its opponent's counts: the thrower's chances."""
        return [
            certain_chances(own, other)
            or Chances(*gnubg_nn.probabilities((other[1:], own[1:]), _ZERO_PLY))
            for own, other in tables
        ]

    def best_after(
        self, own: Counts, other: Counts, rolls: Sequence[Roll], worths: Sequence[Worth]
    ) -> list[tuple[float, ...]]:
        """For each roll, for each worth, what its best play leaves the thrower with."""
        board = other[1:], own[1:]
        return [_best(_plays(board, roll), worths) for roll in rolls]


def _plays(board: _Board, roll: Roll) -> Iterator[_Board]:
    """Every position the roll can lead to, as the opponent has it, who throws next."""
    keys = gnubg_nn.moves(board, roll.first, roll.second)
    for key in keys:
        theirs, moved = gnubg_nn.board_from_position_key(key)
        yield moved, theirs
    if not keys:
        theirs, unmoved = board
        yield unmoved, theirs


def _best(plays: Iterator[_Board], worths: Sequence[Worth]) -> tuple[float, ...]:
    """The opponent's chances are the thrower's turned round, so its least is the best."""
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
