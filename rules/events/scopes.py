"""What an event is about: a game, one of its tables, a side's turn there, that turn's dice.

Turns are numbered per side from 1, and `attempt` counts the replays of a voided game from 1; `side`
with `turn` names the same dice in both rooms (ruling 6).
"""

from dataclasses import dataclass

from rules.room import Room
from rules.side import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEvent:
    """Something in one attempt at one game."""

    game: int
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomEvent(GameEvent):
    """Something at one of the two tables."""

    room: Room


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEvent(RoomEvent):
    """Something in one side's turn at one table."""

    side: Side
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RollEvent(GameEvent):
    """Something about the dice of one side's turn, in whichever room they are played."""

    side: Side
    turn: int
