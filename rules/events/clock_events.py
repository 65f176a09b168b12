"""What is arranged and noted of a match's clocks (ruling 30), and of the machine's own (ours).

Who calls the director to a table, who comes, and where play is held (ruling 31).

No reason of these leaves its room: a call's and a table's is of that table, a room's of that room;
that of a match or of the hall is of no room, and both tables know only that they are held.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Annotated

from rules.events.dice_events import Clocks, RoomEvent
from rules.limits import Whole
from rules.position import Side
from rules.room import Room

MINUTES_A_GAME = 3
"""What a player has in reserve for each game of a match, unless it is set otherwise."""
LEAST_MINUTES, MOST_MINUTES = 1, 60
"""What may be set instead."""
ClockMinutes = Annotated[int, Whole(LEAST_MINUTES, MOST_MINUTES)]


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """How time is counted in a match; `minutes` are in reserve for each game, or each point."""

    clocks: Clocks = Clocks.OFF
    minutes: int = MINUTES_A_GAME


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksSet:
    """From here on the match has clocks, or has none; time used so far stays used.

    `minutes` are in reserve for each game of the match, or for each point of a match to points.
    """

    clocks: Clocks
    minutes: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksStood:
    """No clock of the match has run since `since`, UTC: the server was down or could store nothing.

    Whatever was said meanwhile waited for the server, and its time is nobody's.
    """

    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRanOut(RoomEvent):
    """A side has used up its reserve at its table; it loses nothing by that, the director is told.

    Noted once a game for a side and a table.
    """

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSet:
    """The machine's clock was set against the time that goes on here: it is `by_ms` ahead of it.

    Below zero it is behind, and at 0 right again. Times here do not follow it meanwhile.
    """

    by_ms: int


ClockEvent = ClocksSet | ClocksStood | TimeRanOut


class CallReason(Enum):
    """What a table calls the director for, as far as it says so."""

    NONE = "none"
    DICE_OR_PLAY = "dice-or-play"
    ILLEGAL_PLAY = "illegal-play"
    CLOCK = "clock"
    OTHER = "other"


class HoldScope(Enum):
    """What is held: one table of a match, both, all tables of a room, all tables there are."""

    TABLE = "table"
    MATCH = "match"
    ROOM = "room"
    HALL = "hall"


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorCalled:
    """The table in that room calls the director, or says what it has called him for.

    `side` called at the board, None where that is not known; `by` is the person who did it on a
    page, empty for a board.
    """

    room: Room
    side: Side | None
    reason: CallReason
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTaken:
    """Somebody, whose person's id is `by`, goes to the table that called."""

    room: Room
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnded:
    """What the table called for is settled."""

    room: Room
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldSet:
    """Play is held; `room` is whose table or tables, None where the scope has both rooms.

    In a match's own log a hold of a room or of the hall stands as it came to that match.
    """

    scope: HoldScope
    room: Room | None
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldLifted:
    """That hold is over; another one may still be on."""

    scope: HoldScope
    room: Room | None
    by: str
    reason: str = ""


HoldEvent = HoldSet | HoldLifted
CallEvent = DirectorCalled | CallTaken | CallEnded | HoldSet | HoldLifted
