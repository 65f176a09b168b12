"""The two rooms of a duplicate match, and the result of a game in one of them.

Source: Fair Backgammon Duplicated Team Tournament (Garal, 2008); rulings 1, 3 and 11.
"""

from dataclasses import dataclass
from enum import Enum

from rules.position import Side


class Room(Enum):
    """The open room, where dice are thrown, or the closed room, where the same rolls are given."""

    OPEN = "open"
    CLOSED = "closed"

    # Enum's own hash is a Python function, which would take most of the time of a look-up.
    __hash__ = object.__hash__

    @property
    def other(self) -> "Room":
        """The other room."""
        return Room.CLOSED if self is Room.OPEN else Room.OPEN


class Ending(Enum):
    """The way in which a game ended.

    With the number of checkers left it determines the row of the SMP scoring table. TROUS: a side
    of Grand Trictrac reached twelve trous (ruling 25), for which there is no such row.
    """

    BEAROFF = "bearoff"
    PASS = "pass"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    RESIGNED = "resigned"
    RESIGNED_GAMMON = "resigned-gammon"
    RESIGNED_BACKGAMMON = "resigned-backgammon"
    TROUS = "trous"


@dataclass(frozen=True, slots=True)
class RoomResult:
    """The result of one game in one room.

    `loser` is None for a cancelled game, which counts 0-0, and for an adjusted result. `left` is
    the number of the loser's checkers not borne off, and `cube` the value that counts. `owner` is
    the owner of the cube and `proposer` the side whose double was refused. `adjusted` are small
    match points of home and away set by the director; they replace everything else (ruling 11).
    `tally` are the numbers of trous of White and Red in Trictrac.
    """

    loser: Side | None
    ending: Ending
    left: int
    cube: int
    owner: Side | None = None
    proposer: Side | None = None
    tally: tuple[int, int] = (0, 0)
    adjusted: tuple[int, int] | None = None


CANCELLED = RoomResult(loser=None, ending=Ending.RESIGNED, left=0, cube=1)
"""The result of a cancelled game, the same in both rooms: nobody lost (ruling 1)."""


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """The identification of one event that a board has reported; each event has a different one.

    It consists of the board's id, the id of its journal (8 bytes) and the event's number in that
    journal. Source: docs/wire.md, "Numbers and acknowledgement".
    """

    board_id: str
    journal_id: bytes
    number: int
