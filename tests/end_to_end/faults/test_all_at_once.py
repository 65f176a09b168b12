"""Eight matches on sixteen boards through every recoverable fault at once, the server's death too.

The short form of `python -m benchmarks.faults`, which compares whole protocols.
"""

import asyncio
import contextlib
from pathlib import Path

import httpx
import pytest

from rules import events as ev
from rules.room import Room
from simulator.faults.all_at_once import ALL_AT_ONCE
from tests.end_to_end.faults.faulty_hall import (
    FaultyMatch,
    eventually,
    opened_hall,
    results_in,
    undisturbed_results,
)

MATCHES, GAMES = 8, 4
KILLED_AT = (20, 60, 110)
"""Rolls of the first match after which the server dies."""


@pytest.mark.long
async def test_each_roll_comes_once_and_every_game_ends_as_without_faults(tmp_path: Path) -> None:
    plans = dict.fromkeys(Room, ALL_AT_ONCE)
    async with opened_hall(tmp_path) as hall, contextlib.AsyncExitStack() as stack:
        matches = [
            await stack.enter_async_context(hall.match(plans, seed=seed))
            for seed in range(1, MATCHES + 1)
        ]
        for rolls in KILLED_AT:

            def is_played_on(log: list[ev.Event], most: int = rolls) -> bool:
                return sum(isinstance(e, ev.RollThrown) for e in log) > most

            await matches[0].until_logged(is_played_on)
            await hall.kill_server()
        await asyncio.gather(*(until_finished(match) for match in matches))
        for match in matches:
            for game in range(1, GAMES + 1):
                await match.check_exactly_once(game)
            assert results_in(await match.log()) == undisturbed_results(match.table.seed)


async def until_finished(match: FaultyMatch) -> None:
    async def is_finished() -> bool:
        with contextlib.suppress(httpx.TransportError):
            return await match.desk.status() == "finished"
        return False

    await eventually(is_finished, within=600)
