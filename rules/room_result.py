"""How one game ended in one room (rulings 1, 3 and 11)."""

from dataclasses import dataclass

from rules.ending import Ending
from rules.side import Side


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
"""What a cancelled game stands with in either room: nobody lost (ruling 1)."""
