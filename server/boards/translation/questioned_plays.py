"""What is wrong with a play that the dice do not allow: unfinished, or the dice were keyed wrong.

Source: ruling 9. The thrown roll stands either way until somebody puts it right.
"""

from board_drivers.interpreter.plays import ThrownTurn, is_incomplete, rolls_shown
from rules.games.game import Game
from rules.room import Room
from rules.tables.state import MatchInPlay, Phase, TableState, TurnKey


def turn_played(state: MatchInPlay, table: TableState, key: TurnKey) -> ThrownTurn | None:
    """What is to be played at the table, None unless it is that turn."""
    if table.phase not in (Phase.MOVE, Phase.QUESTIONED) or table.current != key:
        return None
    return ThrownTurn(table.before, key.side, state.rolls[key].dice, key.turn)


def is_unfinished(game: Game, state: MatchInPlay, table: TableState) -> bool:
    """Whether the questioned play that lies there is a legal one with moves still to be made."""
    turn = _questioned(state, table)
    return turn is not None and is_incomplete(game, turn, table.position)


def dice_in_doubt(game: Game, state: MatchInPlay, room: Room) -> bool:
    """Whether other dice allow the questioned play that lies in the open room, whose dice were
    keyed and have not been confirmed: they can still be put right (ruling 9)."""
    table = state.table(room)
    turn = _questioned(state, table)
    if turn is None or table.current is None or room is not Room.OPEN:
        return False
    if state.rolls[table.current].counted or is_incomplete(game, turn, table.position):
        return False
    return bool(rolls_shown(game, turn, table.position))


def _questioned(state: MatchInPlay, table: TableState) -> ThrownTurn | None:
    if table.phase is not Phase.QUESTIONED or table.current is None:
        return None
    return turn_played(state, table, table.current)
