"""What is wrong with a play that the dice do not allow: unfinished, or the dice were keyed wrong.

Source: ruling 9. The thrown roll stands either way until somebody puts it right.
"""

from dataclasses import replace

from board_drivers.interpreter.sensors import ThrownTurn, is_incomplete, rolls_shown
from board_drivers.wire import messages as wire
from board_drivers.wire.values import FaultCode, MoveJudgement
from rules.games.game import Game
from rules.room import Room
from rules.tables.state import MatchInPlay, Phase, RollRecord, TableState, TurnKey
from server.boards.translation.notices import Notices


def turn_played(state: MatchInPlay, table: TableState, key: TurnKey) -> ThrownTurn | None:
    """What is to be played at the table, None unless it is that turn."""
    if table.phase not in (Phase.MOVE, Phase.QUESTIONED) or table.current != key:
        return None
    return ThrownTurn(table.before, key.side, state.rolls[key].dice, key.turn)


def is_unfinished(game: Game, state: MatchInPlay, table: TableState) -> bool:
    """Whether the questioned play that lies there is a legal one with moves still to be made."""
    turn = _questioned(state, table)
    return turn is not None and is_incomplete(game, turn, table.position)


def questioned_notices(
    notices: Notices, game: Game, state: MatchInPlay | None, room: Room, board_id: str
) -> Notices:
    """What that board is told of a play that the dice do not allow.

    The verdict says INCOMPLETE where moves are missing. A FAULT names the ROLL whose dice may be
    what is wrong, by its number in the board's journal if it came from there.
    """
    if state is None:
        return notices
    if is_unfinished(game, state, state.table(room)):
        return tuple(
            replace(each, judgement=MoveJudgement.INCOMPLETE)
            if isinstance(each, wire.MoveVerdict)
            else each
            for each in notices
        )
    doubted = _dice_in_doubt(game, state, room)
    if doubted is None:
        return notices
    thrown = doubted.board_event
    number = thrown.number if thrown and thrown.board_id == board_id else 0
    return (*notices, wire.Fault(FaultCode.DICE_IN_DOUBT, number))


def _dice_in_doubt(game: Game, state: MatchInPlay, room: Room) -> RollRecord | None:
    """Dice that were keyed in the open room and can still be put right, where other dice allow the
    questioned play that lies there (ruling 9)."""
    table = state.table(room)
    turn = _questioned(state, table)
    if turn is None or table.current is None or room is not Room.OPEN:
        return None
    record = state.rolls[table.current]
    return record if not record.counted and rolls_shown(game, turn, table.position) else None


def _questioned(state: MatchInPlay, table: TableState) -> ThrownTurn | None:
    if table.phase is not Phase.QUESTIONED or table.current is None:
        return None
    return turn_played(state, table, table.current)
