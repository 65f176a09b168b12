"""Two matches on four boards through every recoverable fault at once, the server's death too."""

import contextlib
from pathlib import Path

import pytest

from rules import events as ev
from rules.room import Room
from simulator.faults.all_at_once import ALL_AT_ONCE
from tests.end_to_end.faults.faulty_hall import opened_hall, results_in, undisturbed_results

MATCHES, GAMES = 2, 4
KILLED_AT = (20, 60, 110)
"""Rolls of the first match after which the server dies."""


@pytest.mark.long(50)
async def test_each_roll_comes_once_and_every_game_ends_as_without_faults(tmp_path: Path) -> None:
    async with opened_hall(tmp_path) as hall, contextlib.AsyncExitStack() as stack:
        matches = [
            await stack.enter_async_context(hall.match(dict.fromkeys(Room, ALL_AT_ONCE), seed=seed))
            for seed in range(1, MATCHES + 1)
        ]
        for rolls in KILLED_AT:

            def is_played_on(log: list[ev.Event], most: int = rolls) -> bool:
                return sum(isinstance(e, ev.RollThrown) for e in log) > most

            await matches[0].until_logged(is_played_on)
            await hall.kill_server()
        for match in matches:
            for game in range(1, GAMES + 1):
                await match.until_over(game)
        for match in matches:
            for game in range(1, GAMES + 1):
                await match.check_exactly_once(game)
            assert results_in(await match.log()) == undisturbed_results(match.table.seed)
