"""The size of a page, and its delay after stored events: `python -m benchmarks.pages [FOLDER]`.

A real server, a real Chromium that shows a match's page, and 300 other spectators with real
websockets run in processes of their own; the page is the last spectator to which the server sends.
Three kinds of rounds take turns, so that changes in the machine's speed affect them alike: the page
alone, with the 300, and with the 300 and a spectator who never reads.
"""

import asyncio
import contextlib
import json
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from time import perf_counter

from benchmarks.pages.live_page import LivePage, Transfers, live_page
from benchmarks.relay.figures import Samples

CROWD = 300
ROUNDS = 3
STEPS = 30
"""Number of stored events in a round."""
WARM_UP = 4
BETWEEN = 0.12
"""Seconds between two events."""
AT_MOST = 240.0
"""Seconds after which the measurement stops with an error."""
KINDS = {"alone": (0, 0), f"with {CROWD}": (CROWD, 0), f"with {CROWD}, one stalled": (CROWD, 1)}


class Talker:
    """A child process that reads orders, one per line, and answers each with a line of JSON."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """The id of the child process."""
        return self._process.pid

    async def heard(self, within: float = 60) -> dict[str, float]:
        """Wait for the next answer and return it.

        Raises TimeoutError if it does not come within this many seconds.
        """
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), within)
        return dict(json.loads(line))

    async def ask(self, order: str) -> dict[str, float]:
        """Send an order and return the answer to it."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{order}\n".encode())
        return await self.heard()

    async def end(self) -> None:
        """Close the child's standard input and wait until the child has ended."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await asyncio.wait_for(self._process.wait(), 10)


@contextlib.asynccontextmanager
async def talker(module: str, *given: object) -> AsyncIterator[Talker]:
    """Run the module `benchmarks.MODULE` as a child process while the `with` block runs.

    `given` are its arguments on the command line.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", f"benchmarks.{module}", *map(str, given)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    child = Talker(process)
    try:
        yield child
        await child.end()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


class Times:
    """The times of one kind of round, in seconds from when an event was stored.

    `painted` are the times until the page has painted the event, `half` until half of the other
    spectators have it, and `everybody` until all of them have it.
    """

    def __init__(self) -> None:
        self.painted, self.half, self.everybody = Samples(), Samples(), Samples()


async def measure(hall: Talker, port: int, page: LivePage) -> dict[str, Times]:
    """Measure all kinds of rounds in turns; return the times by kind.

    `hall` is the process of the server at `port`, which plays on request; `page` is the open page.
    """
    times = {kind: Times() for kind in KINDS}
    for _ in range(ROUNDS):
        for kind, (readers, never) in KINDS.items():
            await hall.ask("again")
            if not readers:
                await _steps(hall, page, None, times[kind])
                continue
            async with talker("pages.crowd", port, readers, never) as crowd:
                await crowd.heard()
                await _steps(hall, page, crowd, times[kind])
    return times


async def _steps(hall: Talker, page: LivePage, crowd: Talker | None, times: Times) -> None:
    await page.come_last()
    for number in range(WARM_UP + STEPS):
        answer = await hall.ask("step")
        painted = await page.painted(int(answer["last"]))
        reached = await _reached(crowd, answer["last"]) if crowd else None
        if number >= WARM_UP:
            times.painted.append(painted - answer["stored"])
            if reached:
                times.half.append(reached["half"] - answer["stored"])
                times.everybody.append(reached["all"] - answer["stored"])
        await asyncio.sleep(BETWEEN)


async def _reached(crowd: Talker, last: float) -> dict[str, float]:
    while (reached := await crowd.heard())["last"] < last:
        pass
    return reached


def print_weight(language: str, transfers: Transfers) -> None:
    """Print how many bytes the page has transferred when it first shows the match's board."""
    kinds = sorted(transfers.by_kind.items(), key=lambda each: -each[1])
    parts = ", ".join(f"{kind} {size}" for kind, size in kinds)
    print(f"bytes to the first live board, {language}: {transfers.total} ({parts})")


def print_times(times: dict[str, Times]) -> None:
    """Print the times of each kind of round, and ratios between the kinds.

    Rounds with the 300 spectators are compared with the page alone, and rounds with a spectator who
    never reads with rounds without one.
    """
    print(f"{'stored to …':38} {'events':>6} {'p50 ms':>8} {'p99 ms':>8}")
    for kind, each in times.items():
        print(f"{'painted in Chromium, ' + kind:38} {each.painted.line()}")
        if each.half:
            print(f"{'half of the crowd, ' + kind:38} {each.half.line()}")
            print(f"{'the last of the crowd, ' + kind:38} {each.everybody.line()}")
    alone, crowd, stalled = times.values()
    print(f"painted, crowd / alone {crowd.painted.p50 / alone.painted.p50:21.2f}")
    print(f"painted, one stalled / none {stalled.painted.p50 / crowd.painted.p50:16.2f}")
    print(
        f"last of the crowd, one stalled / none {stalled.everybody.p50 / crowd.everybody.p50:6.2f}"
    )


async def main() -> None:
    """Measure within the time limit, with the records on the disk of the given folder."""
    place = sys.argv[1] if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory(dir=place) as name:
        async with asyncio.timeout(AT_MOST), talker("pages.hall_process", Path(name)) as hall:
            port = int((await hall.heard())["port"])
            await hall.ask("step")
            for language in ("uk", "ru"):
                async with live_page(port, language) as (_, transfers):
                    print_weight(language, transfers)
            async with live_page(port, "en") as (page, transfers):
                print_weight("en", transfers)
                print_times(await measure(hall, port, page))


if __name__ == "__main__":
    started = perf_counter()
    asyncio.run(main())
    print(f"{perf_counter() - started:.0f} s")
