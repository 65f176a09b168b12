"""All figures of a study, each with its interval, as the rows of one CSV file."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from typing import Final

from rules.scoring.scales import MATCH_LENGTHS
from yalta_extras.study import measures
from yalta_extras.study.board import RoomOutcome
from yalta_extras.study.folder import Board
from yalta_extras.study.measures import (
    PLAIN,
    WITHOUT_LUCK,
    Count,
    Estimate,
    Rooms,
    Row,
    Statistic,
    boards_needed,
    bridge_of,
    chance_ahead,
    estimate,
    games_judged,
    imp_less_points_luck,
    imp_luck_in_bridge,
    imp_of,
    judged,
    judged_boards,
    luck_of_board,
    points_of,
    room_row,
    row_of_board,
    without_judgement,
)

COLUMNS: Final = ("pairing", "figure", "measure", "games", "value", "low", "high", "rows")
ALL: Final = "all"
"""The text that takes the place of a pairing's name in rows about all games of the study."""
_DIGITS: Final = 4
_FEWEST_JUDGED: Final = 20
"""The fewest judged boards from which figures on luck are made (our choice).

Fewer give no sound interval.
"""
_WIDTH: Final = len(room_row(0.0, 0.0))
_HIGHEST_STEP: Final = 24
_SINGLE: Final = ("bearoff", "resigned")
_LOSSES: Final = ((("pass",), 1), (("pass",), 2), (("pass",), 4), (_SINGLE, 2), (_SINGLE, 4))


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a pairing, such as the boards needed in IMP.

    `figure` says what it is, `measure` in which way the boards were counted. `games` is the number
    of games in a match, 0 if the figure is not about matches.
    """

    pairing: str
    figure: str
    measure: str
    games: int
    estimate: Estimate


def summary(by_pairing: Iterable[tuple[str, Sequence[Board]]], seed: int) -> list[Figure]:
    """Return the figures of every pairing with enough boards, then those of all games together.

    `by_pairing` has the name and the boards of each pairing. The random numbers with which the
    intervals are made follow from `seed`.
    """
    enough = [each for each in by_pairing if len(each[1]) >= max(MATCH_LENGTHS)]
    figures = [
        figure
        for pairing, boards in enough
        for figure in _Pairing(pairing, boards, Random(f"{seed}/intervals/{pairing}")).figures()
    ]
    judged_games = [game for _, boards in enough for game in games_judged(boards)]
    return [*figures, *_luck_of_all(judged_games, Random(f"{seed}/intervals/{ALL}"))]


def as_csv(figures: Iterable[Figure]) -> str:
    """Return the figures as CSV, in which "inf" means that no number of boards is enough."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(COLUMNS)
    for each in figures:
        found = each.estimate
        numbers = (round(value, _DIGITS) for value in (found.value, found.low, found.high))
        games = each.games or ""
        lines.writerow([each.pairing, each.figure, each.measure, games, *numbers, found.rows])
    return text.getvalue()


def _luck_of_all(games: Sequence[RoomOutcome], rng: Random) -> Iterator[Figure]:
    """Yield the mean luck of all judged games and its standard error, in each unit.

    These figures serve to check the judging: the mean should differ from zero by no more than the
    error.
    """
    if len(games) < 2 * _FEWEST_JUDGED:
        return
    for unit in PLAIN:
        lucks = [getattr(judged(game), f"luck_{unit}") for game in games]
        rows = [(1.0, luck, luck**2) for luck in lucks]
        for figure, statistic in (
            ("luck a game", _mean_of(1)),
            ("standard error of luck a game", _standard_error),
        ):
            yield Figure(ALL, figure, unit, 0, estimate(rows, statistic, rng))


class _Pairing:
    """A maker of the figures that are computed from one pairing's boards.

    `rng` is the source of chance for the figures' intervals.
    """

    def __init__(self, pairing: str, boards: Sequence[Board], rng: Random) -> None:
        self._pairing = pairing
        enough = len(judged_boards(boards)) >= _FEWEST_JUDGED
        self._boards = boards if enough else without_judgement(boards)
        self._judged = judged_boards(self._boards)
        self._rng = rng

    def figures(self) -> Iterator[Figure]:
        yield from self._boards_needed()
        yield from self._luck()
        for games in MATCH_LENGTHS:
            yield from self._matches(games)
        yield from self._games()
        yield from self._parting()

    def _figure(
        self, figure: str, measure: str, rows: Sequence[Row], statistic: Statistic, games: int = 0
    ) -> Figure:
        found = estimate(rows, statistic, self._rng)
        return Figure(self._pairing, figure, measure, games, found)

    def _boards_needed(self) -> Iterator[Figure]:
        in_measure = {
            measure: [row_of_board(board, count, measure) for board in self._boards]
            for measure, count in PLAIN.items()
        }
        for measure, rows in in_measure.items():
            yield self._figure("advantage", measure, rows, _advantage)
            yield self._figure("advantage", f"{measure}, as played", rows, _as_played)
            yield self._figure("deviation", measure, rows, _deviation)
            yield self._figure("boards needed", measure, rows, _needed)
            yield self._figure("boards needed", f"{measure}, own dice", rows, _own_needed)
            yield self._figure("variance taken out", f"{measure}, equal dice", rows, _saved)
        others = measures.with_own_dice(self._boards)
        shuffled = [room_row(imp_of(opened), imp_of(closed)) for opened, closed in others]
        yield self._figure("variance taken out", "imp, other boards' dice", shuffled, _saved)
        share = imp_luck_in_bridge(self._judged)
        bridge = [
            room_row(bridge_of(board), 0.0, luck_of_board(board, "imp", share))
            for board in self._boards
        ]
        yield self._figure("boards needed", "bridge", bridge, _needed)
        for measure, rows in (("bridge", bridge), ("points", in_measure["points"])):
            both = [(*one, *other) for one, other in zip(rows, in_measure["imp"], strict=True)]
            yield self._figure("times the boards of imp", measure, both, _times_the_boards)

    def _luck(self) -> Iterator[Figure]:
        if not self._judged:
            return
        ways = [(measure, PLAIN[measure], count) for measure, count in WITHOUT_LUCK.items()]
        other = imp_less_points_luck(self._judged)
        for measure, plain, less in [*ways, ("imp, luck in points", imp_of, other)]:
            unit = "points" if plain is points_of else "imp"
            rows = [_with_and_without(board, plain, less, unit) for board in self._boards]
            name = f"{measure}, luck out"
            yield self._figure("boards needed", name, rows, _needed_without_luck)
            yield self._figure("variance taken out", name, rows, _luck_taken_out)
        games = games_judged(self._boards)
        for unit in PLAIN:
            lucks = [(1.0, getattr(judged(game), f"luck_{unit}")) for game in games]
            yield self._figure("luck a game", unit, lucks, _mean_of_second)
        for team in ("home", "away"):
            lost = [
                (float(getattr(game, f"throws_{team}")), getattr(judged(game), f"lost_{team}"))
                for game in games
            ]
            yield self._figure("error rate", team, lost, lambda sums: 1000 * _mean_of_second(sums))
            unforced = [
                (getattr(judged(game), f"unforced_{team}"), getattr(judged(game), f"lost_{team}"))
                for game in games
            ]
            yield self._figure(
                "performance rating", team, unforced, lambda sums: 500 * _mean_of_second(sums)
            )

    def _matches(self, games: int) -> Iterator[Figure]:
        rows = [measures.match_row(match) for match in measures.matches_of(self._boards, games)]
        others = measures.matches_of(measures.with_own_dice(self._boards), games)
        own = [measures.match_row(match) for match in others]
        rooms = [row_of_board(board, imp_of, "imp") for board in self._boards]
        for figure, measure, of, statistic in (
            ("home ahead", "imp", rows, _mean_of(1)),
            ("home ahead", "imp, predicted", rooms, _predicted(games)),
            ("home ahead", "imp, own dice", own, _mean_of(1)),
            ("home ahead", "points", rows, _mean_of(3)),
            ("level", "imp", rows, _mean_of(2)),
            ("vp", "mean", rows, _mean_of(4)),
            ("vp", "deviation", rows, measures.vp_deviation),
            ("vp", "mean above 15 in deviations", rows, measures.vp_sharpness),
            ("vp", "30-0", rows, _mean_of(6)),
        ):
            yield self._figure(figure, measure, of, statistic, games)

    def _games(self) -> Iterator[Figure]:
        games = [game for board in self._boards for game in board]
        for name, chosen in (("cube 8 or more", _large), ("cube 32 or 64", _odd), ("24 imp", _top)):
            rows = [(1.0, float(chosen(game))) for game in games]
            yield self._figure("share of games", name, rows, _mean_of(1))
        for unit, count in PLAIN.items():
            rows = [(count(game) ** 2, count(game) ** 2 * _large(game)) for game in games]
            yield self._figure(f"share of squared {unit}", "cube 8 or more", rows, _mean_of(1))
        for endings, cube in _LOSSES:
            lost = [
                (1.0, float(abs(game.imp)))
                for game in games
                if game.ending in endings and game.cube == cube
            ]
            if lost:
                name = f"{'pass' if endings == ('pass',) else 'single loss'} at {cube}"
                yield self._figure("imp of a loss", name, lost, _mean_of(1))

    def _parting(self) -> Iterator[Figure]:
        rows = [
            (1.0, float(opened.shared), float(_throws(opened)), float(_throws(closed)))
            for opened, closed in self._boards
        ]
        yield self._figure("shared", "throws", rows, _mean_of(1))
        yield self._figure(
            "shared", "share of throws", rows, lambda sums: 2 * sums[1] / (sums[2] + sums[3])
        )


def _advantage(sums: Row) -> float:
    return Rooms.of(sums).mean


def _as_played(sums: Row) -> float:
    return (sums[1] + sums[2]) / sums[0]


def _standard_error(sums: Row) -> float:
    mean = sums[1] / sums[0]
    return sqrt(max(sums[2] / sums[0] - mean**2, 0.0) / sums[0])


def _deviation(sums: Row) -> float:
    return sqrt(Rooms.of(sums).variance)


def _needed(sums: Row) -> float:
    return Rooms.of(sums).needed


def _times_the_boards(sums: Row) -> float:
    """Return the boards needed by a way of counting, divided by the boards needed in IMP.

    `sums` are the sums of rows that join two rows of one board: first the row for that way of
    counting, then the row for IMP.
    """
    needed, in_imp = Rooms.of(sums[:_WIDTH]).needed, Rooms.of(sums[_WIDTH:]).needed
    return needed / in_imp if in_imp < inf else inf


def _own_needed(sums: Row) -> float:
    return Rooms.of(sums).own_needed


def _saved(sums: Row) -> float:
    return Rooms.of(sums).saved


def _mean_of(column: int) -> Statistic:
    return lambda sums: sums[column] / sums[0]


def _mean_of_second(sums: Row) -> float:
    return sums[1] / sums[0]


def _predicted(games: int) -> Callable[[Row], float]:
    def chance(sums: Row) -> float:
        rooms = Rooms.of(sums)
        return chance_ahead(rooms.mean, rooms.variance, games)

    return chance


def _with_and_without(board: Board, plain: Count, less: Count, unit: str) -> Row:
    """Return a board as three rows joined to one.

    The first two rows count the board by `plain`; the third counts it by `less`, which counts an
    outcome without luck. The second and third are zeros if the board's luck was not judged. So in a
    sum of such rows, the first part covers all boards, and the other two parts only the judged
    ones. `unit` is "imp" or "points".
    """
    whole = row_of_board(board, plain, unit)
    if board[0].judged is None:
        return *whole, *(0.0,) * (2 * _WIDTH)
    return *whole, *whole, *room_row(*map(less, board))


def _needed_without_luck(sums: Row) -> float:
    """Return the boards needed if luck is taken out of each result.

    `sums` are those of `_with_and_without`. The mean is that of all boards, the variance that of
    the judged boards without luck.
    """
    return boards_needed(Rooms.of(sums).mean, Rooms.of(sums[2 * _WIDTH :]).variance)


def _luck_taken_out(sums: Row) -> float:
    return 1 - Rooms.of(sums[2 * _WIDTH :]).variance / Rooms.of(sums[_WIDTH:]).variance


def _large(game: RoomOutcome) -> bool:
    return game.cube >= 8


def _odd(game: RoomOutcome) -> bool:
    return game.cube >= 32


def _top(game: RoomOutcome) -> bool:
    return abs(game.imp) == _HIGHEST_STEP


def _throws(game: RoomOutcome) -> int:
    return game.throws_home + game.throws_away
