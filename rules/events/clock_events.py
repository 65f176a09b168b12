"""Events of a match's clocks (ruling 30), the machine's clock (ours), calls and holds (ruling 31).

The reason of a call or of a table's hold is shown at that table only, that of a room's hold in
that room only. Of a hold of a match or of the hall neither table is told the reason: both learn
only that they are held.
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
"""Minutes of a player's reserve for each game of a match, unless set otherwise."""
LEAST_MINUTES, MOST_MINUTES = 1, 60
"""Least and most minutes that may be set instead."""
ClockMinutes = Annotated[int, Whole(LEAST_MINUTES, MOST_MINUTES)]


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """The way time is counted in a match; `minutes` are in reserve for each game, or each point."""

    clocks: Clocks = Clocks.OFF
    minutes: int = MINUTES_A_GAME


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksSet:
    """From here on the match has clocks, or has none; time used so far remains used.

    `minutes` are in reserve for each game of the match, or for each point of a match to points.
    """

    clocks: Clocks
    minutes: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksStood:
    """No clock of the match has run since `since`, UTC: the server was down or could store nothing.

    Messages of that time waited for the server, and the time counts against nobody.
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
    """The machine's clock was set: it is `by_ms` milliseconds ahead of the time kept here.

    Below zero it is behind, and at 0 right again. Times here do not follow it meanwhile.
    """

    by_ms: int


ClockEvent = ClocksSet | ClocksStood | TimeRanOut


class CallReason(Enum):
    """Reason for which a table calls the director, as far as it gives one."""

    NONE = "none"
    DICE_OR_PLAY = "dice-or-play"
    ILLEGAL_PLAY = "illegal-play"
    CLOCK = "clock"
    OTHER = "other"


class HoldScope(Enum):
    """Scope of a hold: one table of a match, both, all tables of a room, all tables there are."""

    TABLE = "table"
    MATCH = "match"
    ROOM = "room"
    HALL = "hall"


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorCalled:
    """The table in that room calls the director, or gives the reason of its call.

    `side` called at the board, None if that is not known; `by` is the person who did it on a
    page, empty for a board.
    """

    room: Room
    side: Side | None
    reason: CallReason
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTaken:
    """The person whose id is `by` goes to the table that called."""

    room: Room
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnded:
    """The matter of a table's call is settled."""

    room: Room
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldSet:
    """Play is held; `room` names the table or tables held, None if the scope has both rooms.

    In a match's own log a hold of a room or of the hall is recorded as it applied to that match.
    """

    scope: HoldScope
    room: Room | None
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldLifted:
    """A hold is over; another one may still be on."""

    scope: HoldScope
    room: Room | None
    by: str
    reason: str = ""


HoldEvent = HoldSet | HoldLifted
CallEvent = DirectorCalled | CallTaken | CallEnded | HoldSet | HoldLifted
