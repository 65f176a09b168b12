"""Matches at boards that do not sense everything, as they are really played."""

from pathlib import Path

import pytest

from rules import events as ev
from simulator.display import SensorKind, SensorSet
from tests.end_to_end.conftest import SEED
from tests.end_to_end.match_run import Run, dice_by_turn, play_match

HALF_DEAD = sum(1 << point for point in range(2, 14))
"""So many dead points that players are asked again and again."""


@pytest.mark.long
async def test_boards_that_ask_and_a_server_that_is_killed_play_the_match_of_exact_ones(
    tmp_path: Path, undisturbed: Run
) -> None:
    dim = SensorSet(SensorKind.SATURATING, HALF_DEAD)
    asked = await play_match(tmp_path / "asked", SEED, [60, 170, 310], sensors=dim)
    bezma = await play_match(tmp_path / "bezma", SEED, sensors=SensorSet(SensorKind.BEZMA))

    assert undisturbed.protocol == asked.protocol == bezma.protocol
    assert dice_by_turn(undisturbed.log) == dice_by_turn(asked.log) == dice_by_turn(bezma.log)
    assert asked.kills == 3
    assert [e for e in asked.log if isinstance(e, ev.PlayAsked)]
    for run in (undisturbed, bezma):
        refused = ev.ReadingRefused | ev.PlayQuestioned | ev.PlayAsked
        assert not [e for e in run.log if isinstance(e, refused)]
