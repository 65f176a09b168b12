"""The server killed in the middle of games: nothing is lost, doubled or changed."""

from pathlib import Path
from random import Random

import pytest

from tests.end_to_end.match_run import dice_by_turn, play_match, refused_in_killed

SEED = 2008
KILLS = 10


@pytest.mark.long
async def test_a_server_killed_ten_times_ends_with_the_protocol_of_an_undisturbed_run(
    tmp_path: Path,
) -> None:
    undisturbed = await play_match(tmp_path / "undisturbed", SEED)
    chance = Random(SEED)
    most = undisturbed.changes // (KILLS + 1)
    moments = [chance.randint(5, most) for _ in range(KILLS)]
    killed = await play_match(tmp_path / "killed", SEED, moments)

    assert killed.kills == KILLS
    assert killed.protocol == undisturbed.protocol
    assert killed.protocol["complete"]
    assert dice_by_turn(killed.log) == dice_by_turn(undisturbed.log)
    assert not refused_in_killed(killed.log)
