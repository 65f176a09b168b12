"""The hall's boards over the API: their keys, what is wrong with them and their ports, swaps.

A board that has failed is swapped for another one, whatever its table is at (ruling 28).
"""

import asyncio
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel

from board_drivers.wire.values import Capability
from rules import commands as cmd
from rules.errors import MatchRefused
from rules.identities import all_visible
from server.access import Action, Sight, Visitor
from server.boards.assignments import labelled_room
from server.boards.table_board import TableBoard
from server.hall import Hall
from server.views.boards.words import alarm_words
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep
from server.web.orders.boards import SWAP
from server.web.orders.fields import BoardId, Body, Remark
from server.web.orders.order_routes import add_single_route
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import Words, words_for

ON_MAINS = 255
"""What a board says of its battery that has none (docs/wire.md, STATUS)."""


class BoardIn(Body):
    """An electronic board to be given a key."""

    board_id: BoardId
    label: Remark = ""


class BoardKeyOut(BaseModel):
    """A new board's key, shown this once."""

    board_id: str
    key: str


class LinkAlarmOut(BaseModel):
    """What is wrong at a port or address where no board is in session; `alarm` is in words.

    `boards` are the ids that the far ends gave themselves, unproven; it came `count` times.
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
    """What a connected board says of itself, and how its link does since it was made.

    `battery` is in per cent, null on mains or while it has not said. Frames: `damaged` were not
    readable, `repeated` are what the server had to say again because no acknowledgement came,
    `duplicates` what the board did.
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
    """A connected or registered board; `alarm` is for the technician, empty when all is well.

    `labelled` is the room that a connected board or its port is labelled for, `last_heard` when a
    board without a link was connected last, since the server was started.
    Of a table of a match in which the visitor plays there is no alarm and nothing of its link,
    whose frames would tell how that table gets on (ruling 34).
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
    """Every board that has a key, a table or a link, or had one, its alarm in that language."""
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
    """What is wrong with ports and with boards that are not in session, in that language."""
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
    """Every board that has a key, a table or a link."""
    known = await asyncio.to_thread(hall.board_keys.list)
    labels = {board.board_id: board.label for board in known if board.revoked_at is None}
    return boards_out(hall, labels, words_for(SOURCE_LANGUAGE), visitor)


@router.get("/alarms", dependencies=_SEEING)
async def alarms(hall: HallDep) -> list[LinkAlarmOut]:
    """What is wrong with ports and with boards that are not let in, the oldest first."""
    return link_alarms_out(hall, words_for(SOURCE_LANGUAGE))


@router.delete("/alarms/{number}", status_code=204, dependencies=_KEEPING)
async def dismiss_alarm(number: int, hall: HallDep) -> None:
    """Show such an alarm no more while it goes on; 404 where there is none."""
    if not hall.boards.alarms.dismiss(number):
        raise MatchRefused("number", number, "the number of an alarm that is listed")


@router.post("", status_code=201)
async def add_board(
    board: BoardIn, visitor: Keeper, command_id: CommandIdDep, hall: HallDep
) -> BoardKeyOut:
    """Give a board its key; it is shown this once."""
    command = cmd.GiveBoardKey(board_id=board.board_id, label=board.label)
    answer = await hall.commands.to_board_keys(command, visitor, command_id)
    return BoardKeyOut(board_id=board.board_id, key=answer.secret)


@router.post("/{board_id}/key", status_code=201)
async def replace_key(
    board_id: BoardId, visitor: Keeper, command_id: CommandIdDep, hall: HallDep
) -> BoardKeyOut:
    """Give a board a new key, shown this once; the old one is good no more."""
    answer = await hall.commands.to_board_keys(
        cmd.ReplaceBoardKey(board_id=board_id), visitor, command_id
    )
    return BoardKeyOut(board_id=board_id, key=answer.secret)


add_single_route(router, SWAP)


@router.delete("/{board_id}", status_code=204)
async def remove_board(
    board_id: BoardId, visitor: Keeper, command_id: CommandIdDep, hall: HallDep
) -> None:
    """Take a board's key away and hang up on it."""
    await hall.commands.to_board_keys(cmd.RevokeBoardKey(board_id=board_id), visitor, command_id)
