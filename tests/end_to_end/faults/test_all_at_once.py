"""A match through every recoverable fault at once, the server's death too."""

from pathlib import Path

import pytest

from rules import events as ev
from rules.room import Room
from simulator.faults.plan import ALL_AT_ONCE
from tests.end_to_end.faults.faulty_hall import opened_hall, results_in, undisturbed_results

GAMES = 4
KILLED_AT = (20, 110)
"""Rolls after which the server dies."""


@pytest.mark.soak
async def test_each_roll_comes_once_and_every_game_ends_as_without_faults(tmp_path: Path) -> None:
    plans = dict.fromkeys(Room, ALL_AT_ONCE)
    async with opened_hall(tmp_path) as hall, hall.match(plans, seed=1) as match:
        for rolls in KILLED_AT:

            def is_played_on(log: list[ev.Event], most: int = rolls) -> bool:
                return sum(isinstance(e, ev.RollThrown) for e in log) > most

            await match.until_logged(is_played_on)
            await hall.kill_server()
        await match.until_over(GAMES)
        for game in range(1, GAMES + 1):
            await match.check_exactly_once(game)
        assert results_in(await match.log()) == undisturbed_results(match.table.seed)
