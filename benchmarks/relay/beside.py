"""How long ten closed rooms wait for their rolls while something else goes on, and without it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from statistics import median

import httpx

from benchmarks.relay.course import Course
from benchmarks.relay.figures import Samples

MATCHES = 10
TURNS = 7
"""How often play goes on with it and without it."""
ROUNDS = 40
REST = 0.05
Meanwhile = Callable[[httpx.AsyncClient, int, list[float]], Coroutine[None, None, None]]
"""What goes on: with a client, which turn it is, and the seconds that each piece of it took."""


async def print_compared(course: Course, what: str, on: Meanwhile) -> None:
    """Play with it and without it in turns, and print both and their ratio.

    `what` says in words what each piece of it is. The goal of all of these is a p99 of 1.5 times.
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
    """The middle one of the turns' medians, and of their 99th percentiles."""
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
