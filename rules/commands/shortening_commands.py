"""What a director asks where a round is to end before its time (ruling 1)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortenRound:
    """Let every match of a round have `games` games; `seen` is how many they had for the sender."""

    stage: int
    round: int
    games: int
    reason: str
    seen: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortenMatch:
    """Let a match have `games` games a room, because its round has; nobody asks it by hand."""

    games: int
    reason: str
