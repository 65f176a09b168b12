"""Moves of one checker and plays of one whole turn."""

from dataclasses import dataclass

from rules.position import BAR, OFF


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One checker by one die, points counted from the mover's side (25 the bar, 0 off)."""

    origin: int
    target: int
    hit: bool = False

    def __post_init__(self) -> None:
        if not OFF <= self.target <= 24 or not 1 <= self.origin <= BAR:
            raise ValueError(f"move {self.origin}/{self.target}: points run from 25 to 0")


Play = tuple[Move, ...]
"""A whole turn, moves in the order they were made; empty when nothing could move (a dance)."""
