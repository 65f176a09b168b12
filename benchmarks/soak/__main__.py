"""Many boards at human pace for a long time: `python -m benchmarks.soak --boards 12 --minutes 15`.

Every two boards play a match on pseudo-terminals of their own, against `yalta serve` as a process
of its own; both sides run on uvloop where it is installed. Left alone they must lose no link, and
the server's log, `server.log` in FOLDER, must hold no traceback. A line a minute tells how far they
are.

Exit status: 0 if nothing was lost and something moved in every match each minute, 1 if not.
"""

import asyncio
import contextlib
import tempfile
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from benchmarks.played_match import MatchPlan, Place, PlayedMatch, losses_in, playing
from rules.room import Room
from simulator.operator_desk import OperatorDesk, become_director, visitor_of
from simulator.server_process import start_server

PACE = 1.2
"""Seconds people take for an action."""
GAMES = 12
"""Games a match: more than can be played at that pace in an hour."""


async def soak(folder: Path, boards: int, minutes: int, pace: float) -> bool:
    """Play and tell; whether all went well."""
    log = folder / "server.log"
    server = await start_server(folder / "records", folder / "devices", log=log)
    well = True
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(server.stop)
        director = await stack.enter_async_context(visitor_of(server.address))
        await become_director(director, server.set_up_link, "the benchmark's own words")
        place = Place(server.address, folder / "devices")
        matches = list[PlayedMatch]()
        for number in range(1, boards // 2 + 1):
            desk = OperatorDesk(server.address, director)
            stack.push_async_callback(desk.close)
            plan = MatchPlan(number, GAMES, pace, cables=tuple(Room))
            matches.append(await stack.enter_async_context(playing(desk, plan, place)))
        for minute in range(1, minutes + 1):
            well = await _minute(minute, matches, log) and well
    print(f"the server's log: {log}")
    return well


async def _minute(minute: int, matches: list[PlayedMatch], log: Path) -> bool:
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
    return not (losses.any or still)


def main(
    folder: Annotated[
        Path | None, typer.Argument(help="New or empty folder of the records and the log.")
    ] = None,
    boards: Annotated[int, typer.Option(min=2, max=200, help="An even number.")] = 12,
    minutes: Annotated[int, typer.Option(min=1, max=24 * 60)] = 15,
    pace: Annotated[float, typer.Option(min=0.0, help="Seconds for an action.")] = PACE,
) -> None:
    """Let boards play at human pace and count what is lost."""
    place = folder or Path(tempfile.mkdtemp(prefix="yalta-soak-"))
    place.mkdir(parents=True, exist_ok=True)
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        if not runner.run(soak(place, boards, minutes, pace)):
            raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
