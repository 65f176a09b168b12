"""Acts that a table waits for and their sides, the same for boards, console, pages and API.

These are the ones common to all tables. Source: rulings 3, 9, 15 and 25.
"""

from dataclasses import dataclass
from enum import Enum

from rules.position import Side
from rules.room import Room
from rules.tables.state import MatchInPlay, Phase, ResultStanding, TableState, TurnKey
from rules.tables.throws import uncounted


class Awaited(Enum):
    """The act that a table waits for.

    OTHER_ROOM, NEXT_GAME, MATCH_OVER, OPERATOR, HELD are none.
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
    """The wait of one table.

    `side` is the side to act, None if it is both sides, nobody or the opening throw. `turn` is
    that side's own turn number from 1; for RESULT_CONFIRMATION the number of the game's result
    meant, counted from 1.
    """

    what: Awaited
    side: Side | None = None
    turn: int = 1


def awaited_in_play(state: MatchInPlay, table: TableState) -> TableWait | None:
    """Return the wait of a table in any kind of match; None before a throw and after the game."""
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
    """Return the wait for a play.

    Before it comes a choice, for which dice must count as they must for a throw that wins. They
    must as well if the play is not recorded, which cannot show that they fit (ruling 9).
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
    """Return True if the player on turn has finished and has yet to name the play (ruling 10)."""
    return table.phase is Phase.MOVE and bool(table.asked)


def may_choose(table: TableState) -> bool:
    """Return True if the thrower has won a hole and has yet to hold or to go (ruling 25)."""
    unplayed = table.phase is Phase.MOVE and not table.asked
    return unplayed and table.count is not None and table.count.awaits_choice


def awaited_confirmation(standing: ResultStanding) -> TableWait:
    """Return the wait for the players who have not confirmed a result."""
    missing = missing_of(standing.players)
    return TableWait(Awaited.RESULT_CONFIRMATION, missing, standing.number)


def missing_of(known: frozenset[Side]) -> Side | None:
    """Return the only side missing from `known`; None if both are missing, or neither."""
    missing = [side for side in Side if side not in known]
    return missing[0] if len(missing) == 1 else None


def in_turn(what: Awaited, table: TableState) -> TableWait:
    """Return the wait for that act in the turn in progress, nobody's before the opening."""
    return TableWait(what) if table.current is None else at_key(what, table.current)


def at_key(what: Awaited, key: TurnKey) -> TableWait:
    """Return the wait for that act in that side's turn."""
    return TableWait(what, key.side, key.turn)


def turn_of(table: TableState) -> int:
    """Return the number of the turn in progress, 1 before the opening."""
    return table.current.turn if table.current else 1
