"""When the closed room may see a roll: ruling 7, each condition a function of its own.

A roll is released when it is stored and counted (a), the opponent's finished play at the closed
table is stored (b), and the player on turn there has declared READY or his double was taken (c).
For the opening both players must be set. To a held table nothing is released (ruling 31).
"""

from rules.duplicate.state import MatchState
from rules.room import Room
from rules.side import Side
from rules.tables.state import Phase, TableState, TurnKey
from rules.tables.turns import due_turn, opponents_play_is_stored


def due_key(state: MatchState) -> TurnKey | None:
    """The turn whose dice the closed table needs next; None before the opening is thrown."""
    if state.closed.phase is Phase.OPENING:
        return opening_key(state)
    return due_turn(state.closed)


def opening_key(state: MatchState) -> TurnKey | None:
    """The starter's first turn, once an opening throw without a tie is stored."""
    if state.starter is not None:
        return TurnKey(state.starter, 1)
    for key, record in state.rolls.items():
        if record.opening:
            return key
    return None


def roll_is_counted(state: MatchState, key: TurnKey) -> bool:
    """Condition (a): the roll of that turn is stored and counted (ruling 9)."""
    record = state.rolls.get(key)
    return record is not None and record.counted


def roll_is_asked_for(closed: TableState) -> bool:
    """Condition (c): READY or a taken double; for the opening, both players set."""
    if closed.phase is Phase.OPENING:
        return len(closed.players_set) == len(Side)
    return closed.declared


def key_to_release(state: MatchState) -> TurnKey | None:
    """The turn whose roll is to be released now, or None while a condition is missing."""
    key = due_key(state)
    if key is None or state.closed.result is not None or state.closed.answer_pending:
        return None
    if state.held(Room.CLOSED):
        return None
    record = state.rolls.get(key)
    if record is None or record.released:
        return None
    conditions = (
        roll_is_counted(state, key),
        opponents_play_is_stored(state.closed),
        roll_is_asked_for(state.closed),
    )
    return key if all(conditions) else None


def tail_key(state: MatchState) -> TurnKey | None:
    """The turn to be thrown for the closed room alone, the open game being over (ruling 8)."""
    if state.open.result is None or state.closed.result is not None:
        return None
    if not (opponents_play_is_stored(state.closed) and roll_is_asked_for(state.closed)):
        return None
    key = due_key(state)
    return key if key is not None and key not in state.rolls else None


def throw_is_held(state: MatchState) -> bool:
    """The open room must wait before it throws again: it is `max_lead` turns ahead (ruling 8).

    Never while the closed room lacks the very roll it needs next: where sides throw twice in a row
    the rooms' turns part, and then nobody could go on.
    """
    if not state.max_lead or state.closed.result is not None:
        return False
    due = due_key(state)
    return lead(state) >= state.max_lead and (due is None or due in state.rolls)


def lead(state: MatchState) -> int:
    """Turns thrown in the open room that the closed room has not been given."""
    return sum(not record.released for record in state.rolls.values())
