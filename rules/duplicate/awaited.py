"""What a table waits for and from whom: one answer for boards, console, pages and API.

For the closed room it rests on that room's own table and on released rolls, on nothing else.
Source: rulings 3, 7, 8, 9, 15 and 25.
"""

from dataclasses import dataclass
from enum import Enum

from rules.duplicate.release import tail_key, throw_is_held
from rules.duplicate.state import MatchState, Phase, TableState, TurnKey
from rules.duplicate.throws import uncounted
from rules.room import Room
from rules.side import Side


class Awaited(Enum):
    """The act that a table waits for; OTHER_ROOM, NEXT_GAME, MATCH_OVER and OPERATOR are none."""

    SET = "set"
    ROLL = "roll"
    READY_OR_DOUBLE = "ready or double"
    MOVE = "move"
    DOUBLE_ANSWER = "double answer"
    RESIGNATION_ANSWER = "resignation answer"
    RESULT_CONFIRMATION = "result confirmation"
    OTHER_ROOM = "other room"
    NEXT_GAME = "next game"
    MATCH_OVER = "match over"
    OPERATOR = "operator"
    DICE_CONFIRMATION = "dice confirmation"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class TableWait:
    """What one table waits for.

    `side` is whose act it is, None where it is both sides', nobody's or the opening throw. `turn`
    is that side's own turn number from 1; for RESULT_CONFIRMATION which of the game's results is
    meant, counted from 1.
    """

    what: Awaited
    side: Side | None = None
    turn: int = 1


def awaited(state: MatchState, room: Room) -> TableWait:
    """What the room's table waits for as the match stands."""
    table = state.table(room)
    if state.over:
        return _in_turn(Awaited.MATCH_OVER, table)
    if table.stopped:
        return _in_turn(Awaited.OPERATOR, table)
    if table.resigning is not None:
        answering = table.resigning[0].opponent
        return TableWait(Awaited.RESIGNATION_ANSWER, answering, _turn(table))
    if table.phase is Phase.DOUBLED and table.on_turn is not None:
        return TableWait(Awaited.DOUBLE_ANSWER, table.on_turn.opponent, _turn(table))
    if table.phase in (Phase.MOVE, Phase.QUESTIONED):
        return _awaited_play(state, table)
    if table.phase is Phase.FINISHED:
        return _awaited_finished(state, table)
    if room is Room.OPEN:
        return _in_turn(Awaited.OTHER_ROOM if throw_is_held(state) else Awaited.ROLL, table)
    return _awaited_closed(table)


def _awaited_play(state: MatchState, table: TableState) -> TableWait:
    """A play; before it a choice, for which dice must count as they must for a throw that wins."""
    count = table.count
    if count is None or not (may_choose(table) or count.winner):
        return _in_turn(Awaited.MOVE, table)
    waiting = uncounted(state) if table.room is Room.OPEN else None
    if waiting is not None:
        return TableWait(Awaited.DICE_CONFIRMATION, waiting.side.opponent, _turn(table))
    return _in_turn(Awaited.CHOICE, table)


def may_choose(table: TableState) -> bool:
    """The thrower, who has won a hole by his own throw, has yet to hold or to go (ruling 25)."""
    return table.phase is Phase.MOVE and table.count is not None and table.count.awaits_choice


def _awaited_finished(state: MatchState, table: TableState) -> TableWait:
    """Nothing waits for the confirmation of a result that was entered: tail rolls go first."""
    standing = state.standing(table.room)
    assert standing is not None
    missing = _missing(standing.players)
    confirmation = TableWait(Awaited.RESULT_CONFIRMATION, missing, standing.number)
    if not standing.settled:
        return confirmation
    waiting, tail = uncounted(state), tail_key(state)
    if table.room is Room.OPEN and waiting is not None:
        return TableWait(Awaited.DICE_CONFIRMATION, waiting.side.opponent, waiting.turn)
    if table.room is Room.OPEN and tail is not None:
        return _at(Awaited.ROLL, tail)
    return _in_turn(Awaited.NEXT_GAME, table) if standing.confirmed else confirmation


def _awaited_closed(table: TableState) -> TableWait:
    if table.phase is Phase.OPENING and len(table.players_set) < len(Side):
        return TableWait(Awaited.SET, _missing(table.players_set), _turn(table))
    if table.phase is Phase.TO_ACT:
        return _in_turn(Awaited.READY_OR_DOUBLE, table)
    return _in_turn(Awaited.OTHER_ROOM, table)


def _missing(known: frozenset[Side]) -> Side | None:
    """The one side still missing, None while both are."""
    missing = [side for side in Side if side not in known]
    return missing[0] if len(missing) == 1 else None


def _in_turn(what: Awaited, table: TableState) -> TableWait:
    return TableWait(what) if table.current is None else _at(what, table.current)


def _at(what: Awaited, key: TurnKey) -> TableWait:
    return TableWait(what, key.side, key.turn)


def _turn(table: TableState) -> int:
    return table.current.turn if table.current else 1
