"""An electronic board, its key, and what is wrong at a port or address."""

from datetime import datetime

from pydantic import BaseModel

from rules.unseen_characters import all_visible
from server.access import Sight, Visitor
from server.boards.free_boards import labelled_room
from server.console.alarm_words import alarm_words
from server.console.speech import Words
from server.hall import Hall
from server.web.schemas.fields import BoardId, Body, Remark


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


class BoardOut(BaseModel):
    """A connected or registered board; `alarm` is for the technician, empty when all is well.

    It is empty, too, of a table of a match in which the visitor plays (ruling 34). `labelled` is
    the room that a connected board or its port is labelled for.
    """

    board_id: str
    label: str
    link: str
    where: str
    match: str | None
    room: str | None
    labelled: str | None
    alarm: str


def boards_out(
    hall: Hall, labels: dict[str, str], words: Words, visitor: Visitor
) -> list[BoardOut]:
    """Every board that has a key, a table or a link, its alarm in that language."""
    names = hall.names()
    places = {
        board_id: (process.record.match_id, room.value)
        for process in hall.matches.values()
        for room, board_id in process.record.boards.items()
    }
    found = []
    for board_id in sorted({*labels, *places, *hall.boards.seats}):
        seat, alarm = hall.boards.seats.get(board_id), hall.boards.alarm_of(board_id)
        labelled = labelled_room(seat) if seat else None
        match, room = places.get(board_id, (None, None))
        if match is not None and hall.sight(visitor, match) is not Sight.BY_ROLE:
            alarm = None
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
            )
        )
    return found


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
