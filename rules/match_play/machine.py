"""The match to N points: what one reading makes happen at its table (rulings 9, 11, 15 and 17).

`handle` is a function of values. It never rejects a reading silently: what has no effect becomes a
ReadingRefused or a ThrowVoided, so that the log holds it and the players are told.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules import events as ev
from rules.errors import MatchRefused
from rules.games.game import Game
from rules.match_play.fold import fold
from rules.match_play.state import TABLE, MatchState
from rules.tables import machine as tables
from rules.tables import readings as rd
from rules.tables.machine import MatchRules, common_answers, handled, settled
from rules.tables.refused import Refused

_ORDERS = "an order about the game, a result, a roll, a turn or the position of a match's one table"


@dataclass(frozen=True, slots=True)
class Decision(tables.Decision[MatchState]):
    """What one reading makes happen at the table."""


def begin(game: Game, state: MatchState) -> Decision:
    """Open game 1 of a match that has just started."""
    first = ev.GameStarted(game=1, attempt=1)
    return Decision((first,), fold(game, state, (first,)))


def handle(game: Game, state: MatchState, reading: rd.AnyReading) -> Decision:
    """Decide one reading: its events with everything they bring about, and the state after them.

    Raises what entering and confirming a result raise; MatchRefused for an order that only a
    duplicate match knows: no game of a match to N points is cancelled or has small match points.
    """
    return Decision(*handled(game, state, reading, _RULES))


def follow(game: Game, state: MatchState, happened: Iterable[ev.Event]) -> Decision:
    """What was decided elsewhere, with everything it brings about."""
    return Decision(*settled(game, state, [*happened], _RULES))


def _answers(game: Game, state: MatchState, reading: rd.AnyReading) -> list[ev.Event]:
    match reading:
        case rd.ReadyDeclared() | rd.RestAnswered():
            raise Refused(ev.Refusal.WRONG_ROOM)
        case rd.CancelGame() | rd.AdjustScore() | rd.SetTailDraw() | rd.WrongRoll():
            raise MatchRefused("order", type(reading).__name__, _ORDERS)
        case _:
            return common_answers(game, state, reading)


def _consequences(state: MatchState) -> Iterator[ev.Event]:
    """What follows by itself from the state: the match won, or the next game."""
    if state.over:
        return
    if state.winner is not None:
        yield ev.MatchClosed()
    elif state.settled(TABLE):
        yield ev.GameStarted(game=state.game + 1, attempt=1)


_RULES = MatchRules(_answers, _consequences, fold)
