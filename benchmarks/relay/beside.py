"""The time that ten closed rooms wait for rolls, with and without another load on the server.

The load is what another benchmark measures, such as requests for forms.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from statistics import median

import httpx

from benchmarks.relay.course import Course
from benchmarks.relay.figures import Samples

MATCHES = 10
TURNS = 7
"""Number of turns, each of which is played once without the load and once with it."""
ROUNDS = 40
REST = 0.05
Meanwhile = Callable[[httpx.AsyncClient, int, list[float]], Coroutine[None, None, None]]
"""The load: a function that keeps the server busy while matches are played.

It runs until it ends or is cancelled. Its arguments are a client with the operator's rights, the
turn's number, and a list. It appends to the list the seconds that each piece of work took, such as
a request.
"""


async def print_compared(course: Course, what: str, on: Meanwhile) -> None:
    """Play with the load and without it in turns, and print the times of both and their ratio.

    `what` names the pieces of work of which the load consists, such as forms. The goal for every
    load is that the 99th percentile is at most 1.5 times that without the load.
    """
    alone, beside = list[Samples](), list[Samples]()
    taken = list[float]()
    for turn in range(TURNS):
        alone.append((await course.rounds(ROUNDS, REST))[0])
        async with _meanwhile(on(course.operator, turn, taken)):
            beside.append((await course.rounds(ROUNDS, REST))[0])
    print(f"{MATCHES} matches, READY to DICE_SHOW, medians of {TURNS} turns: p50 and p99 in ms")
    without, meanwhile = _medians(alone), _medians(beside)
    _print_one("played alone", without)
    _print_one(f"{len(taken)} {what} meanwhile", meanwhile)
    _print_one("ratio", (meanwhile[0] / without[0], meanwhile[1] / without[1]))
    print(f"each was there after {Samples(taken).p50:.0f} ms (p50)", flush=True)


def _print_one(what: str, figures: tuple[float, float]) -> None:
    print(f"{what:36} {figures[0]:8.2f} {figures[1]:8.2f}")


def _medians(turns: list[Samples]) -> tuple[float, float]:
    """Return the median of the turns' medians, and that of their 99th percentiles.

    Both are in milliseconds.
    """
    return median(each.p50 for each in turns), median(each.p99 for each in turns)


@contextlib.asynccontextmanager
async def _meanwhile(requests: Coroutine[None, None, None]) -> AsyncIterator[None]:
    task = asyncio.create_task(requests)
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
