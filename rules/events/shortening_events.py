"""A round that the director shortens for all of its matches (ruling 1)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundShortened:
    """Every match of a round is over after `games` games a room, and takes their VP column."""

    stage: int
    round: int
    games: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchShortened:
    """A match has `games` games a room, fewer than it had; what is beyond them does not count."""

    games: int
    reason: str
