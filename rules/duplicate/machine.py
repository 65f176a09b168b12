"""The duplicate match: what one reading makes happen in both rooms (rulings 5 to 9 and 11).

`handle` is a function of values. It never rejects a reading silently: what has no effect becomes a
ReadingRefused or a ThrowVoided, so that the log holds it and the players are told.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules import events as ev
from rules.dice import DiceSource
from rules.duplicate import (
    confirming,
    cube_actions,
    director,
    entering,
    points,
    release,
    throws,
    turns,
)
from rules.duplicate import readings as rd
from rules.duplicate.facts import at_roll
from rules.duplicate.fold import fold
from rules.duplicate.refused import Refused, refusal_of
from rules.duplicate.seed_dice import drawn_roll
from rules.duplicate.state import MatchState
from rules.games.game import Game
from rules.room import Room


@dataclass(frozen=True, slots=True)
class Decision:
    """Events to store, in order, and the state once they are stored."""

    events: tuple[ev.Event, ...]
    state: MatchState

    @property
    def releases(self) -> tuple[ev.RollReleased, ...]:
        """The rolls the closed room may be given once the events are durable."""
        return tuple(e for e in self.events if isinstance(e, ev.RollReleased))


def begin(game: Game, state: MatchState) -> Decision:
    """Open game 1 of a match that has just started."""
    first = ev.GameStarted(game=1, attempt=1)
    return Decision((first,), fold(game, state, (first,)))


def handle(game: Game, state: MatchState, reading: rd.AnyReading) -> Decision:
    """Decide one reading: its events with everything they bring about, and the state after them."""
    happened: list[ev.Event] = []
    try:
        _check_current(state, reading)
        happened += _answers(game, state, reading)
    except Refused as refused:
        refusal = refusal_of(state, reading, refused.why)
        return Decision((refusal,), state)
    state = fold(game, state, happened)
    while following := tuple(_consequences(state)):
        happened += following
        state = fold(game, state, following)
    return Decision(tuple(happened), state)


def _check_current(state: MatchState, reading: rd.AnyReading) -> None:
    """Every reading names the attempt it means; only results are still about earlier games."""
    named = reading.game, reading.attempt
    if isinstance(reading, rd.CorrectResult | rd.AdjustScore | rd.ResultAgreed):
        if state.attempts.get(reading.game) != reading.attempt:
            raise Refused(ev.Refusal.STALE)
        return
    if isinstance(reading, rd.DiceEchoed):
        return
    if state.over:
        raise Refused(ev.Refusal.NOT_PLAYING)
    if named != (state.game, state.attempt):
        raise Refused(ev.Refusal.STALE)
    _check_not_stopped(state, reading)


def _check_not_stopped(state: MatchState, reading: rd.AnyReading) -> None:
    """At a table whose board shows other dice only the echo of the right ones counts."""
    if isinstance(reading, rd.DiceThrown):
        stopped = state.open.stopped
    elif isinstance(reading, rd.TableReading):
        stopped = state.table(reading.room).stopped
    else:
        stopped = False
    if stopped:
        raise Refused(ev.Refusal.TABLE_STOPPED)


def _answers(game: Game, state: MatchState, reading: rd.AnyReading) -> list[ev.Event]:
    match reading:
        case rd.DiceThrown():
            return throws.thrown(game, state, reading)
        case rd.DiceUnreadable():
            raise Refused(ev.Refusal.COCKED)
        case rd.DiceConfirmed():
            return throws.confirmed(state, reading)
        case rd.ReadyDeclared():
            return turns.ready(game, state, reading)
        case rd.PlayFinished():
            return turns.play_finished(game, state, reading)
        case rd.ChoiceAnswered():
            return points.choice_made(state, reading)
        case rd.PlayAccepted():
            return turns.play_accepted(game, state, reading)
        case rd.Doubled():
            return cube_actions.doubled(game, state, reading)
        case rd.DoubleAnswered():
            return cube_actions.double_answered(state, reading)
        case rd.ResignationMade():
            return cube_actions.resignation_made(game, state, reading)
        case rd.ResignationAnswered():
            return cube_actions.resignation_answered(game, state, reading)
        case rd.ResultAgreed():
            return confirming.result_agreed(state, reading)
        case rd.EnterResult():
            return entering.result_by_hand(game, state, reading)
        case rd.DiceEchoed():
            return throws.echoed(state, reading)
        case _:
            return director.ordered(game, state, reading)


def _consequences(state: MatchState) -> Iterator[ev.Event]:
    """What follows by itself from the state: a game won, drawn tail rolls, releases, the next."""
    won = points.won_by_throw(state)
    if won:
        yield from won
        return
    tail = release.tail_key(state)
    if tail is not None and state.tail_drawn:
        dice = drawn_roll(state.seed, state.game, state.attempt, tail)
        where = at_roll(state, tail)
        yield ev.RollThrown(**where, dice=dice, source=DiceSource.SERVER, tail=True)
        yield ev.RollCounted(**where, by=ev.CountedBy.SEED)
        return
    key = release.key_to_release(state)
    if key is not None:
        record = state.rolls[key]
        yield ev.RollReleased(**at_roll(state, key), dice=record.dice, opening=record.opening)
        return
    if all(map(state.settled, Room)) and not state.over:
        if state.game < state.games:
            yield ev.GameStarted(game=state.game + 1, attempt=1)
        else:
            yield ev.MatchClosed()
