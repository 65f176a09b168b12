"""The time that ten closed rooms wait for rolls while protocols or pictures are requested."""

import asyncio
import itertools
from pathlib import Path

import httpx

from benchmarks.relay.beside import MATCHES, print_compared
from benchmarks.relay.course import opened_course

PUBLIC = "http://yalta.test"
"""The server's public address; without one the server makes no pictures of matches."""
_FRONT = "/cards/front.png"
_EVERY = 1.0
_PAPERS, _LANGUAGES = ("a4", "a5", "letter"), ("en", "uk", "ru")


async def print_beside_play(folder: Path) -> None:
    """Measure and print the times with and without requests, for protocols and for pictures."""
    async with opened_course(folder, ("--public-url", PUBLIC)) as course:
        await course.grow(MATCHES)
        await print_compared(course, "protocols printed", _print_on)
        if (await course.operator.get(_FRONT)).is_success:
            await print_compared(course, "pictures of matches asked for", _picture_on)
        else:
            print("There are no pictures of matches: the extra sharing is not on")


async def _print_on(operator: httpx.AsyncClient, turn: int, taken: list[float]) -> None:
    """Request the PDF of a protocol every second, and append the seconds of each to `taken`.

    Each request differs from all earlier requests, since repeated forms come from a cache; `turn`
    chooses where in the list of requests to begin.
    """
    kinds = list(itertools.product(range(1, MATCHES + 1), _PAPERS, _LANGUAGES))
    for match, paper, language in kinds[turn * 20 :] + kinds[: turn * 20]:
        path = f"/t/club/matches/{match}/forms/protocol.pdf?paper={paper}&language={language}"
        await _ask(operator, path, taken)


async def _picture_on(operator: httpx.AsyncClient, _: int, taken: list[float]) -> None:
    """Request a picture of a match every second, and append the seconds of each to `taken`.

    Play changes the picture between requests.
    """
    for language, match in itertools.cycle(itertools.product(_LANGUAGES, range(1, MATCHES + 1))):
        await _ask(operator, f"/cards/t/club/matches/{match}.png?language={language}", taken)


async def _ask(operator: httpx.AsyncClient, path: str, taken: list[float]) -> None:
    loop = asyncio.get_running_loop()
    started = loop.time()
    (await operator.get(path)).raise_for_status()
    taken.append(loop.time() - started)
    await asyncio.sleep(max(0.0, started + _EVERY - loop.time()))
