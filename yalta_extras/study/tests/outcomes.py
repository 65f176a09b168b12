"""Invented results of boards, for tests of the studies' summaries."""

from rules.match_play.state import points
from rules.room import Ending, Room
from rules.scoring.scales import imp, row_of, smp
from yalta_extras.study.board import Judged, RoomOutcome
from yalta_extras.study.folder import Board


def outcome(
    sign: int,
    board: int = 1,
    room: Room = Room.OPEN,
    *,
    ending: Ending = Ending.BEAROFF,
    left: int = 7,
    cube: int = 1,
    judged: Judged | None = None,
    pairing: str = "close",
) -> RoomOutcome:
    """Return a game that the home team won, or lost if `sign` is -1."""
    row = row_of(ending, left)
    won = smp(row, cube)
    return RoomOutcome(
        pairing, board, room, ending.value, row.value, cube, sign * imp(won), sign * won,
        sign * points(ending, cube), 20, 19, 3, judged,
    )  # fmt: skip


def board_of(number: int, opened: int, closed: int, judged: Judged | None = None) -> Board:
    """Return a board with a result of each room; `opened` and `closed` are signs as above."""
    return (
        outcome(opened, number, judged=judged),
        outcome(closed, number, Room.CLOSED, judged=judged),
    )
