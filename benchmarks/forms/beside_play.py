"""How long ten closed rooms wait for their rolls while others ask for protocols or pictures."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
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
PUBLIC = "http://yalta.test"
"""Where the server is said to be found: there are pictures of matches then."""
_EVERY = 1.0
_PAPERS, _LANGUAGES = ("a4", "a5", "letter"), ("en", "uk", "ru")
Requests = Callable[[httpx.AsyncClient, int, list[float]], Coroutine[None, None, None]]
"""What asks on: a client, which turn it is, and the seconds each answer took."""


async def print_beside_play(folder: Path) -> None:
    """Print the times alone and beside each kind of request; the goal is a p99 of 1.5 times."""
    async with opened_course(folder, ("--public-url", PUBLIC)) as course:
        await course.grow(MATCHES)
        await _compared(course, "protocols printed", _print_on)
        await _compared(course, "pictures of matches asked for", _picture_on)


async def _compared(course: Course, what: str, on: Requests) -> None:
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


async def _print_on(operator: httpx.AsyncClient, turn: int, taken: list[float]) -> None:
    """A protocol each second, another one each time: those that come again are kept."""
    kinds = list(itertools.product(range(1, MATCHES + 1), _PAPERS, _LANGUAGES))
    for match, paper, language in kinds[turn * 20 :] + kinds[: turn * 20]:
        path = f"/hall/t/club/matches/{match}/forms/protocol.pdf?paper={paper}&language={language}"
        await _ask(operator, path, taken)


async def _picture_on(operator: httpx.AsyncClient, _: int, taken: list[float]) -> None:
    """A match's picture each second, which play has changed since it was asked for last."""
    for language, match in itertools.cycle(itertools.product(_LANGUAGES, range(1, MATCHES + 1))):
        await _ask(operator, f"/cards/t/club/matches/{match}.png?language={language}", taken)


async def _ask(operator: httpx.AsyncClient, path: str, taken: list[float]) -> None:
    loop = asyncio.get_running_loop()
    started = loop.time()
    (await operator.get(path)).raise_for_status()
    taken.append(loop.time() - started)
    await asyncio.sleep(max(0.0, started + _EVERY - loop.time()))
