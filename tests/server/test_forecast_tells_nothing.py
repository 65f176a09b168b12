"""An estimate of the public's rests on what was published, and when, and on nothing else."""

from pathlib import Path

import pytest

from rules import events as ev
from rules.room import Room
from server.access import PUBLIC
from tests.support.clock import Clock
from tests.support.commands import happen_in_tournament, lost_by_red
from tests.support.served import DIRECTOR, opened
from tests.support.stored import Heard, Listener
from tests.support.team_event import TEAMS, EventDesk

ASKED = ("/t/club", "/api/t/club/standings", "/t/club/forms/schedule.csv")


async def public_lines(folder: Path, room: Room, minute: int, left: int) -> list[str]:
    """What the public reads at half past twelve; one room's result was entered at that minute."""
    clock = Clock()
    async with opened(folder, clock) as served, served.client(DIRECTOR) as client:
        heard, desk = Heard(), EventDesk(client)
        served.hall.subscriptions.add(Listener(heard))
        await desk.set_up("round-robin")
        drawn = ev.StageDrawn(stage=1, seed=bytes(16), groups=(tuple(TEAMS),))
        await happen_in_tournament(served.hall, drawn)
        (pairing,) = await desk.publish(1)
        await desk.line_up(pairing)
        clock.passes(minutes=minute)
        await lost_by_red(served.hall, room, left)
        await heard.all_of(served.hall)
        clock.now = Clock().now
        clock.passes(minutes=30)
        async with served.client(PUBLIC) as watching:
            return [(await watching.get(path)).text for path in ASKED]


@pytest.mark.parametrize("room", Room)
async def test_neither_a_hidden_result_nor_its_hour_moves_the_publics_estimate(
    tmp_path: Path, room: Room
) -> None:
    early, late = (
        await public_lines(tmp_path / "early", room, 5, left=3),
        await public_lines(tmp_path / "late", room, 25, left=14),
    )
    assert early == late
    assert "until about 13:30" in early[0]
