"""What the table of a match to N points waits for: one answer for boards, console, pages and API.

Source: rulings 3, 9, 15 and 17.
"""

from rules.match_play.state import TABLE, MatchState
from rules.tables.awaited import (
    Awaited,
    TableWait,
    awaited_confirmation,
    awaited_in_play,
    in_turn,
)
from rules.tables.state import Phase


def awaited(state: MatchState) -> TableWait:
    """What the table waits for as the match stands; a side that is to throw may also double."""
    in_play = awaited_in_play(state, state.open)
    if in_play is not None:
        return in_play
    standing = state.standing(TABLE)
    if state.open.phase is Phase.FINISHED and standing is not None:
        return awaited_confirmation(standing)
    return in_turn(Awaited.ROLL, state.open)
