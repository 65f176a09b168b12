"""Functions that serve both kinds of match, at one table or in two rooms.

Each calls the function of the same name that belongs to the match's kind. Source: rulings 5 and 17.
"""

from collections.abc import Iterable

from rules.duplicate import machine as duplicate_machine
from rules.duplicate import release as duplicate_awaited
from rules.duplicate import state as duplicate_fold
from rules.duplicate import state as duplicate_state
from rules.events import Event
from rules.games.game import Game
from rules.match_play import machine as match_play_awaited
from rules.match_play import machine as match_play_fold
from rules.match_play import machine as match_play_machine
from rules.match_play import state as match_play_state
from rules.room import Room
from rules.tables.awaited import TableWait
from rules.tables.readings import AnyReading, Sender

DuplicateState = duplicate_state.MatchState
MatchPlayState = match_play_state.MatchState
AnyMatchState = DuplicateState | MatchPlayState
"""The state of a match at one table or in two rooms."""
AnyDecision = duplicate_machine.DuplicateDecision | match_play_machine.MatchPlayDecision


def handle(game: Game, state: AnyMatchState, reading: AnyReading, sender: Sender) -> AnyDecision:
    """Return the decision about one reading, by the rules of the match's kind.

    Raises the errors that `handle` of the match's kind raises.
    """
    if isinstance(state, MatchPlayState):
        return match_play_machine.handle(game, state, reading, sender)
    return duplicate_machine.handle(game, state, reading, sender)


def follow(game: Game, state: AnyMatchState, happened: Iterable[Event]) -> AnyDecision:
    """Return the decision for events from outside, which no reading of this match has caused.

    The decision has the events `happened` and all that follows from them. For example, the end of a
    hold can release a roll.
    """
    if isinstance(state, MatchPlayState):
        return match_play_machine.follow(game, state, happened)
    return duplicate_machine.follow(game, state, happened)


def apply(game: Game, state: AnyMatchState, event: Event) -> AnyMatchState:
    """Return the state after one event."""
    if isinstance(state, MatchPlayState):
        return match_play_fold.apply(game, state, event)
    return duplicate_fold.apply(game, state, event)


def awaited(state: AnyMatchState, room: Room) -> TableWait:
    """Return the act that the table in `room` waits for; the match must have a table there."""
    if isinstance(state, MatchPlayState):
        return match_play_awaited.awaited(state)
    return duplicate_awaited.awaited(state, room)
