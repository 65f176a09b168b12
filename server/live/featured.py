"""Which match is shown large to spectators, as the hub knows it."""

from typing import Protocol

from rules.identities import MatchId


class Featured(Protocol):
    """Remembers which match the operator chose; None for no choice."""

    match_id: MatchId | None

    def choose(self, match_id: MatchId | None) -> None:
        """Remember that match; may wait for the disk."""


class Unchosen:
    """Remembers a choice until the server stops."""

    def __init__(self) -> None:
        self.match_id: MatchId | None = None

    def choose(self, match_id: MatchId | None) -> None:
        """Remember that match."""
        self.match_id = match_id
