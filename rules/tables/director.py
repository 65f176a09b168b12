"""The director's orders: he alone corrects, each time by name and with a reason (ruling 11)."""

from typing import assert_never

from rules import events as ev
from rules.errors import MatchRefused
from rules.events import Refusal
from rules.games.game import Game
from rules.position import CHECKERS
from rules.room import Room
from rules.side import Side
from rules.tables import readings as rd
from rules.tables.entering import corrected_result
from rules.tables.facts import at_game, at_table, at_turn
from rules.tables.fold import fold
from rules.tables.refused import Refused, check_in_progress
from rules.tables.state import MatchInPlay, Phase, TurnKey
from rules.tables.throws import corrected
from rules.tables.turns import check_position

Order = (
    rd.VoidGame
    | rd.CorrectRoll
    | rd.ReopenTurn
    | rd.CorrectResult
    | rd.CorrectPosition
    | rd.ReleaseTable
)


_RECORDED = "a table whose positions are recorded"


def ordered(game: Game, state: MatchInPlay, order: Order) -> list[ev.Event]:
    """The events of an order that every kind of match knows, or Refused."""
    match order:
        case rd.VoidGame():
            where = {**at_game(state), "by": order.by, "reason": order.reason}
            again = ev.GameStarted(game=state.game, attempt=state.attempt + 1)
            return [ev.GameVoided(**where), again]
        case rd.CorrectRoll():
            return _roll(game, state, order)
        case rd.ReopenTurn():
            return [_reopened(state, order)]
        case rd.CorrectResult():
            return [corrected_result(game, state, order)]
        case rd.CorrectPosition():
            return [_position(game, state, order)]
        case rd.ReleaseTable():
            return [_released(state, order)]
        case _:
            assert_never(order)


def _roll(game: Game, state: MatchInPlay, order: rd.CorrectRoll) -> list[ev.Event]:
    """Dice put right; those of a throw that has won by its points reopen the game."""
    key, count = TurnKey(order.side, order.turn), state.open.count
    finished = state.open.result is not None and count is not None and count.winner is not None
    if not finished or key != state.last_thrown or state.rolls[key].tail:
        return corrected(state, order)
    reopened = _reopened(state, order)
    return [reopened, *corrected(fold(game, state, (reopened,)), order)]


def _reopened(state: MatchInPlay, order: rd.ReopenTurn | rd.CorrectRoll) -> ev.TurnReopened:
    key = TurnKey(order.side, order.turn)
    if key != state.last_thrown or state.rolls[key].tail:
        raise Refused(Refusal.LATER_ROLL_THROWN if key in state.rolls else Refusal.STALE)
    return ev.TurnReopened(**at_turn(state, Room.OPEN, key), by=order.by, reason=order.reason)


def _position(game: Game, state: MatchInPlay, order: rd.CorrectPosition) -> ev.PositionCorrected:
    """Between two turns; marked points stand and the next throw is judged from what lies there."""
    table = state.table(order.room)
    if not table.recorded:
        raise MatchRefused("room", order.room.value, _RECORDED)
    between = table.phase in (Phase.TO_ACT, Phase.DECLARED) and not table.answer_pending
    if not between or not any(table.thrown_turns):
        raise Refused(Refusal.NOT_NOW)
    check_in_progress(table, TurnKey(order.side, order.turn))
    check_position(game, order.position)
    if any(order.position.off(side) == CHECKERS for side in Side):
        raise Refused(Refusal.IMPOSSIBLE_POSITION)
    where = at_table(state, order.room)
    return ev.PositionCorrected(**where, position=order.position, by=order.by, reason=order.reason)


def _released(state: MatchInPlay, order: rd.ReleaseTable) -> ev.TableReleased:
    if not state.table(order.room).stopped:
        raise Refused(Refusal.NOT_NOW)
    return ev.TableReleased(**at_table(state, order.room), by=order.by, reason=order.reason)
