"""Orders about boards: putting boards on tables, swapping them, their keys, and alarms.

The orders come from a match's page, the page of boards and the API. A board that has failed can be
swapped for another at any time, also in the middle of a game (ruling 28).
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from board_drivers.wire.values import Capability
from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.identities import all_visible
from rules.text import N_
from server.access import Action, Sight, Visitor
from server.boards.assignments import labelled_room
from server.boards.table_board import TableBoard
from server.hall import Hall
from server.views.boards.words import alarm_words
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep
from server.web.orders.fields import BoardId, Body, MatchText, Reason, Remark
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
from server.web.orders.order_routes import add_single_route
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import Words, words_for

_Standing = (BoardId | Literal[""] | None, None)
_GAME = ("match", "game", "attempt")


class GameIn(Body):
    """One attempt at a game of a match."""

    match: MatchText
    game: Annotated[int, Field(ge=1)]
    attempt: Annotated[int, Field(ge=1)] = 1


class SwapIn(Body):
    """Let a free board take over the table of a failed board, also within a game."""

    takes_over: BoardId


async def _to_boards(
    sender: Sender, command: Any, command_id: str, _: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Send the command to the part of the server that handles boards; return no events.

    Raises BoardInUse if the board is at another table whose game is under way, or BoardHasDice if
    the board would carry dice from one room to the other.
    """
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
    """Return the fields of the form for a board, with `voids` as a list of games.

    `voids` are the games that become void when the board is put on its table. In the form, this
    field has one word for each game, made of match, game and attempt: "club/1:2:1".
    """
    words = fields.get("voids", "").split()
    games = [dict(zip(_GAME, each.split(":"), strict=False)) for each in words]
    return {**fields, "voids": games}


def _without_board(fields: Fields) -> Mapping[str, object]:
    """Return the fields of a form without `board_id`, for the order to take a board away."""
    return {name: value for name, value in fields.items() if name != "board_id"}


def _swapped(body: SwapIn, sender: Sender) -> cmd.AssignBoard:
    """Return the command that puts the free board on the table of the failed board.

    The new board is sent the table's present state. Messages that the failed board sent, or will
    send when it connects again, are stored but have no effect at any table.

    Raises MatchRefused if the failed board is at no table of a match in play, or if the board that
    is to take over its table is not free.
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
"""The orders about a match's tables. In the API, DELETE takes a board off its table."""
SWAP = _seats(SWAP_BOARD, "/api/boards/{board_id}/swap", "/boards/swap")


ON_MAINS = 255
"""The battery value in a STATUS message from a board without a battery (docs/wire.md, STATUS)."""


class BoardIn(Body):
    """An electronic board that is to get a key."""

    board_id: BoardId
    label: Remark = ""


class BoardKeyOut(BaseModel):
    """A new board's key. It is shown only once."""

    board_id: str
    key: str


class LinkAlarmOut(BaseModel):
    """An alarm about a port or an address at which no board has completed its connection.

    `alarm` says in words what is wrong. `boards` are the board ids that the connecting devices
    claimed without proof. `count` is how often the alarm was raised.
    """

    number: int
    where: str
    cable: bool
    boards: list[str]
    alarm: str
    count: int
    since: datetime
    latest: datetime


class BoardLinkOut(BaseModel):
    """A connected board's description of itself, and counts of frames on its present connection.

    `battery` is in per cent; it is null if the board runs on mains or has not reported it. `frames`
    counts all frames, `damaged` the frames that could not be read, `repeated` the frames that the
    server sent again because no acknowledgement came, and `duplicates` the frames that the board
    sent again.
    """

    model: str
    firmware: str
    capabilities: list[str]
    battery: int | None
    frames: int
    damaged: int
    repeated: int
    duplicates: int


class BoardOut(BaseModel):
    """A board that is connected or has a key. `alarm` is for the technician, empty if all is well.

    `where` is the port or address at which the board is connected. `labelled` is the room named by
    a label on the board or on its port; it is null if no such label is known. `last_heard` is the
    time at which a board that is now disconnected was last connected; it is null for a connected
    board, and for a board that was not connected since the server started. `about` has the board's
    description of itself and its counts of frames. If the board is at a table of a match in which
    the visitor plays, `alarm` is empty, and `about` and `last_heard` are null: the counts of frames
    would show how the match goes on (ruling 34).
    """

    board_id: str
    label: str
    link: str
    where: str
    match: str | None
    room: str | None
    labelled: str | None
    alarm: str
    about: BoardLinkOut | None
    last_heard: datetime | None


def boards_out(
    hall: Hall, labels: dict[str, str], words: Words, visitor: Visitor
) -> list[BoardOut]:
    """Return every board that has a key or a table, or has been connected since the server started.

    `labels` has the names that operators gave to boards with a key, by board id. Alarms are worded
    in the language of `words`. The state of a board is left out if the board is at the table of a
    match in which the visitor plays (ruling 34).
    """
    names = hall.names()
    places = {
        board_id: (process.record.match_id, room.value)
        for process in hall.matches.values()
        for room, board_id in process.record.boards.items()
    }
    found = []
    for board_id in sorted({*labels, *places, *hall.boards.seats, *hall.boards.last_heard}):
        seat, alarm = hall.boards.seats.get(board_id), hall.boards.alarm_of(board_id)
        labelled = labelled_room(seat) if seat else None
        match, room = places.get(board_id, (None, None))
        about, last_heard = _link_out(seat), hall.boards.last_heard.get(board_id)
        if match is not None and hall.sight(visitor, match) is not Sight.BY_ROLE:
            alarm = about = last_heard = None
        found.append(
            BoardOut(
                board_id=board_id,
                label=labels.get(board_id, ""),
                link=seat.link.state.value if seat else "down",
                where=seat.where if seat else "",
                match=str(names.match(match)) if match else None,
                room=room,
                labelled=labelled.value if labelled else None,
                alarm=alarm_words(alarm, words) if alarm else "",
                about=about,
                last_heard=None if seat else last_heard,
            )
        )
    return found


def _link_out(seat: TableBoard | None) -> BoardLinkOut | None:
    if seat is None or seat.link.hello is None:
        return None
    hello, counters = seat.link.hello, seat.link.counters
    return BoardLinkOut(
        model=all_visible(hello.model),
        firmware=all_visible(hello.firmware),
        capabilities=[
            each.name.lower() for each in Capability if each in hello.capabilities and each.name
        ],
        battery=None if seat.battery in (None, ON_MAINS) else seat.battery,
        frames=counters.frames,
        damaged=counters.damaged,
        repeated=counters.retransmissions,
        duplicates=counters.duplicates,
    )


def link_alarms_out(hall: Hall, words: Words) -> list[LinkAlarmOut]:
    """Return the alarms about ports, and about refused boards.

    The alarms are worded in the language of `words`.
    """
    return [
        LinkAlarmOut(
            number=each.number,
            where=all_visible(each.where),
            cable=each.cable,
            boards=[all_visible(board) for board in each.boards],
            alarm=alarm_words(each.alarm, words),
            count=each.count,
            since=each.since,
            latest=each.latest,
        )
        for each in hall.boards.alarms.all()
    ]


router = APIRouter(prefix="/api/boards", tags=["operator"])
_SEEING = [Depends(needs(Action.SEE_BOARDS))]
Keeper = Annotated[Visitor, Depends(needs(Action.KEEP_BOARDS))]
_KEEPING = [Depends(needs(Action.KEEP_BOARDS))]


@router.get("")
async def boards(
    hall: HallDep, visitor: Annotated[Visitor, Depends(needs(Action.SEE_BOARDS))]
) -> list[BoardOut]:
    """List every board that has a key or a table, or was connected since the server started."""
    known = await asyncio.to_thread(hall.board_keys.list)
    labels = {board.board_id: board.label for board in known if board.revoked_at is None}
    return boards_out(hall, labels, words_for(SOURCE_LANGUAGE), visitor)


@router.get("/alarms", dependencies=_SEEING)
async def alarms(hall: HallDep) -> list[LinkAlarmOut]:
    """List the alarms about ports, and about refused boards, the oldest first."""
    return link_alarms_out(hall, words_for(SOURCE_LANGUAGE))


@router.delete("/alarms/{number}", status_code=204, dependencies=_KEEPING)
async def dismiss_alarm(number: int, hall: HallDep) -> None:
    """Hide the alarm of that number for as long as its cause lasts.

    The answer is 404 if there is no such alarm.
    """
    if not hall.boards.alarms.dismiss(number):
        raise MatchRefused("number", number, "the number of an alarm that is listed")


@router.post("", status_code=201)
async def add_board(
    board: BoardIn, visitor: Keeper, command_id: CommandIdDep, hall: HallDep
) -> BoardKeyOut:
    """Give a board its first key. The key is shown only once."""
    command = cmd.GiveBoardKey(board_id=board.board_id, label=board.label)
    answer = await hall.commands.to_board_keys(command, visitor, command_id)
    return BoardKeyOut(board_id=board.board_id, key=answer.secret)


@router.post("/{board_id}/key", status_code=201)
async def replace_key(
    board_id: BoardId, visitor: Keeper, command_id: CommandIdDep, hall: HallDep
) -> BoardKeyOut:
    """Give a board a new key, which is shown only once. The old key stops working."""
    answer = await hall.commands.to_board_keys(
        cmd.ReplaceBoardKey(board_id=board_id), visitor, command_id
    )
    return BoardKeyOut(board_id=board_id, key=answer.secret)


add_single_route(router, SWAP)


@router.delete("/{board_id}", status_code=204)
async def remove_board(
    board_id: BoardId, visitor: Keeper, command_id: CommandIdDep, hall: HallDep
) -> None:
    """Revoke a board's key and close its connection."""
    await hall.commands.to_board_keys(cmd.RevokeBoardKey(board_id=board_id), visitor, command_id)
