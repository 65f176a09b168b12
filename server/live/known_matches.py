"""What the public feeds know of matches that are not in memory: finished ones."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from rules.identities import MatchId, TournamentId
from server.matches.finished_match import FinishedMatches


class KnownMatches(Protocol):
    """Every match of a server; a registry of matches is one."""

    @property
    def finished(self) -> FinishedMatches:
        """Those that are listed as finished."""

    def __contains__(self, match_id: object) -> bool: ...

    def numbers(self, tournament: TournamentId) -> Sequence[int]:
        """The numbers of a tournament's matches, in order."""

    def held(self, match_id: MatchId | None) -> AbstractAsyncContextManager[None]:
        """Keep a match in memory meanwhile."""


class NoneFinished:
    """Knows of none: all there are have been told to the feeds."""

    def __init__(self) -> None:
        self.finished = FinishedMatches()

    def __contains__(self, match_id: object) -> bool:
        return False

    def numbers(self, tournament: TournamentId) -> Sequence[int]:
        """None of any tournament."""
        return ()

    @contextlib.asynccontextmanager
    async def held(self, match_id: MatchId | None) -> AsyncIterator[None]:
        """Nothing: all are in memory."""
        yield
