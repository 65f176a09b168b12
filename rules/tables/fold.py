"""The functions that apply events to the state of any kind of match and of its tables.

Source: rulings 5 to 9 and 11 for the effect of each event on a table; rulings 3, 7 and 9 for plays,
the cube and resignations.
"""

from collections.abc import Iterable
from dataclasses import replace

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.games.game import CountedTable, Game, HoleChoice
from rules.position import Play, Position
from rules.room import CANCELLED, Room, RoomResult
from rules.tables.state import (
    AnyMatch,
    EarlyThrow,
    EndClaim,
    Phase,
    Place,
    ResultStanding,
    RollRecord,
    TableState,
    TurnKey,
    entered_after,
    played_after,
)


def fresh_table(game: Game, room: Room, *, recorded: bool = True) -> TableState:
    """Return a table that is set up for a game, before its opening throw.

    `recorded` is True if the table records positions.
    """
    start = game.start()
    return TableState(room=room, position=start, before=start, recorded=recorded)


def thrown(game: Game, table: TableState, key: TurnKey, dice: Roll) -> TableState:
    """Return the table after `dice` were thrown in turn `key`."""
    turns = table.turns_with(key)
    count = table.count or game.counted(key.side)
    return replace(
        table,
        current=key,
        turns=turns,
        before=table.position,
        thrown_turns=turns,
        thrown_cube=table.cube,
        phase=Phase.MOVE,
        asked=(),
        declared=False,
        count_before=count,
        count=count and count.thrown(dice),
    )


def back_to(table: TableState, key: TurnKey, dice: Roll) -> TableState:
    """Return the table as it would be just after its latest throw if `dice` had been thrown.

    The throw belongs to turn `key`. Everything after the throw is undone.
    """
    opening = sum(table.thrown_turns) == 1
    turns = (0, 0) if opening else table.thrown_turns
    table = replace(
        table,
        turns=turns,
        position=table.before,
        cube=table.thrown_cube,
        phase=Phase.MOVE,
        asked=(),
        declared=False,
        resigning=None,
        claim=None,
        result=None,
    )
    count = table.count_before
    return replace(table.with_turn(key), count=count and count.thrown(dice))


def after_event(table: TableState, event: ev.RoomEvent) -> TableState:
    """Return the table after an event of play.

    Events about a result or its confirmation do not change the table.
    """
    match event:
        case ev.PlayerSet():
            return replace(table, players_set=table.players_set | {event.side})
        case ev.TurnReady():
            declared = Phase.DECLARED if table.phase is Phase.TO_ACT else table.phase
            return replace(table, declared=True, phase=declared)
        case ev.PlayMade():
            count = table.count and table.count.played(event.moves)
            return _next_turn(table, event.position, count)
        case ev.PlayCondoned():
            count = table.count and table.count.condoned(event.position)
            return _next_turn(table, event.position, count)
        case ev.PlayAsked():
            return _asked(table, event.plays)
        case ev.TurnPlayed():
            return _next_turn(table, table.position, table.count)
        case ev.PlayQuestioned():
            return replace(table, position=event.position, phase=Phase.QUESTIONED, asked=())
        case ev.PositionCorrected():
            count = table.count and table.count.put_right(event.position)
            return replace(table, position=event.position, count=count)
        case ev.EchoMismatched() | ev.TableReleased():
            return replace(table, stopped=isinstance(event, ev.EchoMismatched))
        case ev.ChoiceMade():
            return _chosen(table, event.choice)
        case ev.DoubleOffered():
            return replace(table, phase=Phase.DOUBLED)
        case ev.DoubleTaken():
            phase = Phase.DECLARED if table.room is Room.CLOSED else Phase.TO_ACT
            cube = table.cube.taken_by(event.side.opponent)
            return replace(table, cube=cube, declared=True, phase=phase)
        case ev.ResignationOffered():
            return replace(table, resigning=(event.side, event.ending))
        case ev.ResignationRefused() | ev.GameResigned():
            return replace(table, resigning=None)
        case ev.EndClaimed():
            return replace(table, claim=EndClaim(event.side, event.ending, event.left))
        case ev.EndRefused():
            return replace(table, claim=None)
        case _:
            return table


def _asked(table: TableState, plays: tuple[Play, ...]) -> TableState:
    """Return the table when the player is asked which of several possible plays was made.

    Until the player names the play, the table has the position before the throw.
    """
    return replace(
        table,
        position=table.before,
        phase=Phase.MOVE,
        asked=plays,
        askings=table.askings + 1,
    )


def _chosen(table: TableState, choice: HoleChoice) -> TableState:
    assert table.count is not None
    count = table.count.chosen(choice)
    if choice is HoleChoice.HOLD:
        return replace(table, count=count)
    return _next_turn(table, count.position, count)


def _next_turn(table: TableState, lying: Position, count: CountedTable | None) -> TableState:
    """Return the table as it waits for the next throw.

    `lying` is the position after the play and `count` the points of a game that counts them. A side
    that chose to go, or bore off its last checker, throws again.
    """
    key = table.next_key() if count is None else table.own_next(count.thrower)
    return replace(
        table,
        position=lying if count is None else count.position,
        current=key,
        turns=table.turns_with(key),
        phase=Phase.TO_ACT,
        asked=(),
        declared=False,
        count=count,
    )


def fold(game: Game, state: AnyMatch, happened: Iterable[ev.Event]) -> AnyMatch:
    """Return the state after all of these events."""
    for event in happened:
        state = apply(game, state, event)
    return state


def apply(game: Game, state: AnyMatch, event: ev.Event) -> AnyMatch:
    """Return the state after one event.

    An event that only one kind of match has does not change the state.
    """
    match event:
        case ev.GameStarted():
            return _start_game(game, state, event)
        case ev.GameVoided() | ev.GameCancelled() | ev.MatchClosed():
            return _apply_to_match(state, event)
        case (
            ev.OpeningTied()
            | ev.OpeningDecided()
            | ev.RollThrown()
            | ev.RollCounted()
            | ev.RollCorrected()
        ):
            return _apply_dice(game, state, event)
        case ev.PlayedOnPaper():
            return replace(state, rolls={**state.rolls, **paper_rolls(event)})
        case ev.ResultEntered() | ev.ResultCorrected():
            return _enter_result(state, event)
        case ev.ResultConfirmed():
            return _confirm_result(state, event)
        case ev.EarlyThrowKept():
            key = TurnKey(event.side, event.turn)
            early = EarlyThrow(key, event.dice, event.source, event.board_event)
            return replace(state, early=early)
        case ev.EarlyThrowVoided():
            return replace(state, early=None)
        case ev.ReadingRefused():
            return state
        case _ if isinstance(event, ev.CallEvent):
            return replace(state, director=state.director.after(event))
        case ev.RecordingSet():
            table = replace(state.table(event.room), recorded=event.positions)
            return state.with_table(table)
        case ev.TurnEvent() | ev.RoomEvent():
            return _apply_to_table(state, event)
        case _:
            return state


def _start_game(game: Game, state: AnyMatch, event: ev.GameStarted) -> AnyMatch:
    state = replace(
        state,
        game=event.game,
        attempt=event.attempt,
        attempts={**state.attempts, event.game: event.attempt},
        rolls={},
        last_thrown=None,
        starter=None,
        opening_event=None,
        early=None,
    )
    for room in state.rooms:
        recorded = state.table(room).recorded
        state = state.with_table(fresh_table(game, room, recorded=recorded))
    return state


def _apply_to_match(
    state: AnyMatch,
    event: ev.GameVoided | ev.GameCancelled | ev.MatchClosed,
) -> AnyMatch:
    match event:
        case ev.GameVoided():
            return _without_game(state, event.game)
        case ev.MatchClosed():
            return replace(state, over=True)
        case ev.GameCancelled():
            for room in state.rooms:
                standing = entered_after(state.standings.get((state.game, room)), event.by)
                state = _with_result(state, room, CANCELLED, standing)
            return state


def _without_game(state: AnyMatch, game: int) -> AnyMatch:
    return replace(
        state,
        results={place: value for place, value in state.results.items() if place[0] != game},
        standings={place: value for place, value in state.standings.items() if place[0] != game},
        hand_openings={known: dice for known, dice in state.hand_openings.items() if known != game},
    )


def _with_result(
    state: AnyMatch, room: Room, result: RoomResult, standing: ResultStanding
) -> AnyMatch:
    table = replace(
        state.table(room),
        phase=Phase.FINISHED,
        result=result,
        resigning=None,
        claim=None,
        stopped=False,
    )
    return _result_kept(state.with_table(table), (state.game, room), result, standing)


def _result_kept(
    state: AnyMatch, place: Place, result: RoomResult, standing: ResultStanding
) -> AnyMatch:
    return replace(
        state,
        results={**state.results, place: result},
        standings={**state.standings, place: standing},
    )


def _without_result(state: AnyMatch, room: Room) -> AnyMatch:
    gone = state.game, room
    kept = {place: result for place, result in state.results.items() if place != gone}
    return replace(state, results=kept)


def result_of(event: ev.GameFinished | ev.ResultEntered | ev.ResultCorrected) -> RoomResult:
    """Return the result that a GameFinished, ResultEntered or ResultCorrected gives to its room."""
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


def _enter_result(state: AnyMatch, event: ev.ResultEntered | ev.ResultCorrected) -> AnyMatch:
    place = event.game, event.room
    by_hand = isinstance(event, ev.ResultEntered) and not state.rolls
    result = result_of(event)
    standing = entered_after(state.standings.get(place), event.by, by_hand=by_hand)
    if event.opening is not None:
        openings = {**state.hand_openings, event.game: event.opening}
        state = replace(state, hand_openings=openings)
    if event.game != state.game:
        return _result_kept(state, place, result, standing)
    return _with_result(state, event.room, result, standing)


def paper_rolls(event: ev.PlayedOnPaper) -> dict[TurnKey, RollRecord]:
    """Return the rolls on paper slips by turn, marked as counted and as given to both rooms."""
    return {
        TurnKey(each.side, each.turn): RollRecord(
            each.dice, DiceSource.PAPER, each.opening, counted=True, released=True
        )
        for each in event.rolls
    }


def _confirm_result(state: AnyMatch, event: ev.ResultConfirmed) -> AnyMatch:
    place = event.game, event.room
    standing = state.standings[place].confirmed_by(event.confirmer, event.side, event.by)
    return replace(state, standings={**state.standings, place: standing})


OpeningFact = ev.OpeningTied | ev.OpeningDecided
DiceFact = OpeningFact | ev.RollThrown | ev.RollCounted | ev.RollCorrected


def _apply_dice(game: Game, state: AnyMatch, event: DiceFact) -> AnyMatch:
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
            return replace(state, rolls=rolls, last_thrown=key, open=table, early=None)
        case ev.RollCounted():
            return state.with_roll(key, replace(state.rolls[key], counted=True))
        case ev.RollCorrected():
            return _correct_roll(state, event, key)


def _open(game: Game, state: AnyMatch, event: OpeningFact) -> AnyMatch:
    """Return the state after opening dice that were equal, or that only decided who begins."""
    table = fresh_table(game, Room.OPEN, recorded=state.open.recorded)
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


def _correct_roll(state: AnyMatch, event: ev.RollCorrected, key: TurnKey) -> AnyMatch:
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


def _apply_to_table(state: AnyMatch, event: ev.RoomEvent) -> AnyMatch:
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
