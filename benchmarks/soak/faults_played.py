"""Matches that are played on one server, with or without faults, and their results."""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from benchmarks.played_match import MatchPlan, Place, PlayedMatch, losses_in, playing
from rules import events as ev
from rules.dice import Roll
from rules.ledger import verify
from rules.position import Side
from server.store.event_log.sqlite_log import SqliteEventLog
from simulator.faults.plan import FaultPlan, PlannedFault
from simulator.operator_desk import OperatorDesk, become_director, visitor_of
from simulator.server_process import ServerProcess, start_server

Key = tuple[int, int, Side, int]
"""The game, the attempt, the side and the turn of a roll."""


@dataclass
class Played:
    """The results of matches that were played with or without faults.

    `protocols` and `dice`, the rolls that were thrown, are by match number. `wrong` has a sentence
    for each thing that must not happen. `struck` is how often each fault happened.
    """

    protocols: dict[int, dict[str, Any]] = field(default_factory=dict)
    dice: dict[int, dict[Key, Roll]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    struck: Counter[PlannedFault] = field(default_factory=Counter)
    kills: int = 0
    seconds: float = 0.0
    tracebacks: int = 0

    @property
    def rolls(self) -> int:
        """The number of rolls thrown."""
        return sum(map(len, self.dice.values()))

    def line(self) -> str:
        """Return the counts as one line of text."""
        return (
            f"{len(self.protocols)} matches, {self.rolls} rolls in {self.seconds:.0f} s,"
            f" {self.tracebacks} tracebacks"
        )


class _Hall:
    """A server that can be killed during play."""

    def __init__(self, folder: Path, server: ServerProcess) -> None:
        self.kills = 0
        self.server = server
        self._folder = folder
        self.place = Place(server.address, folder / "devices")

    async def kill_every(self, seconds: float) -> None:
        """Kill the server and start it again every `seconds` seconds, until cancelled."""
        while True:
            await asyncio.sleep(seconds)
            port = self.server.port
            await asyncio.shield(self._kill(port))

    async def _kill(self, port: int) -> None:
        await self.server.kill()
        self.server = await _started(self._folder, port)
        self.kills += 1


async def _started(folder: Path, port: int = 0) -> ServerProcess:
    log = folder / "server.log"
    return await start_server(folder / "records", folder / "devices", port, log)


@contextlib.asynccontextmanager
async def _dying(hall: _Hall, every: float) -> AsyncIterator[None]:
    """Kill the server repeatedly while the `with` block runs; afterwards the server is running.

    `every` is the time between kills in seconds; 0 means no kills.
    """
    killing = asyncio.create_task(hall.kill_every(every)) if every else None
    try:
        yield
    finally:
        if killing is not None:
            killing.cancel()
            await asyncio.gather(killing, return_exceptions=True)


async def play(
    folder: Path, faults: FaultPlan, seeds: range, matches: int, games: int, killed_every: float = 0
) -> Played:
    """Play one match for each seed, `matches` at a time, with these faults.

    `killed_every` is the time in seconds between two kills of the server; 0 means no kills.
    """
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    played, began = Played(), time.monotonic()
    hall = _Hall(folder, await _started(folder))
    try:
        async with visitor_of(hall.server.address) as director:
            await become_director(director, hall.server.set_up_link, "the benchmark's own words")
            for first in range(0, len(seeds), matches):
                now = seeds[first : first + matches]
                plans = [MatchPlan(seed, games, 0.0, faults=faults) for seed in now]
                await _play_round(hall, director, plans, killed_every, played)
    finally:
        await hall.server.stop()
    await _read_log(folder / "records" / "log.sqlite3", played)
    played.kills, played.seconds = hall.kills, time.monotonic() - began
    played.tracebacks = (await asyncio.to_thread(losses_in, folder / "server.log")).tracebacks
    return played


async def _play_round(
    hall: _Hall,
    director: httpx.AsyncClient,
    plans: Sequence[MatchPlan],
    killed_every: float,
    played: Played,
) -> None:
    async with contextlib.AsyncExitStack() as stack:
        desks, under_way = list[OperatorDesk](), list[PlayedMatch]()
        for plan in plans:
            desks.append(OperatorDesk(hall.server.address, director))
            stack.push_async_callback(desks[-1].leave)
            under_way.append(await stack.enter_async_context(playing(desks[-1], plan, hall.place)))
        async with _dying(hall, killed_every):
            await asyncio.gather(*(match.until_over() for match in under_way))
        for desk, match in zip(desks, under_way, strict=True):
            played.protocols[desk.number] = await match.protocol()
            played.struck += match.struck


async def _read_log(file: Path, played: Played) -> None:
    """Read the thrown and released rolls from the event log of a stopped server."""
    event_log = await SqliteEventLog.open(file)
    try:
        for stream in await event_log.heads():
            _, found, number = stream.rpartition("/match/")
            if found:
                entries = await event_log.read(stream)
                if verify(entries) is not None:
                    played.wrong.append(f"match {number}: its ledger is broken")
                _take_in(int(number), [entry.event for entry in entries], played)
    finally:
        await event_log.close()


def _take_in(number: int, log: Sequence[ev.Event], played: Played) -> None:
    thrown = [_roll(e) for e in log if isinstance(e, ev.RollThrown)]
    released = [_roll(e) for e in log if isinstance(e, ev.RollReleased)]
    played.dice[number] = dict(thrown)
    for rolls, what in ((thrown, "thrown"), (released, "released")):
        twice = [key for key, times in Counter(key for key, _ in rolls).items() if times > 1]
        played.wrong += [f"match {number}: {key} was {what} twice" for key in twice]
    others = [key for key, dice in released if dict(thrown).get(key) != dice]
    played.wrong += [f"match {number}: {key} was released with other dice" for key in others]


def _roll(event: ev.RollThrown | ev.RollReleased) -> tuple[Key, Roll]:
    return (event.game, event.attempt, event.side, event.turn), event.dice


def differing(alone: Played, through: Played) -> list[str]:
    """Return the differences between a run without faults and one with faults, in words.

    Everything wrong in either run is included.
    """
    differs = [*alone.wrong, *through.wrong]
    for number, protocol in alone.protocols.items():
        if through.protocols.get(number) != protocol:
            differs.append(f"match {number}: another protocol")
        if through.dice.get(number) != alone.dice[number]:
            differs.append(f"match {number}: other rolls")
    if alone.tracebacks or through.tracebacks:
        differs.append("tracebacks in a server's log")
    return differs
