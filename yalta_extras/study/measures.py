"""The figures that are computed from a study's boards, and the intervals around them.

A board can be counted in several ways, such as in IMP or in points. Matches of 4 to 12 games are
made of as many boards that follow each other.

The boards needed by a way of counting are the number of boards after which the better team is ahead
with a chance of 95 %. The fewer are needed, the less is left to chance. The sum of n independent
boards has nearly a normal distribution, so that n = (1.645 deviation / mean) squared.

A figure is computed from the sum of rows of numbers, one row for each board or match. Its interval
says how far it would differ if other boards had been played. It is made by bootstrap. Source:
Efron, "Bootstrap Methods: Another Look at the Jackknife" (1979). Rows are first summed in blocks,
and then blocks are drawn instead of rows: for independent rows that is as good, and it is faster.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from random import Random
from statistics import NormalDist
from typing import Final

from rules.scoring.scales import HIGHEST, Imp, Smp, imp, vp
from yalta_extras.study.board import Judged, RoomOutcome
from yalta_extras.study.folder import Board

Row = tuple[float, ...]
Statistic = Callable[[Row], float]
"""A function that computes a figure from the sums of rows, a sum for each column."""

_BLOCKS: Final = 199
"""The number of blocks of rows (our choice), a prime, so that patterns are spread evenly."""
_TIMES: Final = 500
_OUTSIDE: Final = 0.05
"""The share of figures from drawn blocks that lie outside the interval, half on either side."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, the ends of its 95 % interval, and the number of rows from which it was made."""

    value: float
    low: float
    high: float
    rows: int


def estimate(rows: Sequence[Row], statistic: Statistic, rng: Random) -> Estimate:
    """Return the figure that `statistic` computes from all rows, with its interval.

    `rng` is the source of chance for the interval. Raises ValueError if there are no rows.
    """
    if not rows:
        raise ValueError("rows: none; allowed: one or more")
    blocks = [_sums(rows[at :: min(_BLOCKS, len(rows))]) for at in range(min(_BLOCKS, len(rows)))]
    found = sorted(statistic(_sums(rng.choices(blocks, k=len(blocks)))) for _ in range(_TIMES))
    cut = round(_TIMES * _OUTSIDE / 2)
    return Estimate(statistic(_sums(blocks)), found[cut], found[-1 - cut], len(rows))


def _sums(rows: Sequence[Row]) -> Row:
    return tuple(map(sum, zip(*rows, strict=True)))


_EVEN = 15


def matches_of(boards: Sequence[Board], games: int) -> list[Sequence[Board]]:
    """Return these boards as matches of `games` boards that follow each other.

    Each board is in one match only; boards that are too few for another match are left out.
    """
    return [boards[at : at + games] for at in range(0, len(boards) - games + 1, games)]


def match_row(match: Sequence[Board]) -> Row:
    """Return a match as a row, to be summed with the rows of other matches.

    Its columns are: 1; 1 if home is ahead in IMP, 0.5 if level; 1 if level in IMP; 1 if home is
    ahead in points, 0.5 if level; home's VP; home's VP squared; 1 if the match ended 30–0 for
    either team. A column is 0 if its condition is false.
    """
    won = sum(game.imp for board in match for game in board)
    points = sum(game.points for board in match for game in board)
    home = float(vp(Imp(won), len(match)).home)
    whole = home in (0, HIGHEST)
    return 1.0, _ahead(won), float(won == 0), _ahead(points), home, home**2, float(whole)


def with_own_dice(boards: Sequence[Board]) -> list[Board]:
    """Return boards as if each room had had its own dice.

    Each board's open room is put beside the closed room of another board, whose game had other
    dice.
    """
    return [(board[0], other[1]) for board, other in zip(boards, _turned(boards), strict=True)]


def vp_deviation(sums: Row) -> float:
    """Return the standard deviation of home's VP, from the sums of rows of `match_row`."""
    mean = sums[4] / sums[0]
    return sqrt(max(sums[5] / sums[0] - mean**2, 0.0))


def vp_sharpness(sums: Row) -> float:
    """Return how far home's mean VP is above 15, in standard deviations of home's VP."""
    deviation = vp_deviation(sums)
    return (sums[4] / sums[0] - _EVEN) / deviation if deviation else 0.0


def _ahead(difference: int) -> float:
    """Return 1 if the difference is above 0, 0.5 if it is 0, otherwise 0."""
    return 0.5 if difference == 0 else float(difference > 0)


def _turned(boards: Sequence[Board]) -> Iterator[Board]:
    yield from boards[1:]
    yield from boards[:1]


SURE: Final = 0.95
_QUANTILE: Final = NormalDist().inv_cdf(SURE)


def boards_needed(mean: float, variance: float) -> float:
    """Return the number of boards after which the better team is ahead with a chance of 95 %.

    `mean` and `variance` are those of one board's value for that team. Return infinity if the mean
    is not above 0.
    """
    return _QUANTILE**2 * variance / mean**2 if mean > 0 else inf


def chance_ahead(mean: float, variance: float, boards: int) -> float:
    """Return the chance, 0 to 1, that home is ahead after that many boards.

    `mean` and `variance` are those of one board's value.
    """
    return NormalDist().cdf(mean * sqrt(boards / variance)) if variance else float(mean > 0)


@dataclass(frozen=True, slots=True)
class Rooms:
    """The mean and variance of a board's value, which is the sum of the values of its two rooms.

    `own_variance` is what the variance would be if each room had its own dice: the rooms' values
    would then be independent. If luck was judged on some boards, the mean of these boards is
    computed without luck. The mean of luck is zero, so this leaves less to chance. The mean of
    these boards and the mean of the other boards are weighted by their precision.
    """

    mean: float
    variance: float
    own_variance: float

    @classmethod
    def of(cls, sums: Row) -> "Rooms":
        """Return the mean and variances, computed from sums of rows.

        The first columns of the rows must be those of `room_row`.
        """
        boards, opened, closed, opened_square, closed_square, product = sums[:6]
        own = _variance(boards, opened, opened_square) + _variance(boards, closed, closed_square)
        common = product / boards - opened * closed / boards**2
        variance = max(own + 2 * common, 0.0)
        return cls(_weighed_mean(sums, variance), variance, own)

    @property
    def needed(self) -> float:
        """The number of boards needed if both rooms have the same dice."""
        return boards_needed(self.mean, self.variance)

    @property
    def own_needed(self) -> float:
        """The number of boards needed if each room has its own dice."""
        return boards_needed(self.mean, self.own_variance)

    @property
    def saved(self) -> float:
        """The share of the variance that playing both rooms with the same dice takes out."""
        return 1 - self.variance / self.own_variance if self.own_variance else 0.0


def room_row(opened: float, closed: float, luck: float | None = None) -> Row:
    """Return a board as a row; `Rooms.of` takes the sums of such rows.

    `opened` and `closed` are the values of the rooms. `luck` is home's luck in both rooms together,
    in the same unit, None if it was not judged.
    """
    whole = opened + closed
    plain = 1.0, opened, closed, opened**2, closed**2, opened * closed
    if luck is None:
        return *plain, 0.0, 0.0, 0.0, 0.0
    return *plain, 1.0, whole, whole - luck, (whole - luck) ** 2


def _weighed_mean(sums: Row, variance: float) -> float:
    boards, whole = sums[0], sums[1] + sums[2]
    judged, whole_judged, less, less_squares = sums[6:10]
    if not judged:
        return whole / boards
    others, spread = boards - judged, _variance(judged, less, less_squares)
    if not others or not spread:
        return less / judged
    weight_others, weight_judged = others * spread, judged * variance
    mean_others = (whole - whole_judged) / others
    return (weight_others * mean_others + weight_judged * less / judged) / (
        weight_others + weight_judged
    )


def _variance(count: float, total: float, squares: float) -> float:
    return max(squares / count - (total / count) ** 2, 0.0)


Count = Callable[[RoomOutcome], float]


def imp_of(outcome: RoomOutcome) -> float:
    """Return the IMP of the result (ruling 4), negative if away won."""
    return float(outcome.imp)


def points_of(outcome: RoomOutcome) -> float:
    """Return the points of the result as for money: the cube's value, twice that for a gammon.

    The points are negative if away won.
    """
    return float(outcome.points)


def bridge_of(board: Board) -> float:
    """Return a board's IMP as in bridge: those for the sum of both rooms' SMP (ruling 4)."""
    opened, closed = board
    return float(imp(Smp(opened.smp + closed.smp)))


def imp_without_luck(outcome: RoomOutcome) -> float:
    """Return the result's IMP minus home's luck in IMP over all rolls."""
    return outcome.imp - judged(outcome).luck_imp


def points_without_luck(outcome: RoomOutcome) -> float:
    """Return the result's points minus home's luck in points over all rolls."""
    return outcome.points - judged(outcome).luck_points


PLAIN: Final[Mapping[str, Count]] = {"imp": imp_of, "points": points_of}
WITHOUT_LUCK: Final[Mapping[str, Count]] = {
    "imp": imp_without_luck,
    "points": points_without_luck,
}


def judged(outcome: RoomOutcome) -> Judged:
    """Return the judged luck and losses of a game. Call it only if its luck was judged."""
    assert outcome.judged is not None
    return outcome.judged


def judged_boards(boards: Sequence[Board]) -> list[Board]:
    """Return the boards whose luck was judged."""
    return [board for board in boards if board[0].judged is not None]


def without_judgement(boards: Sequence[Board]) -> list[Board]:
    """Return the boards without their judged luck."""
    return [
        (replace(opened, judged=None), replace(closed, judged=None)) for opened, closed in boards
    ]


def games_judged(boards: Sequence[Board]) -> list[RoomOutcome]:
    """Return all games of the boards whose luck was judged."""
    return [game for board in judged_boards(boards) for game in board]


def luck_of_board(board: Board, unit: str, times: float = 1.0) -> float | None:
    """Return home's luck in both rooms together, multiplied by `times`.

    `unit` is "imp" or "points". Return None if the luck was not judged.
    """
    if board[0].judged is None:
        return None
    return times * sum(float(getattr(judged(game), f"luck_{unit}")) for game in board)


def row_of_board(board: Board, count: Count, unit: str) -> Row:
    """Return a board as a row whose sums `Rooms.of` takes.

    `count` returns the value of a room's outcome. `unit` is "imp" or "points", the unit of that
    value and of the luck.
    """
    opened, closed = board
    return room_row(count(opened), count(closed), luck_of_board(board, unit))


def imp_less_points_luck(boards: Sequence[Board]) -> Count:
    """Return a way to count an outcome: its IMP minus its luck in points times a factor.

    The factor is the one that takes out most of these boards' variance of IMP.
    """
    games = [game for board in boards for game in board]
    squares = sum(judged(game).luck_points ** 2 for game in games)
    common = sum(game.imp * judged(game).luck_points for game in games)
    factor = common / squares if squares else 0.0
    return lambda outcome: outcome.imp - factor * judged(outcome).luck_points


def imp_luck_in_bridge(boards: Sequence[Board]) -> float:
    """Return by how many IMP, counted as in bridge, one IMP of luck changes a board's result.

    The number is estimated from these boards by least squares.
    """
    lucks = [sum(judged(game).luck_imp for game in board) for board in boards]
    common = sum(bridge_of(board) * luck for board, luck in zip(boards, lucks, strict=True))
    squares = sum(luck**2 for luck in lucks)
    return common / squares if squares else 0.0
