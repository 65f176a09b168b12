"""The director's orders: he alone corrects, each time by name and with a reason (ruling 11)."""

from typing import assert_never

from rules import events as ev
from rules.duplicate import readings as rd
from rules.duplicate.facts import at_game, at_turn
from rules.duplicate.points import check_tally
from rules.duplicate.refused import Refused
from rules.duplicate.state import MatchState, Phase, TurnKey
from rules.duplicate.throws import corrected, counted, uncounted
from rules.ending import Ending
from rules.events import Refusal
from rules.games.game import Game
from rules.room import Room
from rules.scoring.errors import ScoreRefused
from rules.scoring.smp import cube_refusals, left_refusals

Order = (
    rd.VoidGame | rd.CancelGame | rd.CorrectRoll | rd.ReopenTurn | rd.CorrectResult | rd.SetTailDraw
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
            return corrected(state, order)
        case rd.ReopenTurn():
            return [_reopened(state, order)]
        case rd.CorrectResult():
            return [_result(game, state, order)]
        case rd.SetTailDraw():
            return _tail_draw(state, order)
        case _:
            assert_never(order)


def _reopened(state: MatchState, order: rd.ReopenTurn) -> ev.TurnReopened:
    key = TurnKey(order.side, order.turn)
    table = state.open
    if key != state.last_thrown:
        raise Refused(Refusal.LATER_ROLL_THROWN if key in state.rolls else Refusal.STALE)
    replayable = table.phase in (Phase.MOVE, Phase.QUESTIONED) or (
        table.phase is Phase.TO_ACT and not table.declared
    )
    if not replayable or table.resigning is not None:
        raise Refused(Refusal.NOT_NOW)
    return ev.TurnReopened(**at_turn(state, Room.OPEN, key), by=order.by, reason=order.reason)


def _result(game: Game, state: MatchState, order: rd.CorrectResult) -> ev.ResultCorrected:
    """A result the tables have a row for; a game nobody opened can only be cancelled.

    Raises ScoreRefused for an ending, checkers or a cube that no such game can end with.
    """
    _check_possible(game, order)
    finished = (order.game, order.room) in state.results
    if not finished and (order.game, order.attempt) != (state.game, state.attempt):
        raise Refused(Refusal.STALE)
    _check_scorable(game, order)
    if not finished and state.open.phase is Phase.OPENING:
        raise Refused(Refusal.NOT_NOW)
    return ev.ResultCorrected(
        game=order.game,
        attempt=order.attempt,
        room=order.room,
        loser=order.loser,
        ending=order.ending,
        left=order.left,
        cube=order.cube,
        owner=order.owner,
        proposer=order.proposer,
        by=order.by,
        reason=order.reason,
        tally=order.tally,
    )


def _check_scorable(game: Game, order: rd.CorrectResult) -> None:
    if game.counted(order.loser) is not None:
        check_tally(order.loser, order.tally)
        return
    for refusal in left_refusals(order.ending, order.left):
        raise refusal
    for refusal in cube_refusals(order.ending, order.cube):
        raise refusal


def _check_possible(game: Game, order: rd.CorrectResult) -> None:
    if order.ending not in game.endings:
        allowed = ", ".join(ending.value for ending in Ending if ending in game.endings)
        raise ScoreRefused("ending", order.ending.value, f"{allowed} in {game.name}")
    if order.cube > max(game.senses.cube_limit, 1):
        raise ScoreRefused("cube", order.cube, f"1: {game.name} is played without a cube")


def _tail_draw(state: MatchState, order: rd.SetTailDraw) -> list[ev.Event]:
    happened: list[ev.Event] = [ev.TailDrawSet(drawn=order.drawn, by=order.by, reason=order.reason)]
    key = uncounted(state)
    if order.drawn and key is not None and state.open.phase is Phase.FINISHED:
        happened.append(counted(state, key, ev.CountedBy.DIRECTOR))
    return happened
