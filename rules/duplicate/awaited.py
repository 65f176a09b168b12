"""What a room's table waits for and from whom: one answer for boards, console, pages and API.

For the closed room it rests on that room's own table and on released rolls, on nothing else.
Source: rulings 3, 7, 8, 9, 15 and 25.
"""

from rules.duplicate.draw_rest import asked
from rules.duplicate.release import tail_key, throw_is_held
from rules.duplicate.state import MatchState
from rules.room import Room
from rules.side import Side
from rules.tables.awaited import (
    Awaited,
    TableWait,
    at_key,
    awaited_confirmation,
    awaited_in_play,
    in_turn,
    missing_of,
    turn_of,
)
from rules.tables.state import Phase, TableState
from rules.tables.throws import uncounted


def awaited(state: MatchState, room: Room) -> TableWait:
    """What the room's table waits for as the match stands."""
    table = state.table(room)
    in_play = awaited_in_play(state, table)
    if in_play is not None:
        return in_play
    if table.phase is Phase.FINISHED:
        return _awaited_finished(state, table)
    if room is Room.OPEN:
        return in_turn(Awaited.OTHER_ROOM if throw_is_held(state) else Awaited.ROLL, table)
    return _awaited_closed(table)


def _awaited_finished(state: MatchState, table: TableState) -> TableWait:
    """Nothing waits for the confirmation of a result that was entered: tail rolls go first."""
    standing = state.standing(table.room)
    assert standing is not None
    confirmation = awaited_confirmation(standing)
    if not standing.settled:
        return confirmation
    waiting, tail = uncounted(state), tail_key(state)
    if table.room is Room.OPEN and waiting is not None:
        return TableWait(Awaited.DICE_CONFIRMATION, waiting.side.opponent, waiting.turn)
    other = asked(state)
    if table.room is Room.OPEN and other is not None:
        return TableWait(Awaited.CHOICE, other, turn_of(table))
    if table.room is Room.OPEN and tail is not None:
        return at_key(Awaited.ROLL, tail)
    return in_turn(Awaited.NEXT_GAME, table) if standing.confirmed else confirmation


def _awaited_closed(table: TableState) -> TableWait:
    if table.phase is Phase.OPENING and len(table.players_set) < len(Side):
        return TableWait(Awaited.SET, missing_of(table.players_set), turn_of(table))
    if table.phase is Phase.TO_ACT:
        return in_turn(Awaited.READY_OR_DOUBLE, table)
    return in_turn(Awaited.OTHER_ROOM, table)
