"""The time for judging six games, and its cost for players: `python -m benchmarks.luck`.

Ten matches are played through `yalta serve` as in `benchmarks.relay`, after a rest, while the
process that judges finished matches gets six games again and again, and without it. On a server
that process is idle nearly always: three games of a duplicate match are six.
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
"""The match that is judged: 283 throws in six games, as many as in long ones."""
AT_MOST = 540.0
"""Seconds after which the measurement stops with an error."""


def six_games() -> list[Sequence[Throw]]:
    """Return every throw of a match of three games, a list a game and room."""
    history = (scheduled(games=GAMES), started(), *sensible_play(SEED, GAMES))
    return list(compared_games(history).throws.values())


async def judge_on(process: JudgingProcess, taken: list[float]) -> None:
    """Judge these games without end, and note the seconds for all six."""
    games, loop = six_games(), asyncio.get_running_loop()
    assert len(games) == 2 * GAMES
    while True:
        started_at = loop.time()
        for throws in games:
            await process.judged(throws)
        taken.append(loop.time() - started_at)


async def measure(folder: Path) -> None:
    """Print the times alone and beside judging."""
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
    """Measure within a time limit."""
    with tempfile.TemporaryDirectory() as folder:
        async with asyncio.timeout(AT_MOST):
            await measure(Path(folder))


if __name__ == "__main__":
    gc.freeze()
    gc.disable()
    asyncio.run(main())
