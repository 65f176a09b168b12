"""State out of events: the same path for a live match, a restart and a replay.

Source: rulings 5 to 9 and 11 for what each event means to the two tables.
"""

from collections.abc import Iterable
from dataclasses import replace

from rules import events as ev
from rules.duplicate.state import MatchState
from rules.games.game import Game
from rules.room import Room
from rules.tables import fold as any_match
from rules.tables.state import TurnKey
from rules.tables.table_fold import fresh_table, thrown


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
        case ev.RollReleased():
            key = TurnKey(event.side, event.turn)
            rolls = state.rolls_with(key, replace(state.rolls[key], released=True))
            return replace(state, rolls=rolls, closed=thrown(game, state.closed, key, event.dice))
        case ev.TailDrawSet():
            return replace(state, tail_drawn=event.drawn)
        case _:
            return any_match.apply(game, state, event)
