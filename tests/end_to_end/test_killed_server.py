"""The server killed in the middle of games: nothing is lost, doubled or changed."""

from pathlib import Path
from random import Random

import pytest

from tests.end_to_end.match_run import dice_by_turn, play_match, refused_in_killed

SEED = 2008
KILLS = 3


@pytest.mark.long(45)
async def test_a_server_killed_three_times_ends_with_the_protocol_of_an_undisturbed_run(
    tmp_path: Path,
) -> None:
    await check_kills(tmp_path, SEED, KILLS)


async def check_kills(folder: Path, seed: int, kills: int) -> None:
    """A match is played undisturbed and again, the server killed so often at chance moments."""
    undisturbed = await play_match(folder / "undisturbed", seed)
    chance = Random(seed)
    most = undisturbed.changes // (kills + 1)
    moments = [chance.randint(5, most) for _ in range(kills)]
    killed = await play_match(folder / "killed", seed, moments)

    assert killed.kills == kills
    assert killed.protocol == undisturbed.protocol
    assert killed.protocol["complete"]
    assert dice_by_turn(killed.log) == dice_by_turn(undisturbed.log)
    assert not refused_in_killed(killed.log)
