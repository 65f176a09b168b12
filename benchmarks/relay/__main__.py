"""The time that closed rooms wait for a roll that is due: `python -m benchmarks.relay [FOLDER]`.

The time is measured for 1, 10 and 100 matches at once. It begins with READY, which completes the
conditions of ruling 7, and ends when the closed board has decoded its DICE_SHOW. The server is a
`yalta serve` with its records on the disk of FOLDER. Every other round uses a bare relay with the
same boards and frames, and between rounds a single durable commit is timed, so that changes in the
machine's speed affect all three alike.

Everything is measured twice: after a rest, as there is between a play and the next player's READY,
and back to back, when READY follows as soon as the play before is stored.
"""

import asyncio
import gc
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from benchmarks.relay.course import Course, opened_course
from benchmarks.relay.figures import Samples

ROUNDS = {1: 240, 10: 100, 100: 40}
"""Number of rounds that are measured, by the number of matches at once."""
RESTS = {"after a rest": 0.05, "back to back": 0.0}
"""Seconds of rest before READY is sent; a real player takes no less than the longer rest."""
AT_MOST = 180.0
"""Seconds after which the measurement stops with an error."""


async def measure(place: Path | None, backup: bool) -> None:
    """Measure all sizes and kinds of rounds; print the times, and the ratios that have goals."""
    with tempfile.TemporaryDirectory(dir=place) as name:
        folder = Path(name)
        kept = ("--backup-folder", str(folder / "backup"), "--backup-every", "1")
        async with opened_course(folder, kept if backup else ()) as course:
            await _print_all(course)


async def _print_all(course: Course) -> None:
    print(f"{'matches':>7}  {'':39} {'rolls':>6} {'p50 ms':>8} {'p99 ms':>8}")
    for size, count in ROUNDS.items():
        await course.grow(size)
        for name, rest in RESTS.items():
            _print_one(f"{size:7}  {name:13}", *await course.rounds(count, rest))


def _print_one(what: str, relayed: Samples, plain: Samples, commits: Samples) -> None:
    for name, samples in (
        ("Yalta, READY to DICE_SHOW", relayed),
        ("bare uvicorn relay", plain),
        ("one durable commit", commits),
    ):
        print(f"{what} {name:25} {samples.line()}", flush=True)
    ratios = relayed.p50 / plain.p50, relayed.p99 / plain.p99
    print(f"{what} Yalta / bare {'':19} {ratios[0]:8.2f} {ratios[1]:8.2f}", flush=True)


async def _in_time(place: Path | None, backup: bool) -> None:
    async with asyncio.timeout(AT_MOST):
        await measure(place, backup)


def main(
    folder: Annotated[
        Path | None, typer.Argument(help="On whose disk the records are; the system's else.")
    ] = None,
    backup: Annotated[
        bool, typer.Option("--backup", help="Keep a backup meanwhile, every second.")
    ] = False,
) -> None:
    """Measure how long closed rooms wait, within a time limit."""
    gc.freeze()
    gc.disable()
    started = perf_counter()
    asyncio.run(_in_time(folder, backup))
    print(f"{perf_counter() - started:.0f} s")


if __name__ == "__main__":
    typer.run(main)
