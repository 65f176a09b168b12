"""State out of events: the same path for a live match, a restart and a replay.

Source: rulings 5 to 9 and 11 for what each event means to the two tables.
"""

from collections.abc import Iterable
from dataclasses import replace

from rules import events as ev
from rules.dice import DiceSource
from rules.duplicate.standing import Standing, entered_after, played_after
from rules.duplicate.state import (
    CANCELLED,
    MatchState,
    Phase,
    Place,
    RollRecord,
    RoomResult,
    TurnKey,
)
from rules.duplicate.table_fold import after_event, back_to, fresh_table, thrown
from rules.games.game import Game
from rules.room import Room


def new_match(game: Game, scheduled: ev.MatchScheduled, started: ev.MatchStarted) -> MatchState:
    """The state of a match that has just started, before its first GameStarted."""
    return MatchState(
        games=scheduled.games,
        max_lead=scheduled.max_lead,
        tail_drawn=scheduled.tail_drawn,
        seed=started.seed,
        game=0,
        attempt=0,
        open=fresh_table(game, Room.OPEN),
        closed=fresh_table(game, Room.CLOSED),
    )


def fold(game: Game, state: MatchState, happened: Iterable[ev.Event]) -> MatchState:
    """The state after all of these events."""
    for event in happened:
        state = apply(game, state, event)
    return state


def apply(game: Game, state: MatchState, event: ev.Event) -> MatchState:
    """The state after one event; facts outside the tables change nothing here."""
    match event:
        case ev.GameStarted():
            return _start_game(game, state, event)
        case ev.GameVoided() | ev.GameCancelled() | ev.MatchClosed() | ev.TailDrawSet():
            return _apply_to_match(state, event)
        case (
            ev.OpeningTied()
            | ev.OpeningDecided()
            | ev.RollThrown()
            | ev.RollCounted()
            | ev.RollCorrected()
            | ev.RollReleased()
        ):
            return _apply_dice(game, state, event)
        case ev.ResultEntered() | ev.ResultCorrected():
            return _enter_result(state, event)
        case ev.ResultConfirmed():
            return _confirm_result(state, event)
        case ev.TurnEvent() | ev.RoomEvent():
            return _apply_to_table(state, event)
        case _:
            return state


def _start_game(game: Game, state: MatchState, event: ev.GameStarted) -> MatchState:
    return replace(
        state,
        game=event.game,
        attempt=event.attempt,
        attempts={**state.attempts, event.game: event.attempt},
        open=fresh_table(game, Room.OPEN),
        closed=fresh_table(game, Room.CLOSED),
        rolls={},
        last_thrown=None,
        starter=None,
        opening_event=None,
    )


def _apply_to_match(
    state: MatchState,
    event: ev.GameVoided | ev.GameCancelled | ev.MatchClosed | ev.TailDrawSet,
) -> MatchState:
    match event:
        case ev.GameVoided():
            return _without_game(state, event.game)
        case ev.MatchClosed():
            return replace(state, over=True)
        case ev.TailDrawSet():
            return replace(state, tail_drawn=event.drawn)
        case ev.GameCancelled():
            for room in Room:
                standing = entered_after(state.standings.get((state.game, room)), event.by)
                state = _with_result(state, room, CANCELLED, standing)
            return state


def _without_game(state: MatchState, game: int) -> MatchState:
    return replace(
        state,
        results={place: value for place, value in state.results.items() if place[0] != game},
        standings={place: value for place, value in state.standings.items() if place[0] != game},
        hand_openings={known: dice for known, dice in state.hand_openings.items() if known != game},
    )


def _with_result(
    state: MatchState, room: Room, result: RoomResult, standing: Standing
) -> MatchState:
    table = replace(
        state.table(room),
        phase=Phase.FINISHED,
        result=result,
        resigning=None,
        stopped=False,
    )
    return _result_kept(state.with_table(table), (state.game, room), result, standing)


def _result_kept(
    state: MatchState, place: Place, result: RoomResult, standing: Standing
) -> MatchState:
    return replace(
        state,
        results={**state.results, place: result},
        standings={**state.standings, place: standing},
    )


def _without_result(state: MatchState, room: Room) -> MatchState:
    gone = state.game, room
    kept = {place: result for place, result in state.results.items() if place != gone}
    return replace(state, results=kept)


def result_of(event: ev.GameFinished | ev.ResultEntered | ev.ResultCorrected) -> RoomResult:
    """The room's result that a finished, entered or corrected game stands with."""
    return RoomResult(
        loser=event.loser,
        ending=event.ending,
        left=event.left,
        cube=event.cube,
        owner=event.owner,
        proposer=event.proposer,
        tally=event.tally,
        adjusted=event.adjusted if isinstance(event, ev.ResultCorrected) else None,
    )


def _enter_result(state: MatchState, event: ev.ResultEntered | ev.ResultCorrected) -> MatchState:
    place, by_hand = (event.game, event.room), isinstance(event, ev.ResultEntered)
    result = result_of(event)
    standing = entered_after(state.standings.get(place), event.by, by_hand=by_hand)
    if event.opening is not None:
        openings = {**state.hand_openings, event.game: event.opening}
        state = replace(state, hand_openings=openings)
    if event.game != state.game:
        return _result_kept(state, place, result, standing)
    return _with_result(state, event.room, result, standing)


def _confirm_result(state: MatchState, event: ev.ResultConfirmed) -> MatchState:
    place = event.game, event.room
    standing = state.standings[place].confirmed_by(event.confirmer, event.side, event.by)
    return replace(state, standings={**state.standings, place: standing})


OpeningFact = ev.OpeningTied | ev.OpeningDecided
DiceFact = OpeningFact | ev.RollThrown | ev.RollCounted | ev.RollCorrected | ev.RollReleased


def _apply_dice(game: Game, state: MatchState, event: DiceFact) -> MatchState:
    if isinstance(event, OpeningFact):
        return _open(game, state, event)
    key = TurnKey(event.side, event.turn)
    match event:
        case ev.RollThrown():
            record = RollRecord(
                event.dice, event.source, event.opening, event.tail, board_event=event.board_event
            )
            rolls = state.rolls_with(key, record)
            table = state.open if event.tail else thrown(game, state.open, key, event.dice)
            return replace(state, rolls=rolls, last_thrown=key, open=table)
        case ev.RollCounted():
            return state.with_roll(key, replace(state.rolls[key], counted=True))
        case ev.RollCorrected():
            return _correct_roll(state, event, key)
        case ev.RollReleased():
            rolls = state.rolls_with(key, replace(state.rolls[key], released=True))
            return replace(state, rolls=rolls, closed=thrown(game, state.closed, key, event.dice))


def _open(game: Game, state: MatchState, event: OpeningFact) -> MatchState:
    """The open table after an opening throw that is nobody's turn, or nobody's yet."""
    table = fresh_table(game, Room.OPEN)
    starter, board_event = None, None
    if isinstance(event, ev.OpeningDecided):
        starter, board_event = event.side, event.board_event
        table = replace(table.with_turn(TurnKey(starter, 1)), phase=Phase.TO_ACT)
    return replace(
        state,
        open=table,
        rolls={},
        last_thrown=None,
        starter=starter,
        opening_event=board_event,
    )


def _correct_roll(state: MatchState, event: ev.RollCorrected, key: TurnKey) -> MatchState:
    wrong = state.last_thrown
    assert wrong is not None
    old = state.rolls[wrong]
    counted = event.source is DiceSource.DIRECTOR
    record = replace(
        old, dice=event.dice, source=event.source, counted=counted, board_event=event.board_event
    )
    rolls = {known: value for known, value in state.rolls.items() if known != wrong}
    state = replace(state, rolls={**rolls, key: record}, last_thrown=key)
    if state.open.phase is Phase.FINISHED:
        return state
    return state.with_table(back_to(state.open, key, event.dice))


def _apply_to_table(state: MatchState, event: ev.RoomEvent) -> MatchState:
    table = state.table(event.room)
    match event:
        case ev.GameFinished():
            standing = played_after(state.standings.get((event.game, event.room)))
            return _with_result(state, event.room, result_of(event), standing)
        case ev.TurnReopened():
            state = _without_result(state, event.room)
            key = TurnKey(event.side, event.turn)
            table = back_to(table, key, state.rolls[key].dice)
        case _:
            table = after_event(table, event)
    return state.with_table(table)
