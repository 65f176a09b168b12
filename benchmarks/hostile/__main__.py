"""How much noise from strangers costs players: `python -m benchmarks.hostile [FOLDER]`.

The same match is played twice through `yalta serve`, whose records are on the disk of FOLDER: first
alone, then while ten processes send damaged messages of 64 KiB to the boards' websocket, and
reconnect at once whenever they are disconnected. Another process requests /healthz on a new
connection twenty times a second. All connections are on loopback, and all processes end by
themselves.

Exit status: 0 if the goals are met, 1 if not.
"""

import asyncio
import contextlib
import json
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import uvicorn

from benchmarks.played_match import Losses, MatchPlan, Place, losses_in, playing
from benchmarks.relay.figures import Samples
from simulator.operator_desk import OperatorDesk
from simulator.server_process import start_server

STRANGERS = 10
PLAN = MatchPlan(seed=1, games=4, pace=0.05)
AT_MOST = 240.0
"""Seconds after which a run stops with an error and all its processes end."""
HEALTH_P99 = 100.0
"""The goal for the 99th percentile of /healthz's answers, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Run:
    """The results of one match: its protocol, its losses, and the times of /healthz's answers.

    `strangers` has the counts that each process that sent noise printed, `seconds` is the match's
    duration.
    """

    protocol: dict[str, Any]
    losses: Losses
    health: Samples
    strangers: list[dict[str, int]]
    seconds: float


async def run(folder: Path, strangers: int) -> Run:
    """Play the match while this many processes (see stranger.py) send noise; return its results.

    `folder` is for the records and the log of the server.
    """
    log, started = folder / "server.log", perf_counter()
    await asyncio.to_thread(folder.mkdir)
    server = await start_server(folder / "records", folder / "devices", log=log)
    desk = OperatorDesk(server.address)
    try:
        await desk.become_director(server.set_up_link, "the benchmark's own words")
        place = Place(server.address, folder / "devices")
        async with playing(desk, PLAN, place) as match, _printed("health", server.port) as times:
            async with contextlib.AsyncExitStack() as stack:
                printed = [
                    await stack.enter_async_context(_printed("stranger", server.port))
                    for _ in range(strangers)
                ]
                await match.until_over()
                losses = losses_in(log)
            protocol = await match.protocol()
    finally:
        await desk.close()
        await server.stop()
    done = [json.loads(each[0]) for each in printed]
    return Run(protocol, losses, Samples(json.loads(times[0])), done, perf_counter() - started)


@contextlib.asynccontextmanager
async def _printed(module: str, port: int) -> AsyncIterator[list[bytes]]:
    """Run a child process of this benchmark, `module`, against `port` while the `with` block runs.

    After the block, the yielded list has the lines that the process printed.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", f"benchmarks.hostile.{module}", str(port), str(AT_MOST)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    printed = list[bytes]()
    try:
        yield printed
        printed.append((await process.communicate(b""))[0])
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def _print_one(name: str, done: Run) -> None:
    connections, taken_up, sent = (
        sum(each[what] for each in done.strangers) for what in ("connections", "taken_up", "sent")
    )
    print(f"{name:12} {done.health.line()}   {done.losses.line()}, match in {done.seconds:.0f} s")
    if done.strangers:
        print(
            f"{'':12} {connections} connections, {taken_up} taken up, {sent / 2**20:.1f} MiB sent"
        )


async def main() -> bool:
    """Measure both runs and print the figures; return True if the goals are met."""
    place = sys.argv[1] if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory(dir=place) as name:
        async with asyncio.timeout(AT_MOST):
            alone = await run(Path(name) / "alone", 0)
        async with asyncio.timeout(AT_MOST):
            attacked = await run(Path(name) / "attacked", STRANGERS)
    print(f"{'/healthz':12} {'asked':>6} {'p50 ms':>8} {'p99 ms':>8}")
    _print_one("left alone", alone)
    _print_one("attacked", attacked)
    equal = alone.protocol == attacked.protocol
    print(f"protocols: {'equal' if equal else 'DIFFERENT'}")
    return equal and not attacked.losses.any and attacked.health.p99 < HEALTH_P99


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        sys.exit(0 if runner.run(main()) else 1)
