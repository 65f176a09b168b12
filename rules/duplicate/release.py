"""The release of rolls to the closed room: one function for each condition of ruling 7.

A roll is released when it is stored and counts (a), the opponent's finished play at the closed
table is stored (b), and the player on turn there has declared READY or has had a double taken (c).
For the opening roll both players must have set up. Nothing is released to a held table (ruling 31).

`awaited` returns the act that a room's table waits for; boards, the console, pages and the API all
show it. For the closed room it depends only on that room's table and on released rolls. Source:
rulings 3, 7, 8, 9, 15 and 25.

If both players of the open room choose so, the rest of a game's tail is drawn from the seed (ruling
8). About half of all games have a tail; by this choice players whose game is over need not stay and
throw for the other room.
"""

from rules import events as ev
from rules.duplicate.state import MatchState
from rules.events import Refusal
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
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
from rules.tables.refused import Refused
from rules.tables.state import Phase, TableState, TurnKey, at_game, at_table
from rules.tables.throws import uncounted
from rules.tables.turns import due_turn, opponents_play_is_stored


def due_key(state: MatchState) -> TurnKey | None:
    """Return the turn whose dice the closed table needs next; None before the opening is thrown."""
    if state.closed.phase is Phase.OPENING:
        return opening_key(state)
    return due_turn(state.closed)


def opening_key(state: MatchState) -> TurnKey | None:
    """Return the first turn of the side that begins; None until an opening throw has decided it."""
    if state.starter is not None:
        return TurnKey(state.starter, 1)
    for key, record in state.rolls.items():
        if record.opening:
            return key
    return None


def roll_is_counted(state: MatchState, key: TurnKey) -> bool:
    """Return True if the roll of that turn is stored and counts: condition (a) of ruling 7.

    A thrown roll counts once a dice reader has read it, the opponent has confirmed it, a legal play
    has fitted it, or the director has given it. A roll drawn from the seed counts at once (ruling
    9).
    """
    record = state.rolls.get(key)
    return record is not None and record.counted


def roll_is_asked_for(closed: TableState) -> bool:
    """Return True if the closed room asks for its next roll: condition (c) of ruling 7.

    The player on turn has declared READY or has had a double taken. For the opening roll both
    players must have set up.
    """
    if closed.phase is Phase.OPENING:
        return len(closed.players_set) == len(Side)
    return closed.declared


def key_to_release(state: MatchState) -> TurnKey | None:
    """Return the turn whose roll is to be released now, or None while a condition is missing."""
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
    """Return the turn to be thrown for the closed room alone, after the open room's game.

    Return None if no such turn has to be thrown now. Source: ruling 8.
    """
    if state.open.result is None or state.closed.result is not None:
        return None
    if not (opponents_play_is_stored(state.closed) and roll_is_asked_for(state.closed)):
        return None
    key = due_key(state)
    return key if key is not None and key not in state.rolls else None


def throw_is_held(state: MatchState) -> bool:
    """Return True if the open room must not throw now: it is `max_lead` turns ahead (ruling 8).

    This is not a hold by the director. The open room can always throw while the closed room lacks
    the next roll that it needs. In games in which a side can throw twice in a row the rooms need
    rolls in different orders; without this exception both rooms would wait for each other.
    """
    if not state.max_lead or state.closed.result is not None:
        return False
    due = due_key(state)
    return lead(state) >= state.max_lead and (due is None or due in state.rolls)


def lead(state: MatchState) -> int:
    """Return how many turns were thrown in the open room and not released to the closed room."""
    return sum(not record.released for record in state.rolls.values())


def rest_answered(state: MatchState, reading: rd.RestAnswered) -> list[ev.Event]:
    """Return the events of a player's choice whether the rest of the tail is drawn from the seed.

    The rest is drawn once both players of the open room have chosen it. A player who refuses before
    that cancels the other's choice. Raises Refused if there is nothing to choose now.
    """
    if reading.room is Room.CLOSED:
        raise Refused(Refusal.WRONG_ROOM)
    if not state.settled(Room.OPEN) or state.closed.result is not None:
        raise Refused(Refusal.NOT_NOW)
    if state.tail_drawn or state.rest_drawn:
        raise Refused(Refusal.ALREADY_CONFIRMED)
    at = at_table(state, Room.OPEN)
    if not reading.drawn:
        if not state.rest_chosen:
            raise Refused(Refusal.NOTHING_TO_CONFIRM)
        (chosen,) = state.rest_chosen
        return [ev.RestChoiceWithdrawn(**at, side=chosen)]
    if uncounted(state) is not None:
        raise Refused(Refusal.DICE_UNCONFIRMED)
    if reading.side in state.rest_chosen:
        raise Refused(Refusal.ALREADY_CONFIRMED)
    happened: list[ev.Event] = [ev.RestChosen(**at, side=reading.side)]
    if state.rest_chosen:
        happened.append(ev.RestDrawn(**at_game(state)))
    return happened


def rest_asked_of(state: MatchState) -> Side | None:
    """Return the side that has to answer the opponent's wish to have the rest of the tail drawn.

    Return None if no answer is awaited.
    """
    if len(state.rest_chosen) != 1 or state.closed.result is not None:
        return None
    (chosen,) = state.rest_chosen
    return chosen.opponent


def awaited(state: MatchState, room: Room) -> TableWait:
    """Return the act that the table in `room` waits for."""
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
    """Return the act that a table waits for when its game is over.

    First the table waits for the confirmation of a result that was played, because the next game
    cannot begin before that confirmation. Then the open table waits for the rolls of the tail. Last
    comes the confirmation of a result that was entered, or the next game if there is nothing to
    confirm.
    """
    standing = state.standing(table.room)
    assert standing is not None
    confirmation = awaited_confirmation(standing)
    if not standing.settled:
        return confirmation
    waiting, tail = uncounted(state), tail_key(state)
    if table.room is Room.OPEN and waiting is not None:
        return TableWait(Awaited.DICE_CONFIRMATION, waiting.side.opponent, waiting.turn)
    other = rest_asked_of(state)
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
