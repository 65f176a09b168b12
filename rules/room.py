"""The two rooms of a duplicate match, and the result of a game in one of them.

Source: Fair Backgammon Duplicated Team Tournament (Garal, 2008); rulings 1, 3 and 11.
"""

from dataclasses import dataclass
from enum import Enum

from rules.position import Side


class Room(Enum):
    """The open room, with dice and spectators, or the closed one, where the rolls are replayed."""

    OPEN = "open"
    CLOSED = "closed"

    # Enum's own hash is a Python function: it would take most of the time of a look-up.
    __hash__ = object.__hash__

    @property
    def other(self) -> "Room":
        """The room at the other table of the match."""
        return Room.CLOSED if self is Room.OPEN else Room.OPEN


class Ending(Enum):
    """The way a result came about; together with the checkers left it names the SMP row.

    TROUS: a side of Grand Trictrac reached twelve trous (ruling 25), which no SMP row scores.
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
    """One game in one room; `loser` None is a cancelled game, 0-0.

    `left` counts the loser's checkers not borne off, `cube` is the value in force. `adjusted` are
    the director's small match points of home and away in place of all that (ruling 11).
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
"""Result of a cancelled game in either room: nobody lost (ruling 1)."""


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """One event of a board, uniquely: its id, its journal's id (8 bytes), the event's number there.

    Source: docs/wire.md, "Numbers and acknowledgement".
    """

    board_id: str
    journal_id: bytes
    number: int
