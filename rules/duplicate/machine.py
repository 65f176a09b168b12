"""The duplicate match: what one reading makes happen in both rooms (rulings 5 to 9 and 11).

`handle` is a function of values. It never rejects a reading silently: what has no effect becomes a
ReadingRefused or a ThrowVoided, so that the log holds it and the players are told.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules import events as ev
from rules.dice import DiceSource
from rules.duplicate import director, draw_rest, release, throws, turns
from rules.duplicate.fold import fold
from rules.duplicate.seed_dice import drawn_roll
from rules.duplicate.state import MatchState
from rules.games.game import Game
from rules.room import Room
from rules.tables import machine as tables
from rules.tables import points
from rules.tables import readings as rd
from rules.tables.facts import at_roll
from rules.tables.machine import MatchRules, common_answers, handled, settled


@dataclass(frozen=True, slots=True)
class Decision(tables.Decision[MatchState]):
    """What one reading makes happen in both rooms, and what the closed room may be given."""

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
    return Decision(*handled(game, state, reading, _RULES))


def follow(game: Game, state: MatchState, happened: Iterable[ev.Event]) -> Decision:
    """What was decided elsewhere, with everything it brings about: a lifted hold's releases."""
    return Decision(*settled(game, state, [*happened], _RULES))


def shorten(game: Game, state: MatchState, shortened: ev.MatchShortened) -> Decision:
    """Let a match have fewer games; one whose games are all over by that is closed (ruling 1)."""
    state = fold(game, state, (shortened,))
    following = tuple(_consequences(state))
    return Decision((shortened, *following), fold(game, state, following))


def _answers(game: Game, state: MatchState, reading: rd.AnyReading) -> list[ev.Event]:
    match reading:
        case rd.DiceThrown():
            return throws.thrown(game, state, reading)
        case rd.ReadyDeclared():
            return turns.ready(game, state, reading)
        case rd.RestAnswered():
            return draw_rest.answered(state, reading)
        case (
            rd.CancelGame()
            | rd.AdjustScore()
            | rd.SetTailDraw()
            | rd.LetRollStand()
            | rd.VoidForRoll()
        ):
            return director.ordered(game, state, reading)
        case _:
            return common_answers(game, state, reading)


def _consequences(state: MatchState) -> Iterator[ev.Event]:
    """What follows by itself from the state: a game won, drawn tail rolls, releases, the next."""
    won = points.won_by_throw(state)
    if won:
        yield from won
        return
    tail = release.tail_key(state)
    if tail is not None and (state.tail_drawn or state.rest_drawn):
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


_RULES = MatchRules(_answers, _consequences, fold)
