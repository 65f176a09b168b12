"""The time to judge six games, and what it costs players: `python -m benchmarks.luck`.

Ten matches are played through `yalta serve` as in `benchmarks.relay`, with a rest before each
READY. In every other turn a process judges the luck of six games again and again meanwhile. On a
real server that process is seldom busy, since a duplicate match of three games has only six games
to judge, three in each room.
"""

import asyncio
import gc
import tempfile
from collections.abc import Sequence
from pathlib import Path

import httpx

from benchmarks.relay.beside import MATCHES, print_compared
from benchmarks.relay.course import opened_course
from rules.luck.chances import Throw
from tests.support.rooms import scheduled, started
from tests.support.sensible_match import sensible_play
from yalta_extras.analysis.compared_rooms import compared_games
from yalta_extras.analysis.judged import JudgingProcess

SEED, GAMES = 3, 3
"""The seed and number of games of the match that is judged.

It has 283 throws in six games, about as many as six long games have.
"""
AT_MOST = 540.0
"""Seconds after which the measurement stops with an error."""


def six_games() -> list[Sequence[Throw]]:
    """Return all throws of a duplicate match of three games, with a list for each game and room."""
    history = (scheduled(games=GAMES), started(), *sensible_play(SEED, GAMES))
    return list(compared_games(history).throws.values())


async def judge_on(process: JudgingProcess, taken: list[float]) -> None:
    """Judge the six games again and again until cancelled.

    The seconds that it takes to judge all six are appended to `taken` each time.
    """
    games, loop = six_games(), asyncio.get_running_loop()
    assert len(games) == 2 * GAMES
    while True:
        started_at = loop.time()
        for throws in games:
            await process.judged(throws)
        taken.append(loop.time() - started_at)


async def measure(folder: Path) -> None:
    """Measure and print the times of play with and without judging."""
    process = await JudgingProcess.start()
    try:
        async with opened_course(folder) as course:
            await course.grow(MATCHES)

            async def judging(_: httpx.AsyncClient, __: int, taken: list[float]) -> None:
                await judge_on(process, taken)

            await print_compared(course, "times six games judged", judging)
    finally:
        await process.close()


async def main() -> None:
    """Measure within the time limit."""
    with tempfile.TemporaryDirectory() as folder:
        async with asyncio.timeout(AT_MOST):
            await measure(Path(folder))


if __name__ == "__main__":
    gc.freeze()
    gc.disable()
    asyncio.run(main())
