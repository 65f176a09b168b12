"""A match that stays in memory while somebody has to do with it."""

from typing import Protocol

from rules.identities import MatchId


class Holding(Protocol):
    """Counts who holds a match."""

    async def hold(self, match_id: MatchId) -> None:
        """Have one more hold of it; raises LogUnavailable, and has none then."""

    def release(self, match_id: MatchId) -> None:
        """Have one hold of it less."""


class HeldMatch:
    """Holds a match while it is entered; nothing where there is none to hold.

    Thousands of spectators have one each for as long as they watch: it is kept small.
    """

    __slots__ = ("_match_id", "_matches")

    def __init__(self, matches: Holding, match_id: MatchId | None) -> None:
        self._matches, self._match_id = matches, match_id

    async def __aenter__(self) -> None:
        """Raises LogUnavailable."""
        if self._match_id is not None:
            await self._matches.hold(self._match_id)

    async def __aexit__(self, *_: object) -> None:
        if self._match_id is not None:
            self._matches.release(self._match_id)
