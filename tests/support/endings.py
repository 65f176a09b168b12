"""How a game ended in one room, under the names that events and readings have for it."""

from typing import Any

from rules.position import Side
from rules.room import Ending


def lost(
    loser: Side = Side.RED, ending: Ending = Ending.BEAROFF, left: int = 3, cube: int = 1
) -> dict[str, Any]:
    """The loser, how, with how many checkers left, and where the cube stood."""
    return {"loser": loser, "ending": ending, "left": left, "cube": cube}
