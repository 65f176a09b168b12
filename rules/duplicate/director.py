"""The director's orders: he alone corrects, each time by name and with a reason (ruling 11)."""

from typing import assert_never

from rules import events as ev
from rules.duplicate import readings as rd
from rules.duplicate.entering import adjusted_score, corrected_result
from rules.duplicate.facts import at_game, at_table, at_turn
from rules.duplicate.fold import fold
from rules.duplicate.refused import Refused, check_in_progress
from rules.duplicate.state import MatchState, Phase, TurnKey
from rules.duplicate.throws import corrected, counted, uncounted
from rules.duplicate.turns import check_position
from rules.events import Refusal
from rules.games.game import Game
from rules.position import CHECKERS
from rules.room import Room
from rules.side import Side

Order = (
    rd.VoidGame
    | rd.CancelGame
    | rd.CorrectRoll
    | rd.ReopenTurn
    | rd.CorrectResult
    | rd.AdjustScore
    | rd.CorrectPosition
    | rd.ReleaseTable
    | rd.SetTailDraw
)


def ordered(game: Game, state: MatchState, order: Order) -> list[ev.Event]:
    """The events of one order, or Refused."""
    where = {**at_game(state), "by": order.by, "reason": order.reason}
    match order:
        case rd.VoidGame():
            again = ev.GameStarted(game=state.game, attempt=state.attempt + 1)
            return [ev.GameVoided(**where), again]
        case rd.CancelGame():
            return [ev.GameCancelled(**where)]
        case rd.CorrectRoll():
            return _roll(game, state, order)
        case rd.ReopenTurn():
            return [_reopened(state, order)]
        case rd.CorrectResult():
            return [corrected_result(game, state, order)]
        case rd.AdjustScore():
            return [adjusted_score(game, state, order)]
        case rd.CorrectPosition():
            return [_position(game, state, order)]
        case rd.ReleaseTable():
            return [_released(state, order)]
        case rd.SetTailDraw():
            return _tail_draw(state, order)
        case _:
            assert_never(order)


def _roll(game: Game, state: MatchState, order: rd.CorrectRoll) -> list[ev.Event]:
    """Dice put right; those of a throw that has won by its points reopen the game."""
    key, count = TurnKey(order.side, order.turn), state.open.count
    finished = state.open.result is not None and count is not None and count.winner is not None
    if not finished or key != state.last_thrown or state.rolls[key].tail:
        return corrected(state, order)
    reopened = _reopened(state, order)
    return [reopened, *corrected(fold(game, state, (reopened,)), order)]


def _reopened(state: MatchState, order: rd.ReopenTurn | rd.CorrectRoll) -> ev.TurnReopened:
    key = TurnKey(order.side, order.turn)
    if key != state.last_thrown or state.rolls[key].tail:
        raise Refused(Refusal.LATER_ROLL_THROWN if key in state.rolls else Refusal.STALE)
    return ev.TurnReopened(**at_turn(state, Room.OPEN, key), by=order.by, reason=order.reason)


def _position(game: Game, state: MatchState, order: rd.CorrectPosition) -> ev.PositionCorrected:
    """Between two turns; marked points stand and the next throw is judged from what lies there."""
    table = state.table(order.room)
    between = table.phase in (Phase.TO_ACT, Phase.DECLARED) and table.resigning is None
    if not between or not any(table.thrown_turns):
        raise Refused(Refusal.NOT_NOW)
    check_in_progress(table, TurnKey(order.side, order.turn))
    check_position(game, order.position)
    if any(order.position.off(side) == CHECKERS for side in Side):
        raise Refused(Refusal.IMPOSSIBLE_POSITION)
    where = at_table(state, order.room)
    return ev.PositionCorrected(**where, position=order.position, by=order.by, reason=order.reason)


def _released(state: MatchState, order: rd.ReleaseTable) -> ev.TableReleased:
    if not state.table(order.room).stopped:
        raise Refused(Refusal.NOT_NOW)
    return ev.TableReleased(**at_table(state, order.room), by=order.by, reason=order.reason)


def _tail_draw(state: MatchState, order: rd.SetTailDraw) -> list[ev.Event]:
    if all(state.table(room).result is not None for room in Room):
        raise Refused(Refusal.NOT_PLAYING)
    happened: list[ev.Event] = [ev.TailDrawSet(drawn=order.drawn, by=order.by, reason=order.reason)]
    key = uncounted(state)
    if order.drawn and key is not None and state.open.phase is Phase.FINISHED:
        happened.append(counted(state, key, ev.CountedBy.DIRECTOR))
    return happened
