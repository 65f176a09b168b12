"""Dice of the open room that only a match of two rooms has: tail rolls and a lead (ruling 8)."""

from rules import events as ev
from rules.duplicate.release import tail_key, throw_is_held
from rules.duplicate.state import MatchState
from rules.events import Refusal
from rules.games.game import Game
from rules.tables import readings as rd
from rules.tables import throws
from rules.tables.facts import at_roll
from rules.tables.refused import Refused
from rules.tables.state import TurnKey


def thrown(game: Game, state: MatchState, reading: rd.DiceThrown) -> list[ev.Event]:
    """A throw: void with a reason, or stored; a tail roll waits for its confirmation."""
    if reading.corrects is None and reading.side is not None:
        key = TurnKey(reading.side, reading.turn)
        if key == tail_key(state):
            return [_tail_roll(state, reading, key)]
    happened = throws.thrown(game, state, reading)
    named = reading.side is None and not game.opening_is_played
    if reading.corrects is None and not named and throw_is_held(state):
        raise Refused(Refusal.TOO_FAR_AHEAD)
    return happened


def _tail_roll(state: MatchState, reading: rd.DiceThrown, key: TurnKey) -> ev.RollThrown:
    return ev.RollThrown(
        **at_roll(state, key),
        dice=reading.dice,
        source=reading.source,
        tail=True,
        board_event=reading.board_event,
    )
