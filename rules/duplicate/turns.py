"""READY in the closed room: set for the opening, or no double before the throw (ruling 7)."""

from rules import events as ev
from rules.duplicate.fold import fold
from rules.duplicate.state import MatchState
from rules.events import Refusal
from rules.games.game import Game
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.facts import at_table, at_turn
from rules.tables.refused import Refused
from rules.tables.state import Phase
from rules.tables.turns import (
    accept_lying_play,
    check_no_offer,
    check_own_turn,
    opponents_play_is_stored,
)


def ready(game: Game, state: MatchState, reading: rd.ReadyDeclared) -> list[ev.Event]:
    """READY in the closed room: set for the opening, or no double before the throw."""
    if reading.room is Room.OPEN:
        raise Refused(Refusal.WRONG_ROOM)
    check_no_offer(state.closed)
    if state.closed.phase is Phase.OPENING:
        return [_player_set(state, reading)]
    accepted = accept_lying_play(game, state, reading.room, reading.side)
    table = fold(game, state, accepted).closed
    key = check_own_turn(table, reading)
    if not opponents_play_is_stored(table):
        raise Refused(Refusal.PLAY_UNFINISHED)
    if table.declared:
        raise Refused(Refusal.ALREADY_CONFIRMED)
    return [*accepted, ev.TurnReady(**at_turn(state, table.room, key))]


def _player_set(state: MatchState, reading: rd.ReadyDeclared) -> ev.PlayerSet:
    if reading.turn != 1:
        raise Refused(Refusal.STALE)
    if reading.side in state.closed.players_set:
        raise Refused(Refusal.ALREADY_CONFIRMED)
    return ev.PlayerSet(**at_table(state, reading.room), side=reading.side)
