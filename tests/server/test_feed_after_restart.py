"""A server that was stopped and started again goes on with the same feed."""

import asyncio
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from server.access import PUBLIC
from server.live.public_match import PublicMatch
from tests.support.commands import happen, register_team, schedule
from tests.support.rooms import Rooms, Temper, scheduled, started
from tests.support.served import Served, opened
from tests.support.stored import NOON

Step = tuple[ev.Event, ...]


def story(steps: int) -> list[Step]:
    """A match under way, in the steps it was decided in."""
    rooms = Rooms.seated(BACKGAMMON, 5, Temper(closed_speed=0.6))
    steps_so_far: list[Step] = [(started(), *rooms.history)]
    for _ in range(steps):
        before = len(rooms.history)
        rooms.step()
        steps_so_far.append(tuple(rooms.history[before:]))
    return steps_so_far


async def play(served: Served, steps: Sequence[Step]) -> None:
    """Let match 1 store and announce these steps; the last one's announcement included."""
    for step in steps:
        await happen(served.hall, 1, *step)


def last_of(steps: Sequence[Step]) -> int:
    """The number of the last item these steps make public."""
    match = PublicMatch(BACKGAMMON, scheduled())
    for event in chain.from_iterable(steps):
        match.take(event, NOON)
    return match.snapshot().last


async def feed(served: Served, after: int, last: int) -> dict[str, Any]:
    """What the public gets after an item, once the feed has reached `last`."""
    async with served.client(PUBLIC) as client, asyncio.timeout(30):
        while True:
            answer = await client.get(f"/t/club/matches/1/live.json?after={after}")
            frame: dict[str, Any] = answer.json()
            if frame["last"] >= last:
                return frame
            await asyncio.sleep(0)


@pytest.mark.parametrize("stop", [40, pytest.param(150, marks=pytest.mark.long)])
async def test_after_a_restart_a_follower_gets_just_the_items_he_has_missed(
    tmp_path: Path, stop: int
) -> None:
    steps = story(2 * stop)
    half, end = last_of(steps[:stop]), last_of(steps)
    async with opened(tmp_path / "undisturbed") as served:
        await plan(served)
        await play(served, steps)
        whole = await feed(served, 0, end)
    async with opened(tmp_path / "stopped") as served:
        await plan(served)
        await play(served, steps[:stop])
        before = await feed(served, 0, half)
    async with opened(tmp_path / "stopped") as served:
        assert await feed(served, 0, half) == before
        await play(served, steps[stop:])
        missed = await feed(served, half, end)
    assert 1 < half < end
    assert before["items"] + missed["items"] == whole["items"]
    assert missed["state"] == whole["state"]


async def plan(served: Served) -> None:
    """Match 1 of the two teams."""
    for team, players in (("Compass", ("Brook", "Fields")), ("Rudder", ("Holloway", "Stonely"))):
        await register_team(served.hall, team, players)
    await schedule(served.hall, home="Compass", away="Rudder", games=4, event="Cup")
