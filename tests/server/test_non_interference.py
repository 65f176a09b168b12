"""Runs that differ only in embargoed facts look the same to the public, byte for byte.

Each run is the whole application on real files and sockets. Both runs of a pair have one
publishable past; then the open room goes on differently in each, or the closed room plays the same
turns differently. Bodies, headers, numbers and sizes of frames must be equal (ruling 12).
"""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection, connect

from rules import events as ev
from rules.duplicate import readings as rd
from rules.duplicate.state import Phase
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from server.app import create_app, running_hall
from server.live.hub import LiveHub
from server.relay.hall import Hall
from server.settings import Settings
from tests.server.live.following import on_loopback, read
from tests.support.rooms import Rooms, Temper, started

Step = tuple[ev.Event, ...]
CALM = Temper(closed_speed=0.4, double=0.08, resign=0.0, mischief=0.05)
QUIET = Temper(double=0.0, resign=0.0, mischief=0.0)
WILD = Temper(double=0.4, take=0.8, resign=0.1, mischief=0.2)


@dataclass
class Seen:
    """Everything the public gets of a run: the feed's frames, and each address's answer."""

    frames: list[str] = field(default_factory=list)
    answers: dict[str, tuple[int, list[tuple[str, str]], bytes]] = field(default_factory=dict)


def public_addresses(app: FastAPI, last: int) -> list[str]:
    """Every address outside the operator's, with a few that are refused."""
    paths = [path for path in app.openapi()["paths"] if not path.startswith("/api/")]
    found = [
        path.replace("{number}", "1").replace("{room}", room.value)
        for path in paths
        for room in Room
    ]
    assert not any("{" in path for path in found)
    assert "/matches/1/live.json" in found
    resumed = [f"/matches/1/live.json?after={after}" for after in (0, last, last + 1, last + 40)]
    hidden = ["/", "/matches/1", "/static/live.js", "/static/pages.css"]
    refused = ["/matches/2", "/matches/2/live.json", "/matches/2/protocol.pdf", "/nothing"]
    return sorted({*found, *resumed, *hidden, *refused})


@dataclass
class Run:
    """One server with match 1 on it, and a spectator who has followed from the start."""

    hall: Hall
    hub: LiveHub
    app: FastAPI
    port: int
    follower: ClientConnection
    told: asyncio.Event
    seen: Seen = field(default_factory=Seen)

    async def happens(self, step: Step) -> None:
        """Let the match's relay store and announce a step; read the frames it brings."""
        self.told.clear()
        await self.hall.match(1).order(lambda _: step, "table")
        await self.told.wait()
        while not self.seen.frames or read(self.seen.frames[-1])["last"] < self.last:
            self.seen.frames.append(str(await self.follower.recv()))

    @property
    def last(self) -> int:
        now = self.hub.snapshot(1)
        assert now is not None
        return now.last

    async def look(self) -> Seen:
        """Take whatever else was sent, then ask every public address."""
        await (await self.follower.ping())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0):
                while True:
                    self.seen.frames.append(str(await self.follower.recv()))
        base = f"http://127.0.0.1:{self.port}"
        async with httpx.AsyncClient(base_url=base) as client:
            for address in public_addresses(self.app, self.last):
                answer = await client.get(address)
                headers = [pair for pair in answer.headers.multi_items() if pair[0] != "date"]
                self.seen.answers[address] = (answer.status_code, headers, answer.content)
        return self.seen


@contextlib.asynccontextmanager
async def run_in(folder: Path) -> AsyncIterator[Run]:
    """A running server with a match of four games planned."""
    settings = Settings(data_folder=folder, devices=folder / "no-devices")
    async with running_hall(settings) as (hall, hub, reception):
        told = asyncio.Event()
        hall.listeners.append(lambda _, __: told.set())
        for team, players in (
            ("Kharkov", ("Garal", "Krasov")),
            ("Moscow", ("Chertkov", "Chelter")),
        ):
            await hall.register_team(team, players)
        await hall.schedule(
            home="Kharkov", away="Moscow", games=4, event="Cup", max_lead=0, tail_drawn=False
        )
        app = create_app(hall, hub, reception)
        async with (
            on_loopback(app) as port,
            connect(f"ws://127.0.0.1:{port}/matches/1/live", compression=None) as follower,
        ):
            yield Run(hall, hub, app, port, follower, told)


async def seen_of(folder: Path, steps: Sequence[Step]) -> Seen:
    async with run_in(folder) as run:
        for step in steps:
            await run.happens(step)
        return await run.look()


async def check_same(folder: Path, one: Sequence[Step], other: Sequence[Step]) -> Seen:
    """Run both and compare; what the public saw."""
    assert one != other
    first, second = await seen_of(folder / "one", one), await seen_of(folder / "other", other)
    assert [len(frame) for frame in first.frames] == [len(frame) for frame in second.frames]
    assert first.frames == second.frames
    assert first.answers.keys() == second.answers.keys()
    for address, answer in first.answers.items():
        assert answer == second.answers[address], address
    return first


@dataclass
class Story:
    """Two rooms at play, remembered in the steps they were decided in."""

    rooms: Rooms
    steps: list[Step]

    @classmethod
    def begun(cls, seed: int) -> "Story":
        rooms = Rooms.seated(BACKGAMMON, seed, CALM)
        return cls(rooms, [(started(),), tuple(rooms.history)])

    def fork(self, seed: int, temper: Temper = WILD) -> "Story":
        """The same past with another future."""
        rooms = deepcopy(self.rooms)
        rooms.rng, rooms.temper = random.Random(seed), temper
        return Story(rooms, list(self.steps))

    def say(self, reading: rd.AnyReading) -> None:
        self.steps.append(self.rooms.say(reading))

    def go_on(self, until: Callable[[Rooms], bool], room: Room | None = None) -> None:
        """Useful things are said, in one room or in both, until something is so."""
        while not until(self.rooms):
            rooms = [room] if room else self.rooms.rng.sample(list(Room), 2)
            said = [reading for each in rooms for reading in self.rooms.useful(each)][:1]
            if not said:
                return
            self.say(said[0])

    def go_ahead(self, throws: int) -> None:
        """The open room alone goes on for so many throws, or to the end of its game."""
        wanted = _open_turns(self.rooms) + throws
        self.go_on(
            lambda rooms: _open_turns(rooms) >= wanted or rooms.state.open.result is not None,
            Room.OPEN,
        )


def _open_turns(rooms: Rooms) -> int:
    return sum(rooms.state.open.turns)


def shared_past(seed: int, turns: int = 9) -> Story:
    """Both rooms in play; everything the open room does next is unknown to the closed one."""
    story = Story.begun(seed)
    story.go_on(lambda rooms: sum(rooms.state.closed.turns) >= turns)
    story.rooms.temper = QUIET
    story.go_ahead(2)
    return story


@pytest.mark.parametrize("seed", range(3))
async def test_other_dice_plays_cubes_and_numbers_of_throws_ahead_look_the_same(
    tmp_path: Path, seed: int
) -> None:
    past = shared_past(seed)
    near, far = past.fork(seed + 100), past.fork(seed + 200)
    near.go_ahead(1)
    far.go_ahead(12)
    assert _open_turns(near.rooms) != _open_turns(far.rooms)
    await check_same(tmp_path, near.steps, far.steps)


async def test_pacing_does_not_tell_how_far_ahead_the_open_room_is(tmp_path: Path) -> None:
    past = shared_past(2, turns=3)
    past.go_ahead(10)
    near, far = past.fork(100), past.fork(200)
    far.go_ahead(20)
    for story in (near, far):
        story.rooms.rng, story.rooms.temper = random.Random(8), QUIET
        story.go_on(lambda rooms: sum(rooms.state.closed.turns) >= 10, Room.CLOSED)
    assert near.rooms.state.closed == far.rooms.state.closed
    await check_same(tmp_path, near.steps, far.steps)


async def test_an_open_game_that_is_over_looks_like_one_that_goes_on(tmp_path: Path) -> None:
    past = shared_past(3)
    over, goes_on = past.fork(1, Temper(double=0.5, take=0.0)), past.fork(2, CALM)
    over.go_ahead(1000)
    goes_on.go_ahead(3)
    assert over.rooms.state.open.result is not None
    assert goes_on.rooms.state.open.result is None
    await check_same(tmp_path, over.steps, goes_on.steps)


async def test_two_different_open_results_look_the_same(tmp_path: Path) -> None:
    past = shared_past(4)
    won, lost = past.fork(1, Temper(resign=0.3)), past.fork(9, Temper(double=0.5, take=0.0))
    for story in (won, lost):
        story.go_ahead(1000)
    assert won.rooms.state.open.result != lost.rooms.state.open.result
    await check_same(tmp_path, won.steps, lost.steps)


async def test_other_plays_of_the_same_turns_in_the_closed_room_look_the_same(
    tmp_path: Path,
) -> None:
    past = shared_past(5, turns=4)
    past.go_ahead(12)
    pair = [past.fork(11), past.fork(12)]
    for story in pair:
        story.rooms.temper = QUIET
        story.go_on(lambda rooms: sum(rooms.state.closed.turns) >= 9, Room.CLOSED)
        story.go_on(lambda rooms: rooms.state.closed.phase is Phase.TO_ACT, Room.CLOSED)
    one, other = (story.rooms.state.closed for story in pair)
    assert (one.turns, one.phase) == (other.turns, other.phase)
    assert one.position != other.position
    await check_same(tmp_path, pair[0].steps, pair[1].steps)


async def test_a_game_voided_over_embargoed_dice_leaves_no_trace_in_what_follows(
    tmp_path: Path,
) -> None:
    past = shared_past(6)
    near, far = past.fork(100), past.fork(200)
    near.go_ahead(1)
    far.go_ahead(15)
    for story, reason in ((near, "6-1 was shown"), (far, "the cube stood at 8")):
        story.say(rd.VoidGame(**story.rooms.at, by="director", reason=reason))
        story.rooms.rng, story.rooms.temper = random.Random(8), CALM
        story.go_on(lambda rooms: sum(rooms.state.closed.turns) >= 6)
    seen = await check_same(tmp_path, near.steps, far.steps)
    assert "played again" in read(seen.frames[-1])["page"]["board"]


async def test_what_the_public_may_know_does_make_runs_look_different(tmp_path: Path) -> None:
    past = shared_past(7)
    stays, goes_on = past.fork(1, CALM), past.fork(1, CALM)
    goes_on.go_on(lambda rooms: sum(rooms.state.closed.turns) >= 12)
    with pytest.raises(AssertionError):
        await check_same(tmp_path, stays.steps, goes_on.steps)
