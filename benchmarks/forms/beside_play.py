"""How long ten closed rooms wait for their rolls while a protocol is printed every second."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median

import httpx

from benchmarks.relay.course import Course, opened_course
from benchmarks.relay.figures import Samples

MATCHES = 10
TURNS = 7
"""How often play goes on with printing and without it."""
ROUNDS = 40
REST = 0.05
_EVERY = 1.0
_PAPERS, _LANGUAGES = ("a4", "a5", "letter"), ("en", "uk", "ru")


async def print_beside_play(folder: Path) -> None:
    """Print both kinds' times and their ratio; the goal is a p99 of at most 1.5 times."""
    alone, beside = list[Samples](), list[Samples]()
    printed = list[float]()
    async with opened_course(folder) as course:
        await course.grow(MATCHES)
        for turn in range(TURNS):
            alone.append((await course.rounds(ROUNDS, REST))[0])
            async with _printing(course, turn, printed):
                beside.append((await course.rounds(ROUNDS, REST))[0])
    print(f"{MATCHES} matches, READY to DICE_SHOW, medians of {TURNS} turns: p50 and p99 in ms")
    without, meanwhile = _medians(alone), _medians(beside)
    _print_one("played alone", without)
    _print_one(f"{len(printed)} protocols printed meanwhile", meanwhile)
    _print_one("ratio", (meanwhile[0] / without[0], meanwhile[1] / without[1]))
    print(f"a protocol was there after {Samples(printed).p50:.0f} ms (p50)", flush=True)


def _print_one(what: str, figures: tuple[float, float]) -> None:
    print(f"{what:36} {figures[0]:8.2f} {figures[1]:8.2f}")


def _medians(turns: list[Samples]) -> tuple[float, float]:
    """The middle one of the turns' medians, and of their 99th percentiles."""
    return median(each.p50 for each in turns), median(each.p99 for each in turns)


@contextlib.asynccontextmanager
async def _printing(course: Course, turn: int, printed: list[float]) -> AsyncIterator[None]:
    task = asyncio.create_task(_print_on(course.operator, turn, printed))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _print_on(operator: httpx.AsyncClient, turn: int, printed: list[float]) -> None:
    """A protocol each second, another one each time: those that come again are kept."""
    loop = asyncio.get_running_loop()
    kinds = list(itertools.product(range(1, MATCHES + 1), _PAPERS, _LANGUAGES))
    for match, paper, language in kinds[turn * 20 :] + kinds[: turn * 20]:
        started = loop.time()
        path = f"/hall/t/club/matches/{match}/forms/protocol.pdf"
        answer = await operator.get(path, params={"paper": paper, "language": language})
        answer.raise_for_status()
        printed.append(loop.time() - started)
        await asyncio.sleep(max(0.0, started + _EVERY - loop.time()))
