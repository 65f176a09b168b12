"""A long test in which many boards play at human speed for minutes.

Each pair of boards plays a match, on pseudo-terminals of their own, against a `yalta serve` in its
own process; the boards' process and the server's use uvloop if it is installed. No link may be
lost, and the server's log, `server.log` in the folder, must have no traceback. A line per minute
shows the progress.
"""

import asyncio
import contextlib
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.played_match import MatchPlan, Place, PlayedMatch, losses_in, playing
from benchmarks.soak.soak import Folder, Seed, made, on_the_servers_loop
from rules.room import Room
from simulator.operator_desk import OperatorDesk, become_director, visitor_of
from simulator.server_process import start_server

GAMES = 12
"""Number of games per match, more than can be played at human speed in an hour."""


def boards(
    seed: Seed,
    folder: Folder = None,
    boards: Annotated[int, typer.Option(min=2, max=200, help="An even number.")] = 12,
    minutes: Annotated[int, typer.Option(min=1, max=24 * 60)] = 15,
    pace: Annotated[float, typer.Option(min=0.0, help="Seconds people take for an action.")] = 1.2,
) -> list[str]:
    """Let the boards play for some minutes.

    Return a line for each minute in which something was lost or a match made no progress.
    """
    place = made(folder, "boards")
    print(f"the server's log: {place / 'server.log'}")
    return on_the_servers_loop(_played(place, seed, boards, minutes, pace))


async def _played(folder: Path, seed: int, boards: int, minutes: int, pace: float) -> list[str]:
    log = folder / "server.log"
    server = await start_server(folder / "records", folder / "devices", log=log)
    wrong = list[str]()
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(server.stop)
        director = await stack.enter_async_context(visitor_of(server.address))
        await become_director(director, server.set_up_link, "the benchmark's own words")
        place = Place(server.address, folder / "devices")
        matches = list[PlayedMatch]()
        for number in range(boards // 2):
            desk = OperatorDesk(server.address, director)
            stack.push_async_callback(desk.close)
            plan = MatchPlan(seed + number, GAMES, pace, cables=tuple(Room))
            matches.append(await stack.enter_async_context(playing(desk, plan, place)))
        for minute in range(1, minutes + 1):
            wrong += await _minute(minute, matches, log)
    return wrong


async def _minute(minute: int, matches: list[PlayedMatch], log: Path) -> list[str]:
    before = [match.actions for match in matches]
    await asyncio.sleep(60.0)
    still = [
        str(number)
        for number, (match, then) in enumerate(zip(matches, before, strict=True), 1)
        if match.actions == then and not await match.is_over()
    ]
    losses = await asyncio.to_thread(losses_in, log)
    done = sum(match.actions for match in matches)
    standing = f"; nothing moves in match {', '.join(still)}" if still else ""
    print(f"{minute:4} min {done:7} actions, {losses.line()}{standing}", flush=True)
    return [f"minute {minute}: {losses.line()}{standing}"] if losses.any or still else []
