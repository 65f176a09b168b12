"""Whether a table's positions are recorded: a setting of each table from before its first game.

A table without positions keeps dice, cube actions and results (ours; play on a real set).
"""

from rules.room import Room
from rules.tables.state import MatchInPlay, Phase


def may_be_set(state: MatchInPlay, room: Room) -> bool:
    """The room's table has begun nothing of the match yet.

    It begins with the first throw that is somebody's, in the closed room with the first READY, and
    with a result that was entered. Equal opening dice and what was refused begin nothing.
    """
    table = state.table(room)
    first = (state.game, state.attempt) in ((0, 0), (1, 1))
    return first and table.phase is Phase.OPENING and not table.players_set
