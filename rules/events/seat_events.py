"""What the operator arranges about a match: its boards and tables, its tail, what spectators see.

Source: rulings 8, 12 and 28; no document of the game's speaks of boards.
"""

from dataclasses import dataclass

from rules.events.reasons import BoardDoubt, Embargo
from rules.identities import MatchId
from rules.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class TailDrawSet:
    """From here on tail rolls are drawn from the committed seed, or thrown again (ruling 8)."""

    drawn: bool
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbargoSet:
    """From here on spectators are told by this embargo; what they know stays (ruling 12)."""

    embargo: Embargo
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingSet:
    """Whether this room's table records positions; without them it keeps dice, cube and result.

    Until one says otherwise it does. It holds for the whole match, set before its game 1 begins.
    """

    room: Room
    positions: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAssigned:
    """The operator put an electronic board on this room's table; an empty id took it away."""

    room: Room
    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMoved:
    """A board that stood at this room's table was put on one of another match (ruling 28).

    `reason` is why it was taken from a game under way, empty where none was.
    """

    room: Room
    board_id: str
    to_match: MatchId
    to_room: Room
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLeftClosedRoom:
    """A board whose last table here was the closed one serves an open table now (ruling 28)."""

    board_id: str
    to_match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSeen:
    """The players at a board have seen dice they may not know: it goes, the game is void (28)."""

    game: int
    attempt: int
    board_id: str
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAttached:
    """The room's electronic board has a link to the server."""

    room: Room
    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLost:
    """The room's electronic board cannot be reached; its table is frozen until it is back."""

    room: Room
    board_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLetIn:
    """Somebody let the room's board go on in spite of a doubt about it (ruling 28).

    `journal_id` is the memory that is trusted from here on, empty where the doubt is another one.
    """

    room: Room
    board_id: str
    doubt: BoardDoubt
    journal_id: bytes
    by: str


SeatEvent = (
    TailDrawSet
    | EmbargoSet
    | RecordingSet
    | BoardAssigned
    | BoardMoved
    | BoardLeftClosedRoom
    | DiceSeen
    | BoardAttached
    | BoardLost
    | BoardLetIn
)
