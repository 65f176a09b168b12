"""The act that a table waits for and the side that has to act, for tables of any kind of match.

Boards, the console, pages and the API all show this answer. Source: rulings 3, 9, 15 and 25.
"""

from dataclasses import dataclass
from enum import Enum

from rules.position import Side
from rules.room import Room
from rules.tables.state import MatchInPlay, Phase, ResultStanding, TableState, TurnKey
from rules.tables.throws import uncounted


class Awaited(Enum):
    """The act that a table waits for.

    OTHER_ROOM, NEXT_GAME, MATCH_OVER, OPERATOR and HELD mean that neither side has to act.
    """

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
    HELD = "held"
    WHICH_PLAY = "which play"
    END_ANSWER = "end answer"


@dataclass(frozen=True, slots=True)
class TableWait:
    """The act that one table waits for, and the side that has to act.

    `side` is None if both sides have to act, if nobody has to, or if the act is the opening throw.
    `turn` is the number of the side's turn, counted from 1. For RESULT_CONFIRMATION it is instead
    the number of the result to confirm, among this game's results, counted from 1.
    """

    what: Awaited
    side: Side | None = None
    turn: int = 1


def awaited_in_play(state: MatchInPlay, table: TableState) -> TableWait | None:
    """Return the act that a table waits for, if all kinds of match have the same rule for it.

    If the match is over, or if the table is held or stopped, return the act that says so. Otherwise
    return None before a throw and after the game, for which each kind of match has its own rule.
    """
    if state.over:
        return in_turn(Awaited.MATCH_OVER, table)
    if state.held(table.room):
        return in_turn(Awaited.HELD, table)
    if table.stopped:
        return in_turn(Awaited.OPERATOR, table)
    if table.resigning is not None:
        answering = table.resigning[0].opponent
        return TableWait(Awaited.RESIGNATION_ANSWER, answering, turn_of(table))
    if table.claim is not None:
        return TableWait(Awaited.END_ANSWER, table.claim.side.opponent, turn_of(table))
    if table.phase is Phase.DOUBLED and table.on_turn is not None:
        return TableWait(Awaited.DOUBLE_ANSWER, table.on_turn.opponent, turn_of(table))
    if table.phase in (Phase.MOVE, Phase.QUESTIONED):
        return _awaited_play(state, table)
    return None


def _awaited_play(state: MatchInPlay, table: TableState) -> TableWait:
    """Return the act that a table waits for while a play is under way.

    A thrower who may hold or go chooses before playing. In three cases the opponent must first
    confirm keyed dice: before that choice, before the points of a throw win the game, and before
    the end of a play at a table without positions, where no position shows that the dice are right
    (ruling 9).
    """
    if is_asked(table):
        return in_turn(Awaited.WHICH_PLAY, table)
    if state.early is not None and table.room is Room.OPEN and not table.recorded:
        return in_turn(Awaited.CHOICE, table)
    count = table.count
    chooses = count is not None and (may_choose(table) or count.winner is not None)
    if table.recorded and not chooses:
        return in_turn(Awaited.MOVE, table)
    waiting = uncounted(state) if table.room is Room.OPEN else None
    if waiting is not None:
        return TableWait(Awaited.DICE_CONFIRMATION, waiting.side.opponent, turn_of(table))
    return in_turn(Awaited.CHOICE if chooses else Awaited.MOVE, table)


def is_asked(table: TableState) -> bool:
    """Return True if the player on turn has finished and still has to say which play it was.

    Source: ruling 10.
    """
    return table.phase is Phase.MOVE and bool(table.asked)


def may_choose(table: TableState) -> bool:
    """Return True if the thrower has won a trou and must choose to hold or to go (ruling 25)."""
    unplayed = table.phase is Phase.MOVE and not table.asked
    return unplayed and table.count is not None and table.count.awaits_choice


def awaited_confirmation(standing: ResultStanding) -> TableWait:
    """Return a wait for a confirmation by the players who have not confirmed the result yet."""
    missing = missing_of(standing.players)
    return TableWait(Awaited.RESULT_CONFIRMATION, missing, standing.number)


def missing_of(known: frozenset[Side]) -> Side | None:
    """Return the side that is not in `known`; None if both sides are missing, or neither."""
    missing = [side for side in Side if side not in known]
    return missing[0] if len(missing) == 1 else None


def in_turn(what: Awaited, table: TableState) -> TableWait:
    """Return a wait for the act `what` by the side on turn; before the opening no side is named."""
    return TableWait(what) if table.current is None else at_key(what, table.current)


def at_key(what: Awaited, key: TurnKey) -> TableWait:
    """Return a wait for the act `what`, in turn `key`, by the side whose turn that is."""
    return TableWait(what, key.side, key.turn)


def turn_of(table: TableState) -> int:
    """Return the number of the turn in progress, 1 before the opening."""
    return table.current.turn if table.current else 1
