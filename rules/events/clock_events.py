"""Events of a match's clocks (ruling 30), the computer's clock, calls and holds (ruling 31).

The reason of a call, or of a hold of one table, is shown at that table only. The reason of a hold
of a room is shown in that room only. The reason of a hold of a match or of the hall is shown at no
table: players see only that play is held.
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
"""The minutes in a player's reserve for each game of a match, unless another number is set."""
LEAST_MINUTES, MOST_MINUTES = 1, 60
"""The least and the greatest number of minutes that may be set for a game."""
ClockMinutes = Annotated[int, Whole(LEAST_MINUTES, MOST_MINUTES)]


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """The use of clocks in a match, and the minutes in reserve.

    The minutes are for each game, or for each point if the match is played to points.
    """

    clocks: Clocks = Clocks.OFF
    minutes: int = MINUTES_A_GAME


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksSet:
    """From now on the match is played with these clocks; time used before remains used.

    `minutes` are in reserve for each game of the match, or for each point if it is played to
    points.
    """

    clocks: Clocks
    minutes: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksStood:
    """The clocks of the match stood still from `since` (UTC) to this event.

    The server was down, or could not store events. Messages sent in that time waited for the
    server, and the time is taken from nobody's reserve.
    """

    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRanOut(RoomEvent):
    """A side has used up its reserve at its table. The director is told; the side loses nothing.

    This event is recorded at most once per game for a side at a table.
    """

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSet:
    """The computer's clock was changed while the server ran.

    The computer's clock is now `by_ms` milliseconds ahead of the time that the server counts; below
    0 if it is behind, and 0 if both agree again. The server goes on counting its own time and does
    not follow the computer's clock.
    """

    by_ms: int


ClockEvent = ClocksSet | ClocksStood | TimeRanOut


class CallReason(Enum):
    """The reason for which a table calls the director; `NONE` if the table has not said."""

    NONE = "none"
    DICE_OR_PLAY = "dice-or-play"
    ILLEGAL_PLAY = "illegal-play"
    CLOCK = "clock"
    OTHER = "other"


class HoldScope(Enum):
    """The scope of a hold: one table, both tables of a match, a room's tables, or all tables."""

    TABLE = "table"
    MATCH = "match"
    ROOM = "room"
    HALL = "hall"


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorCalled:
    """The table in `room` called the director, or added a reason to its call.

    `side` is the side that called, None if that is not known. `by` is the id of the person who
    called from a page, empty if the call came from a board.
    """

    room: Room
    side: Side | None
    reason: CallReason
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTaken:
    """The person `by` is going to the table that called the director."""

    room: Room
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnded:
    """The matter for which a table called the director is settled, as the person `by` says."""

    room: Room
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldSet:
    """The director held play in the given scope.

    `room` is the room whose table or tables are held, None if the hold covers both rooms. A hold of
    a room or of the hall is recorded in the log of each match to which it applied.
    """

    scope: HoldScope
    room: Room | None
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldLifted:
    """A hold was lifted. The table stays stopped if another hold covers it."""

    scope: HoldScope
    room: Room | None
    by: str
    reason: str = ""


HoldEvent = HoldSet | HoldLifted
CallEvent = DirectorCalled | CallTaken | CallEnded | HoldSet | HoldLifted
