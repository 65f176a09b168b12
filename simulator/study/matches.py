"""Matches of 4 to 12 games made of a study's boards, one after another."""

from collections.abc import Iterator, Sequence
from math import sqrt

from rules.scoring.scales import HIGHEST, Imp, vp
from simulator.study.boards_file import Board
from simulator.study.bootstrap import Row

_EVEN = 15


def matches_of(boards: Sequence[Board], games: int) -> list[Sequence[Board]]:
    """As many whole matches as the boards are enough for; each board is in one match only."""
    return [boards[at : at + games] for at in range(0, len(boards) - games + 1, games)]


def match_row(match: Sequence[Board]) -> Row:
    """1, home ahead in IMP, level, ahead in points, VP, VP squared, 30-0 either way."""
    won = sum(game.imp for board in match for game in board)
    points = sum(game.points for board in match for game in board)
    home = float(vp(Imp(won), len(match)).home)
    whole = home in (0, HIGHEST)
    return 1.0, _ahead(won), float(won == 0), _ahead(points), home, home**2, float(whole)


def with_own_dice(boards: Sequence[Board]) -> list[Board]:
    """Each open room beside the closed room of another board: as if each had its own dice.

    Boards are independent, and each room's game is one in its own right.
    """
    return [(board[0], other[1]) for board, other in zip(boards, _turned(boards), strict=True)]


def vp_deviation(sums: Row) -> float:
    """The deviation of a match's VP."""
    mean = sums[4] / sums[0]
    return sqrt(max(sums[5] / sums[0] - mean**2, 0.0))


def vp_sharpness(sums: Row) -> float:
    """How many deviations the better team's mean VP is above 15."""
    deviation = vp_deviation(sums)
    return (sums[4] / sums[0] - _EVEN) / deviation if deviation else 0.0


def _ahead(difference: int) -> float:
    """A level match counts as half a win."""
    return 0.5 if difference == 0 else float(difference > 0)


def _turned(boards: Sequence[Board]) -> Iterator[Board]:
    yield from boards[1:]
    yield from boards[:1]
