"""A board that has failed is swapped for another one, whatever its table is at (ruling 28)."""

from rules import commands as cmd
from rules.errors import MatchRefused
from rules.text import N_
from server.access import Action, Visitor, check_may
from server.hall import Hall
from server.web.schemas.boards import SwapIn


async def swap(hall: Hall, board_id: str, order: SwapIn, visitor: Visitor, command_id: str) -> None:
    """Let another board take over the table at which this one stands; it is told what holds there.

    What the old one has said is stored, and so is what it says when it comes back, but counts at
    no table. Raises MatchRefused for a board at no table and one that is not free, BoardHasDice.
    """
    check_may(visitor, Action.SEAT_BOARD)
    tables = [
        (match_id, room)
        for match_id, process in hall.registry.in_play().items()
        for room, standing in process.record.boards.items()
        if standing == board_id
    ]
    if not tables:
        raise MatchRefused("board_id", board_id, "a board at a table of a match in play")
    free = [each.board_id for each in hall.free_boards()]
    if order.takes_over not in free:
        raise MatchRefused("takes_over", order.takes_over, ", ".join(free) or N_("none yet"))
    ((match_id, room), *_) = tables
    command = cmd.AssignBoard(order.takes_over, match_id, room, was=board_id)
    await hall.commands.assign_board(command, visitor, command_id)
