"""The fields that place an event: which game, table, turn."""

from typing import Any

from rules.room import Room
from rules.tables.state import MatchInPlay, TurnKey


def at_game(state: MatchInPlay) -> dict[str, Any]:
    """Game and attempt of the current game."""
    return {"game": state.game, "attempt": state.attempt}


def at_roll(state: MatchInPlay, key: TurnKey) -> dict[str, Any]:
    """The same with the turn whose dice are meant."""
    return {**at_game(state), "side": key.side, "turn": key.turn}


def at_table(state: MatchInPlay, room: Room) -> dict[str, Any]:
    """The current game at one table."""
    return {**at_game(state), "room": room}


def at_turn(state: MatchInPlay, room: Room, key: TurnKey) -> dict[str, Any]:
    """One side's turn of the current game at one table."""
    return {**at_table(state, room), "side": key.side, "turn": key.turn}
