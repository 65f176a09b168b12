"""Orders about the boards of a match's tables (ruling 28), and about what such a table records.

Of the match's page, of the page of boards and of the API.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.text import N_
from server.access import Action
from server.web.matches.schemas import GameIn
from server.web.orders.fields import BoardId, Body, MatchText, Reason
from server.web.orders.order_list import (
    MATCH_API,
    MATCH_PAGE,
    TABLE_API,
    Fields,
    Order,
    Sender,
    SingleOrder,
    at_table,
    order,
    to_match,
)

_Standing = (BoardId | Literal[""] | None, None)
_GAME = ("match", "game", "attempt")


class SwapIn(Body):
    """Let a free board take over the table of one that has failed, also within a game."""

    takes_over: BoardId


async def _to_boards(
    sender: Sender, command: Any, command_id: str, _: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Raises BoardInUse or BoardHasDice where dice would go between rooms."""
    commands, visitor = sender.hall.commands, sender.visitor
    match command:
        case cmd.AssignBoard():
            await commands.assign_board(command, visitor, command_id)
        case cmd.RemoveBoard():
            await commands.remove_board(sender.match, command, visitor, command_id)
        case cmd.LetBoardIn():
            await commands.let_board_in(sender.match, command, visitor, command_id)
    return ()


def _assigned(body: Any, sender: Sender) -> cmd.AssignBoard:
    meant = sender.hall.names().match_meant
    consent = cmd.BoardConsent(
        from_match=meant(body.from_match) if body.from_match else None,
        voids=frozenset(
            cmd.GameUnderWay(meant(each.match), each.game, each.attempt) for each in body.voids
        ),
        reason=body.reason or "",
    )
    return cmd.AssignBoard(body.board_id, sender.match, body.room, consent, body.was)


def _with_voids(fields: Fields) -> Mapping[str, object]:
    """A form whose `voids` has one word a game: match, game, attempt, such as "club/1:2:1"."""
    words = fields.get("voids", "").split()
    games = [dict(zip(_GAME, each.split(":"), strict=False)) for each in words]
    return {**fields, "voids": games}


def _without_board(fields: Fields) -> Mapping[str, object]:
    """A form in which no board was chosen."""
    return {name: value for name, value in fields.items() if name != "board_id"}


def _swapped(body: SwapIn, sender: Sender) -> cmd.AssignBoard:
    """The one that has failed is told what holds there.

    What it has said is stored, and so is what it says when it comes back, but counts at no table.
    Raises MatchRefused for a board at no table and one that is not free.
    """
    hall, failed = sender.hall, sender.board_id
    tables = (
        (match_id, room)
        for match_id, process in hall.registry.in_play().items()
        for room, standing in process.record.boards.items()
        if standing == failed
    )
    at = next(tables, None)
    if at is None:
        raise MatchRefused("board_id", failed, "a board at a table of a match in play")
    free = [each.board_id for each in hall.free_boards()]
    if body.takes_over not in free:
        raise MatchRefused("takes_over", body.takes_over, ", ".join(free) or N_("none yet"))
    return cmd.AssignBoard(body.takes_over, *at, was=failed)


_BOARD = (BoardId, ...)
_order = partial(order, carry=_to_boards, alone=True)
PUT_BOARD = _order(
    "put-board",
    cmd.AssignBoard,
    make=_assigned,
    read=_with_voids,
    without=("match", "consent"),
    board_id=_BOARD,
    was=_Standing,
    from_match=(MatchText | None, None),
    voids=(Annotated[list[GameIn], Field(max_length=20)], []),
    reason=(Reason | None, None),
)
TAKE_BOARD = _order("take-board", cmd.RemoveBoard, read=_without_board, was=_Standing)
LET_BOARD_IN = _order("let-board-in", cmd.LetBoardIn, without=("journal_id",), board_id=_BOARD)
SWAP_BOARD = Order("swap-board", SwapIn, _to_boards, _swapped, command=cmd.AssignBoard)
SET_RECORDING = order(
    "set-recording",
    cmd.SetRecording,
    to_match,
    alone=True,
    make=at_table(cmd.SetRecording),
    without=("room",),
    was=(bool, ...),
)

_seats = partial(SingleOrder, action=Action.SEAT_BOARD, status=204)
TABLE_BOARDS = (
    _seats(PUT_BOARD, f"{MATCH_API}/boards", f"{MATCH_PAGE}/boards"),
    _seats(TAKE_BOARD, "", f"{MATCH_PAGE}/boards"),
    _seats(LET_BOARD_IN, f"{MATCH_API}/boards/let-in", f"{MATCH_PAGE}/boards/let-in"),
    SingleOrder(
        SET_RECORDING,
        f"{TABLE_API}/recording",
        f"{MATCH_PAGE}/recording",
        Action.SEAT_BOARD,
        method="PUT",
    ),
)
"""What is ordered about a match's tables; by the API a board is taken by DELETE."""
SWAP = _seats(SWAP_BOARD, "/api/boards/{board_id}/swap", "/boards/swap")
