"""Any order of outages between a board, its agent and the server: each event is stored once."""

from pathlib import Path
from random import Random

import pytest

from tests.board_drivers.agent.rig import Rig, rig
from tests.board_drivers.agent.test_board_agent import all_stored, roll

STEPS = 150


async def disturb(it: Rig, chance: Random) -> None:
    """Something fails, or is mended, or somebody speaks."""
    match chance.randrange(9):
        case 0:
            await it.network.pull()
        case 1 | 2:
            it.network.is_in = True
        case 3 if it.is_running("agent"):
            await it.stop_agent()
        case 4 if not it.is_running("agent"):
            it.start_agent()
        case 5 if it.is_running("board"):
            await it.unplug()
        case 6 if not it.is_running("board"):
            it.plug_in()
        case 7:
            it.server.silent = not it.server.silent
        case _:
            it.board.say(roll(it.board.journal.last % 200 + 1))


async def heal(it: Rig) -> None:
    """Everything works again."""
    it.server.silent, it.network.is_in = False, True
    for name, start in (("agent", it.start_agent), ("board", it.plug_in)):
        if not it.is_running(name):
            start()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
async def test_whatever_fails_in_whatever_order_each_event_is_stored_once(
    tmp_path: Path, seed: int
) -> None:
    chance = Random(seed)
    async with rig(tmp_path) as it:
        it.start_server()
        for _ in range(STEPS):
            await disturb(it, chance)
            await it.pause(chance.choice((0.0, 0.01, 0.05)))
        await heal(it)
        await it.until(all_stored)
        assert [raw for _, _, raw in it.server.stored] == [
            raw for _, raw in it.board.journal.since(0)
        ]
