"""The decisions about a reading that are the same for every kind of match.

A reading that has no effect becomes a ReadingRefused or a ThrowVoided, which is logged and shown to
the players. There is one exception. When a board reports which dice it shows, there is no event if
the dice are right, or if the report is late because the game or the match is over. Source: rulings
6 to 9, 11 and 15.

The director's orders are decided here as well. Only the director corrects, and each correction has
a name and a reason (ruling 11).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, assert_never

from rules import events as ev
from rules.errors import MatchRefused
from rules.events import Refusal
from rules.games.game import Game
from rules.position import CHECKERS, Side
from rules.room import Room
from rules.tables import cube_actions, entering, paper, points, throws, turns
from rules.tables import readings as rd
from rules.tables.entering import corrected_result
from rules.tables.fold import fold
from rules.tables.refused import Refused, check_in_progress, refusal_of
from rules.tables.state import AnyMatch, MatchInPlay, Phase, TurnKey, at_game, at_table, at_turn
from rules.tables.throws import corrected
from rules.tables.turns import check_position
from rules.text import N_

TableOrder = (
    rd.VoidGame
    | rd.CorrectRoll
    | rd.ReopenTurn
    | rd.CorrectResult
    | rd.CorrectPosition
    | rd.ReleaseTable
)


_RECORDED = N_("a table whose positions are recorded")


def ordered(game: Game, state: MatchInPlay, order: TableOrder, by: str) -> list[ev.Event]:
    """Return the events of a director's order that exists in every kind of match. Raises Refused.

    `by` is the director's id, as events have it.
    """
    match order:
        case rd.VoidGame():
            where = {**at_game(state), "by": by, "reason": order.reason}
            again = ev.GameStarted(game=state.game, attempt=state.attempt + 1)
            return [ev.GameVoided(**where), again]
        case rd.CorrectRoll():
            return _roll(game, state, order, by)
        case rd.ReopenTurn():
            return [_reopened(state, order, by)]
        case rd.CorrectResult():
            return [corrected_result(game, state, order, by)]
        case rd.CorrectPosition():
            return [_position(game, state, order, by)]
        case rd.ReleaseTable():
            return [_released(state, order, by)]
        case _:
            assert_never(order)


def _roll(game: Game, state: MatchInPlay, order: rd.CorrectRoll, by: str) -> list[ev.Event]:
    """Return the events by which the director corrects dice.

    If the points of the throw had won the game, the first event reopens the turn.
    """
    key, count = TurnKey(order.side, order.turn), state.open.count
    finished = state.open.result is not None and count is not None and count.winner is not None
    if not finished or key != state.last_thrown or state.rolls[key].tail:
        return corrected(state, order, by)
    reopened = _reopened(state, order, by)
    return [reopened, *corrected(fold(game, state, (reopened,)), order, by)]


def _reopened(
    state: MatchInPlay, order: rd.ReopenTurn | rd.CorrectRoll, by: str
) -> ev.TurnReopened:
    key = TurnKey(order.side, order.turn)
    if key != state.last_thrown or state.rolls[key].tail:
        raise Refused(Refusal.LATER_ROLL_THROWN if key in state.rolls else Refusal.STALE)
    return ev.TurnReopened(**at_turn(state, Room.OPEN, key), by=by, reason=order.reason)


def _position(
    game: Game, state: MatchInPlay, order: rd.CorrectPosition, by: str
) -> ev.PositionCorrected:
    """Return the event by which the director corrects a position between two turns.

    Points that were marked stay, and the next throw is judged by the new position.
    """
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
    return ev.PositionCorrected(**where, position=order.position, by=by, reason=order.reason)


def _released(state: MatchInPlay, order: rd.ReleaseTable, by: str) -> ev.TableReleased:
    if not state.table(order.room).stopped:
        raise Refused(Refusal.NOT_NOW)
    return ev.TableReleased(**at_table(state, order.room), by=by, reason=order.reason)


@dataclass(frozen=True, slots=True)
class TableDecision(Generic[AnyMatch]):
    """The decision about a reading or an order: the events to store and the state after them."""

    events: tuple[ev.Event, ...]
    state: AnyMatch


@dataclass(frozen=True, slots=True)
class MatchRules(Generic[AnyMatch]):
    """The functions in which one kind of match differs from others.

    `answers` returns the first events of a reading, without those that follow from them.
    `consequences` yields the events that follow from a state. `fold` applies events to a state.
    """

    answers: Callable[[Game, AnyMatch, rd.AnyReading, rd.Sender], list[ev.Event]]
    consequences: Callable[[AnyMatch], Iterator[ev.Event]]
    fold: Callable[[Game, AnyMatch, Iterable[ev.Event]], AnyMatch]


def handled(
    game: Game,
    state: AnyMatch,
    reading: rd.AnyReading,
    sender: rd.Sender,
    rules: MatchRules[AnyMatch],
) -> tuple[tuple[ev.Event, ...], AnyMatch]:
    """Return the events of one reading with all their consequences, and the state after them.

    A refused reading gives one event that records the refusal, and leaves the state as it was.
    """
    happened: list[ev.Event] = []
    try:
        _check_current(state, reading, sender)
        happened += rules.answers(game, state, reading, sender)
    except Refused as refused:
        refusal = refusal_of(state, reading, refused.why)
        return (refusal,), state
    ordered = isinstance(reading, rd.DirectorReading) and not isinstance(reading, rd.LetRollStand)
    return settled(game, state, happened, rules, ordered=ordered)


def settled(
    game: Game,
    state: AnyMatch,
    happened: list[ev.Event],
    rules: MatchRules[AnyMatch],
    *,
    ordered: bool = False,
) -> tuple[tuple[ev.Event, ...], AnyMatch]:
    """Return these events with all their consequences, and the state after all of them.

    `ordered` is True if the director ordered the events and they change something about play. If
    dice were thrown before the opponent's play was finished, and this early throw still waits for
    the end of that play, such an order makes the throw void.
    """
    if state.early is not None:
        after = rules.fold(game, state, happened)
        ordered = ordered or after.held(Room.OPEN)
        happened = throws.resolved(state, after, happened, ordered=ordered)
    state = rules.fold(game, state, happened)
    while following := tuple(rules.consequences(state)):
        happened += following
        state = rules.fold(game, state, following)
    return tuple(happened), state


_OfAnyGame = rd.CorrectResult | rd.AdjustScore | rd.ResultAgreed | rd.LetRollStand


def _check_current(state: MatchInPlay, reading: rd.AnyReading, sender: rd.Sender) -> None:
    """Raise Refused unless the reading is about the current attempt at the current game.

    A reading about a result, or about a roll that the director lets stand, can be about any game.
    """
    if getattr(reading, "room", Room.OPEN) not in state.rooms:
        raise Refused(ev.Refusal.WRONG_ROOM)
    named = reading.game, reading.attempt
    if isinstance(reading, _OfAnyGame):
        if state.attempts.get(reading.game) != reading.attempt:
            raise Refused(ev.Refusal.STALE)
        _check_players_may(state, reading, sender)
        return
    if isinstance(reading, rd.DiceEchoed):
        return
    if state.over:
        raise Refused(ev.Refusal.NOT_PLAYING)
    if named != (state.game, state.attempt):
        raise Refused(ev.Refusal.STALE)
    _check_table_hears(state, reading)


def _check_players_may(state: MatchInPlay, reading: _OfAnyGame, sender: rd.Sender) -> None:
    """Raise Refused if a player confirms a result while the table is held.

    Other persons can confirm it then (ruling 31).
    """
    if not isinstance(reading, rd.ResultAgreed) or sender.confirmer is not ev.Confirmer.PLAYER:
        return
    if state.held(reading.room):
        raise Refused(ev.Refusal.HELD)


def _check_table_hears(state: MatchInPlay, reading: rd.AnyReading) -> None:
    """Raise Refused if the reading's table is held, or stopped because its board shows wrong dice.

    While a claim that the game has ended waits for the opponent's answer, raise Refused for every
    other reading, too.
    """
    if isinstance(reading, rd.DiceThrown):
        table = state.open
    elif isinstance(reading, rd.TableReading):
        table = state.table(reading.room)
    else:
        return
    if state.held(table.room):
        raise Refused(ev.Refusal.HELD)
    if table.stopped:
        raise Refused(ev.Refusal.TABLE_STOPPED)
    if table.claim is not None and not isinstance(reading, rd.ResignationAnswered):
        raise Refused(ev.Refusal.CLAIM_PENDING)


CommonReading = (
    rd.DiceThrown
    | rd.DiceUnreadable
    | rd.DiceConfirmed
    | rd.PlayFinished
    | rd.PlayNarrowed
    | rd.PlayNamed
    | rd.Played
    | rd.ChoiceAnswered
    | rd.FinishedAnswered
    | rd.PlayAccepted
    | rd.Doubled
    | rd.DoubleAnswered
    | rd.ResignationMade
    | rd.ResignationAnswered
    | rd.EndClaimMade
    | rd.ResultAgreed
    | rd.EnterResult
    | rd.DiceEchoed
    | rd.PaperGame
    | TableOrder
)
"""The readings that every kind of match accepts."""


def common_answers(
    game: Game, state: MatchInPlay, reading: CommonReading, sender: rd.Sender
) -> list[ev.Event]:
    """Return the first events of a reading that every kind of match accepts.

    The events that follow from them are not included. Raises Refused.
    """
    match reading:
        case rd.DiceThrown():
            return throws.thrown(game, state, reading)
        case rd.DiceUnreadable():
            raise Refused(ev.Refusal.COCKED)
        case rd.DiceConfirmed():
            return throws.confirmed(state, reading)
        case rd.PlayFinished() | rd.Played():
            return turns.play_finished(game, state, reading)
        case rd.PlayNarrowed():
            return turns.play_narrowed(game, state, reading)
        case rd.PlayNamed():
            return turns.play_named(game, state, reading)
        case rd.ChoiceAnswered():
            return points.choice_made(state, reading)
        case rd.FinishedAnswered():
            return turns.finished_answered(state, reading)
        case rd.PlayAccepted():
            return turns.play_accepted(game, state, reading)
        case rd.Doubled():
            return cube_actions.doubled(game, state, reading)
        case rd.DoubleAnswered():
            return cube_actions.double_answered(state, reading)
        case rd.ResignationMade():
            return cube_actions.resignation_made(game, state, reading)
        case rd.EndClaimMade():
            return cube_actions.end_claimed(game, state, reading)
        case rd.ResignationAnswered() if state.table(reading.room).claim is not None:
            return cube_actions.end_answered(state, reading)
        case rd.ResignationAnswered():
            return cube_actions.resignation_answered(game, state, reading)
        case rd.ResultAgreed():
            return entering.result_agreed(state, reading, sender)
        case rd.EnterResult():
            return entering.result_by_hand(game, state, reading, sender.by)
        case rd.DiceEchoed():
            return throws.echoed(state, reading)
        case rd.PaperGame():
            return paper.played_on_paper(game, state, reading, sender.by)
        case _:
            return ordered(game, state, reading, sender.by)
