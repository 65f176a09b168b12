"""What a board brought home, counted in each way that is compared."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.scoring.scales import Smp, imp
from simulator.study.board import Judged, RoomOutcome
from simulator.study.boards_file import Board
from simulator.study.bootstrap import Row
from simulator.study.needed import room_row

Count = Callable[[RoomOutcome], float]


def imp_of(outcome: RoomOutcome) -> float:
    """IMP of the result (ruling 4)."""
    return float(outcome.imp)


def points_of(outcome: RoomOutcome) -> float:
    """Points as for money: the cube's value, twice for a gammon."""
    return float(outcome.points)


def bridge_of(board: Board) -> float:
    """IMP of the difference of both rooms' SMP, as in bridge (ruling 4: a side statistic)."""
    opened, closed = board
    return float(imp(Smp(opened.smp + closed.smp)))


def imp_without_luck(outcome: RoomOutcome) -> float:
    """IMP less the luck in IMP of every roll."""
    return outcome.imp - judged(outcome).luck_imp


def points_without_luck(outcome: RoomOutcome) -> float:
    """Points less the luck in points of every roll."""
    return outcome.points - judged(outcome).luck_points


PLAIN: Final[Mapping[str, Count]] = {"imp": imp_of, "points": points_of}
WITHOUT_LUCK: Final[Mapping[str, Count]] = {
    "imp": imp_without_luck,
    "points": points_without_luck,
}


def judged(outcome: RoomOutcome) -> Judged:
    """The luck of a game that was judged."""
    assert outcome.judged is not None
    return outcome.judged


def judged_boards(boards: Sequence[Board]) -> list[Board]:
    """The boards whose luck was judged."""
    return [board for board in boards if board[0].judged is not None]


def without_judgement(boards: Sequence[Board]) -> list[Board]:
    """The boards as if the luck of none had been judged."""
    return [
        (replace(opened, judged=None), replace(closed, judged=None)) for opened, closed in boards
    ]


def games_judged(boards: Sequence[Board]) -> list[RoomOutcome]:
    """The games of those boards."""
    return [game for board in judged_boards(boards) for game in board]


def luck_of_board(board: Board, unit: str, times: float = 1.0) -> float | None:
    """Home's luck in both rooms in "imp" or "points", None where it was not judged."""
    if board[0].judged is None:
        return None
    return times * sum(float(getattr(judged(game), f"luck_{unit}")) for game in board)


def row_of_board(board: Board, count: Count, unit: str) -> Row:
    """What `Rooms.of` takes the sums of, with the luck in the count's unit."""
    opened, closed = board
    return room_row(count(opened), count(closed), luck_of_board(board, unit))


def imp_less_points_luck(boards: Sequence[Board]) -> Count:
    """IMP less the luck in points, times whatever takes most of the variance of IMP out."""
    games = [game for board in boards for game in board]
    squares = sum(judged(game).luck_points ** 2 for game in games)
    common = sum(game.imp * judged(game).luck_points for game in games)
    factor = common / squares if squares else 0.0
    return lambda outcome: outcome.imp - factor * judged(outcome).luck_points


def imp_luck_in_bridge(boards: Sequence[Board]) -> float:
    """The part of a board's luck in IMP that its bridge count has in it, by least squares."""
    lucks = [sum(judged(game).luck_imp for game in board) for board in boards]
    common = sum(bridge_of(board) * luck for board, luck in zip(boards, lucks, strict=True))
    squares = sum(luck**2 for luck in lucks)
    return common / squares if squares else 0.0
