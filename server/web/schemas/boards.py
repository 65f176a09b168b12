"""An electronic board, its key, and what is wrong at a port or address."""

from datetime import datetime

from pydantic import BaseModel

from board_drivers.wire.values import Capability
from rules.identities import all_visible
from server.access import Sight, Visitor
from server.boards.assignments import labelled_room
from server.boards.table_board import TableBoard
from server.console.alarm_words import alarm_words
from server.hall import Hall
from server.web.schemas.fields import BoardId, Body, Remark
from server.words.translation import Words

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


class SwapIn(Body):
    """Which board takes over the table of another one that has failed."""

    takes_over: BoardId


class LinkOut(BaseModel):
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
    about: LinkOut | None
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


def _link_out(seat: TableBoard | None) -> LinkOut | None:
    if seat is None or seat.link.hello is None:
        return None
    hello, counters = seat.link.hello, seat.link.counters
    return LinkOut(
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
