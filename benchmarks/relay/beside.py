"""The wait of ten closed rooms for their rolls, with and without another load."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from statistics import median

import httpx

from benchmarks.relay.course import Course
from benchmarks.relay.figures import Samples

MATCHES = 10
TURNS = 7
"""The number of rounds of play with the load and without it."""
ROUNDS = 40
REST = 0.05
Meanwhile = Callable[[httpx.AsyncClient, int, list[float]], Coroutine[None, None, None]]
"""The load: called with a client, the number of the turn, and a list for its seconds a piece."""


async def print_compared(course: Course, what: str, on: Meanwhile) -> None:
    """Play with the load and without it in turns, and print both and their ratio.

    `what` is the load's pieces in words. The goal for every load is a p99 of 1.5 times.
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
    """Return the median of the turns' medians, and of their 99th percentiles."""
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
