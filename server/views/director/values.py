"""What a director's orders for a match still wait for, in words.

The rules check the conditions of an order when it is sent. These texts name the conditions earlier,
so that nobody fills in a form in vain. Show them only to people who may see both rooms.
"""

from collections.abc import Callable, Mapping

from rules.any_match import AnyMatchState, MatchPlayState
from rules.room import Room
from rules.tables.state import Phase, TableState
from rules.text import N_
from server.matches.match_record import MatchRecord
from server.words.translation import Words

_LINE_UPS = N_("Once both line-ups are in.")
_OPENING = N_("Once the opening of game %(game)s is thrown.")
_ROLL = N_("Once a roll of game %(game)s is thrown.")
_RELEASED = N_("Once another roll is thrown: the closed room has the latest one.")
_RELAYED = N_("Once the closed room has been given a roll.")
_PLAYED_ON = N_("Once another roll is thrown: play has gone on after the latest one.")
_TAIL = N_("Once game %(next)s is under way: the latest roll is for the closed room only.")
_BETWEEN_TURNS = N_("Between two turns: once the play that is being made is finished.")
_FIRST_PLAY = N_("Once a turn of game %(game)s is played.")
_RECORDED = N_("Not in this match: its tables record dice only.")
_STOPPED = N_(
    "Once a table has stopped because its board shows different dice from those it was given."
)
_BETWEEN_GAMES = N_("Between two games: once game %(game)s is over in both rooms.")
_NEXT_GAME = N_("Once game %(next)s is under way: game %(game)s is over in both rooms.")


def order_wait(order: str, record: MatchRecord, words: Words) -> str:
    """Return a text that says when the order named `order` becomes possible for a match.

    The text is empty if the order is possible now. Call this only for an order that is offered at
    the match's present stage: see server.web.director.orders.Stage.
    """
    state = record.state
    if state is None:
        return words.gettext(_LINE_UPS)
    wait = _WAITS.get(order)
    text = wait(state) if wait is not None else ""
    return words.gettext(text, game=state.game, next=state.game + 1) if text else ""


def _result(state: AnyMatchState) -> str:
    return _OPENING if not state.results and state.open.phase is Phase.OPENING else ""


def _roll(state: AnyMatchState) -> str:
    latest = state.last_thrown
    if latest is None:
        return _ROLL
    rolled, table = state.rolls[latest], state.open
    if rolled.released:
        return _RELEASED
    untouched = table.phase in (Phase.MOVE, Phase.QUESTIONED) or (
        table.phase is Phase.TO_ACT and not table.declared
    )
    in_tail = table.phase is Phase.FINISHED and not rolled.counted
    return "" if (untouched or in_tail) and not table.answer_pending else _PLAYED_ON


def _wrong_roll(state: AnyMatchState) -> str:
    if isinstance(state, MatchPlayState):
        return ""
    games = (state.rolls_of(game).values() for game in state.attempts)
    return "" if any(rolled.released for rolls in games for rolled in rolls) else _RELAYED


def _turn(state: AnyMatchState) -> str:
    if state.last_thrown is None:
        return _ROLL
    return _TAIL if state.rolls[state.last_thrown].tail else ""


def _position(state: AnyMatchState) -> str:
    tables = [state.table(room) for room in state.rooms]
    if not any(table.recorded for table in tables):
        return _RECORDED
    if not any(any(table.thrown_turns) for table in tables):
        return _FIRST_PLAY
    return "" if any(map(_is_between_turns, tables)) else _BETWEEN_TURNS


def _is_between_turns(table: TableState) -> bool:
    between = table.phase in (Phase.TO_ACT, Phase.DECLARED) and not table.answer_pending
    return table.recorded and between and any(table.thrown_turns)


def _release(state: AnyMatchState) -> str:
    return "" if any(state.table(room).stopped for room in state.rooms) else _STOPPED


def _substitute(state: AnyMatchState) -> str:
    begun = any(state.table(room).phase is not Phase.OPENING for room in state.rooms)
    return _BETWEEN_GAMES if begun else ""


def _last_rolls(state: AnyMatchState) -> str:
    over = all(state.table(room).result is not None for room in Room)
    return _NEXT_GAME if over else ""


_WAITS: Mapping[str, Callable[[AnyMatchState], str]] = {
    "correct-result": _result,
    "adjust-score": _result,
    "correct-roll": _roll,
    "wrong-roll": _wrong_roll,
    "reopen-turn": _turn,
    "correct-position": _position,
    "release-table": _release,
    "substitute": _substitute,
    "tail": _last_rolls,
}
