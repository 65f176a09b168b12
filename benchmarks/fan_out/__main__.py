"""Many spectators of one match on one process: `python -m benchmarks.fan_out [SPECTATORS]`.

The application's feed (its stream of frames to spectators) is compared with `websockets.broadcast`.
In turns, both send frames of the same size to the same number of websockets, of which one in twenty
never reads. The memory of each connection is compared with that of a bare FastAPI socket. The
spectators are in a process of their own.
"""

import asyncio
import contextlib
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.pages.__main__ import Talker, talker
from benchmarks.relay.figures import Samples

SPECTATORS = 5_000
STALLED = 1 / 20
ROUNDS = 5
STEPS = 20
WARM_UP = 3
AT_MOST = 540.0
"""Seconds after which the measurement stops with an error."""


@dataclass
class Reached:
    """The measurements of one way to send a match's frames to many spectators.

    `rounds` has, for each round, the seconds that each frame took until its last reader had it.
    `memory` has the KiB per connection in each round, and `size` is a frame's size in bytes.
    """

    rounds: list[Samples] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    size: int = 0

    @property
    def p50(self) -> float:
        """The median, over the rounds, of the median time to the last reader, in milliseconds."""
        return statistics.median(each.p50 for each in self.rounds)

    @property
    def spread(self) -> float:
        """The 99th percentile of the time to the last reader, divided by the median.

        It is the median of this ratio over the rounds.
        """
        return statistics.median(each.p99 / each.p50 for each in self.rounds)


def resident(talking: Talker) -> float:
    """Return the resident memory of a child process, in KiB."""
    status = Path(f"/proc/{talking.pid}/status").read_text()
    return float(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


@contextlib.asynccontextmanager
async def watched(feed: Talker, port: int, spectators: int, into: Reached) -> AsyncIterator[Talker]:
    """Connect this many spectators to the feed at `port` while the `with` block runs.

    `feed` is the process that sends. Its memory per spectator, in KiB, is added to `into`. The
    process of the spectators is yielded.
    """
    never = int(spectators * STALLED)
    before = resident(feed)
    async with talker("pages.crowd", port, spectators - never, never) as crowd:
        await crowd.heard(240)
        into.memory.append((resident(feed) - before) / spectators)
        yield crowd


async def application(spectators: int, into: Reached, folder: Path) -> None:
    """Measure one round of frames that the application sends, and add the figures to `into`.

    `folder` is for the application's records.
    """
    async with talker("pages.hall_process", folder) as hall:
        port = int((await hall.heard())["port"])
        samples = Samples()
        await hall.ask("again")
        async with watched(hall, port, spectators, into) as crowd:
            for number in range(WARM_UP + STEPS):
                answer = await hall.ask("step")
                reached = await _reached(crowd, answer["last"])
                into.size = int(reached["size"])
                if number >= WARM_UP:
                    samples.append(reached["all"] - answer["stored"])
        into.rounds.append(samples)


async def broadcasting(spectators: int, into: Reached, size: int) -> None:
    """Measure one round of frames of `size` bytes that `websockets.broadcast` sends.

    The figures are added to `into`.
    """
    async with talker("fan_out.bare_feed", "broadcast") as feed:
        port, samples = int((await feed.heard())["port"]), Samples()
        async with watched(feed, port, spectators, into) as crowd:
            await feed.ask(f"step 1 {size}")
            await _reached(crowd, 1)
            for number in range(2, WARM_UP + STEPS + 2):
                answer = await feed.ask(f"step {number} {size}")
                reached = await _reached(crowd, number)
                if number >= WARM_UP + 2:
                    samples.append(reached["all"] - answer["stored"])
        into.rounds.append(samples)


async def bare(spectators: int, into: Reached) -> None:
    """Open `spectators` bare FastAPI sockets, and add the memory per socket to `into`."""
    async with talker("fan_out.bare_feed", "fastapi") as feed:
        port = int((await feed.heard())["port"])
        async with watched(feed, port, spectators, into):
            pass


async def _reached(crowd: Talker, last: float) -> dict[str, float]:
    while (reached := await crowd.heard(30))["last"] < last:
        pass
    return reached


def print_reached(ours: Reached, broadcast: Reached, fastapi: Reached) -> None:
    """Print how long the application and `websockets.broadcast` took to reach the last reader.

    Also print the memory per connection of both and of bare FastAPI sockets.
    """
    print(f"{'':24} {'p50 ms':>8} {'p99/p50':>8} {'KiB each':>9}")
    for name, each in (("application", ours), ("websockets.broadcast", broadcast)):
        print(f"{name:24} {each.p50:8.1f} {each.spread:8.2f} {statistics.median(each.memory):9.1f}")
    print(f"{'bare FastAPI':24} {'':8} {'':8} {statistics.median(fastapi.memory):9.1f}")
    print(f"frames of {ours.size} bytes")
    print(f"last reader, application / broadcast {ours.p50 / broadcast.p50:6.2f}  (goal 1.1)")
    memory = statistics.median(ours.memory) / statistics.median(fastapi.memory)
    print(f"memory, application / bare FastAPI   {memory:6.2f}  (goal 1.2)")


async def main() -> None:
    """Measure the application and both baselines in turns, and print the figures."""
    spectators = int(sys.argv[1]) if len(sys.argv) > 1 else SPECTATORS
    ours, broadcast, fastapi = Reached(), Reached(), Reached()
    async with asyncio.timeout(AT_MOST):
        for number in range(ROUNDS):
            with tempfile.TemporaryDirectory() as folder:
                await application(spectators, ours, Path(folder))
            await broadcasting(spectators, broadcast, ours.size)
            await bare(spectators, fastapi)
            print(f"round {number + 1} of {ROUNDS}", file=sys.stderr, flush=True)
    print_reached(ours, broadcast, fastapi)


if __name__ == "__main__":
    asyncio.run(main())
