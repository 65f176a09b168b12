"""Who calls the director to a table, who comes, and where play is held (ruling 31).

No reason of these leaves its room: a call's and a table's is of that table, a room's of that room;
that of a match or of the hall is of no room, and both tables know only that they are held.
"""

from dataclasses import dataclass
from enum import Enum

from rules.room import Room
from rules.side import Side


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
