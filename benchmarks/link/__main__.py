"""The link's cost on many serial lines: `python -m benchmarks.link [BOARDS] [EVENTS] [ROUNDS]`.

64 boards, in a process of their own, each send an event of 58 bytes through a pseudo-terminal as
soon as the event before has been acknowledged. The other end does what a server does for a board
(`open_port`, `ServerLink` and `pump`), except that events count as stored at once. In turns with
these links, a bare pyserial echo is measured: one thread per port writes back what it has read.
There are no pauses.
"""

import asyncio
import contextlib
import json
import sys
import tempfile
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import serial
import uvicorn

from benchmarks.link.boards import ECHO, LINK, name_of
from benchmarks.relay.figures import Samples
from board_drivers.link.reports import EventReceived, LinkEvent
from board_drivers.link.runner import pump
from board_drivers.link.server_link import ServerLink
from board_drivers.transports.serial_port import open_port

BOARDS, EVENTS, ROUNDS = 64, 200, 5
FRAMES = 2
"""Number of frames in a round trip: the event, and its acknowledgement or echo."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one round on all lines.

    `per_second` counts frames in both directions, `p50` and `p99` are round trips in milliseconds,
    `cpu` is in microseconds of processor time per frame.
    """

    per_second: float
    p50: float
    p99: float
    cpu: float

    def over(self, other: "Figures") -> "Figures":
        """Return each figure divided by the same figure of `other`."""
        return Figures(
            self.per_second / other.per_second,
            self.p50 / other.p50,
            self.p99 / other.p99,
            self.cpu / other.cpu,
        )


Serve = Callable[[Sequence[Path]], Coroutine[Any, Any, Callable[[], Coroutine[Any, Any, None]]]]
"""A function that opens the far ends of all lines, and returns a function that closes them."""


async def serve_links(devices: Sequence[Path]) -> Callable[[], Coroutine[Any, Any, None]]:
    """Open the server's end of a link on each device; return a function that closes them."""
    tasks = list[asyncio.Task[None]]()
    for number, device in enumerate(devices, start=1):
        port = await open_port(str(device))
        link = ServerLink(
            keys=lambda _: None,
            resume=lambda _: 0,
            cable=True,
            session=number,
            nonce=number.to_bytes(16, "little"),
        )
        tasks.append(asyncio.create_task(pump(link, port, partial(_acknowledge, link))))

    async def close() -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    return close


def _acknowledge(link: ServerLink, events: Sequence[LinkEvent]) -> None:
    for event in events:
        if isinstance(event, EventReceived):
            link.stored(event.number)


async def serve_echoes(devices: Sequence[Path]) -> Callable[[], Coroutine[Any, Any, None]]:
    """Start a thread for each device that sends back what it receives.

    Return a function that stops them.
    """
    ports = [serial.Serial(str(device), 115_200, exclusive=True) for device in devices]
    threads = [threading.Thread(target=_echo, args=(port,), daemon=True) for port in ports]
    for thread in threads:
        thread.start()

    async def close() -> None:
        for port, thread in zip(ports, threads, strict=True):
            port.cancel_read()
            await asyncio.to_thread(thread.join)
            port.close()

    return close


def _echo(port: serial.Serial) -> None:
    with contextlib.suppress(OSError, TypeError):  # the far end is closed
        while chunk := port.read(1):
            port.write(chunk + port.read(port.in_waiting))


async def measured(mode: str, serve: Serve, boards: int, events: int) -> Figures:
    """Measure one round with this many boards, each of which sends `events` events.

    `mode` is the MODE of benchmarks.link.boards, and `serve` opens the far ends of the lines: links
    or echoes.
    """
    with tempfile.TemporaryDirectory() as folder:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benchmarks.link.boards", mode, folder, f"{boards}"),
            f"{events}",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=2**24,
        )
        assert child.stdin is not None
        assert child.stdout is not None
        await child.stdout.readline()
        close = await serve([Path(folder) / name_of(number) for number in range(boards)])
        began, busy = perf_counter(), process_time()
        child.stdin.write(b"\n")
        times = Samples(json.loads(await child.stdout.readline()))
        took, used = perf_counter() - began, process_time() - busy
        await close()
        await child.wait()
    frames = FRAMES * len(times)
    return Figures(frames / took, times.p50, times.p99, used / frames * 1e6)


def _line(name: str, rounds: Sequence[Figures]) -> str:
    values = [median(getattr(each, field) for each in rounds) for field in Figures.__slots__]
    return f"{name:14}" + "".join(f"{value:12.2f}" for value in values)


async def main() -> None:
    """Measure links and echoes in turns; print the medians of the rounds, and of their ratios."""
    given = [int(argument) for argument in sys.argv[1:]]
    boards, events, rounds = (*given, *(BOARDS, EVENTS, ROUNDS)[len(given) :])
    echoes, links = list[Figures](), list[Figures]()
    for _ in range(rounds):
        echoes.append(await measured(ECHO, serve_echoes, boards, events))
        links.append(await measured(LINK, serve_links, boards, events))
    ratios = [link.over(echo) for link, echo in zip(links, echoes, strict=True)]
    print(f"{boards} boards, {events} events each, medians of {rounds} rounds")
    print(f"{'':14}{'frames/s':>12}{'p50 ms':>12}{'p99 ms':>12}{'CPU µs':>12}")
    print(_line("pyserial echo", echoes))
    print(_line("link", links))
    print(_line("ratio", ratios))


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        runner.run(main())
