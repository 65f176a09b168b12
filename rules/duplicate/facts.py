"""The fields that place an event: which game, table, turn."""

from typing import Any

from rules.duplicate.state import MatchState, TurnKey
from rules.room import Room


def at_game(state: MatchState) -> dict[str, Any]:
    """Game and attempt of the current game."""
    return {"game": state.game, "attempt": state.attempt}


def at_roll(state: MatchState, key: TurnKey) -> dict[str, Any]:
    """The same with the turn whose dice are meant."""
    return {**at_game(state), "side": key.side, "turn": key.turn}


def at_table(state: MatchState, room: Room) -> dict[str, Any]:
    """The current game at one table."""
    return {**at_game(state), "room": room}


def at_turn(state: MatchState, room: Room, key: TurnKey) -> dict[str, Any]:
    """One side's turn of the current game at one table."""
    return {**at_table(state, room), "side": key.side, "turn": key.turn}
