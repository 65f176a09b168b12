"""A served hall with matches that are played so far, or to their ends."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from rules.identities import MatchId
from tests.support.commands import happen, register_team, schedule
from tests.support.full_hall import PLAYERS, Planned, history
from tests.support.ids import match_id
from tests.support.served import Served, opened

FINISHED = Planned("Compass", "Rudder", steps=20_000)
_AT_MOST = 60.0
"""Seconds after which a match that is never heard of as over fails the test."""


async def until_known_over(hub: Any, over: MatchId) -> None:
    """Let the hub hear of what has been stored, up to that match's end."""
    async with asyncio.timeout(_AT_MOST):
        while not hub.is_over(over):  # noqa: ASYNC110
            await asyncio.sleep(0)  # views follow what is stored


@contextlib.asynccontextmanager
async def hall_with(folder: Path, *planned: Planned) -> AsyncIterator[Served]:
    """Matches of Compass against Rudder, played so far, numbered from 1."""
    async with opened(folder) as served:
        for team in ("Compass", "Rudder"):
            await register_team(served.hall, team, PLAYERS[team])
        for number, each in enumerate(planned, 1):
            await _add(served, number, each)
        hub = served.hub
        for number, each in enumerate(planned, 1):
            if each is FINISHED:
                await until_known_over(hub, match_id(number))
        yield served


async def _add(served: Served, number: int, planned: Planned) -> None:
    await schedule(
        served.hall,
        home=planned.home,
        away=planned.away,
        games=planned.games,
        event="Harbour Cup",
        game_name=planned.game,
    )
    await happen(served.hall, number, *history(number, planned))
