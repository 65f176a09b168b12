"""The director's orders that only a duplicate match knows (rulings 1, 8, 9 and 11)."""

from rules import events as ev
from rules.duplicate.adjusting import adjusted_score
from rules.duplicate.state import MatchState
from rules.duplicate.wrong_rolls import roll_stands, voided_for_roll
from rules.events import Refusal
from rules.games.game import Game
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.facts import at_game
from rules.tables.refused import Refused
from rules.tables.state import Phase
from rules.tables.throws import counted, uncounted

Order = rd.CancelGame | rd.AdjustScore | rd.SetTailDraw | rd.LetRollStand | rd.VoidForRoll


def ordered(game: Game, state: MatchState, order: Order) -> list[ev.Event]:
    """The events of one order, or Refused."""
    match order:
        case rd.CancelGame():
            return [ev.GameCancelled(**at_game(state), by=order.by, reason=order.reason)]
        case rd.AdjustScore():
            return [adjusted_score(game, state, order)]
        case rd.SetTailDraw():
            return _tail_draw(state, order)
        case rd.LetRollStand():
            return [roll_stands(state, order)]
        case rd.VoidForRoll():
            return voided_for_roll(state, order)


def _tail_draw(state: MatchState, order: rd.SetTailDraw) -> list[ev.Event]:
    if all(state.table(room).result is not None for room in Room):
        raise Refused(Refusal.NOT_PLAYING)
    happened: list[ev.Event] = [ev.TailDrawSet(drawn=order.drawn, by=order.by, reason=order.reason)]
    key = uncounted(state)
    if order.drawn and key is not None and state.open.phase is Phase.FINISHED:
        happened.append(counted(state, key, ev.CountedBy.DIRECTOR))
    return happened
