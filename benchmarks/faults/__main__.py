"""Ten thousand rolls through faults: `python -m benchmarks.faults --rounds 3 --matches 8`.

Eight matches at a time are played on sixteen boards, as fast as the server goes, first left alone,
then with every fault that passes without a person's help at once, the server's own death included.
Each roll must have been thrown once and released once, unchanged, and every protocol be the same.

Exit status: 0 if so, 1 if not.
"""

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from benchmarks.faults.played import differing, play
from simulator.faults.all_at_once import ALL_AT_ONCE
from simulator.faults.plan import FaultPlan

KILLED_EVERY = 15.0
"""Seconds between two deaths of the server."""


async def compared(folder: Path, rounds: int, matches: int, games: int) -> bool:
    """Play both ways and tell; whether nothing differs."""
    alone = await play(folder / "alone", FaultPlan(), rounds, matches, games)
    print(f"left alone: {alone.line()}", flush=True)
    through = await play(folder / "through", ALL_AT_ONCE, rounds, matches, games, KILLED_EVERY)
    print(f"through faults: {through.line()}")
    struck = sorted(through.struck.items(), key=lambda each: each[0].value)
    counts = [f"{fault.plan_name} {times}" for fault, times in struck]
    print(f"server_killed {through.kills}, {', '.join(counts)}")
    wrong = differing(alone, through)
    print("\n".join(wrong) or "every roll once in both rooms, all protocols equal")
    return not wrong


def main(
    folder: Annotated[Path | None, typer.Argument(help="New or empty folder.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="One after the other.")] = 3,
    matches: Annotated[int, typer.Option(min=1, max=100, help="At a time.")] = 8,
    games: Annotated[int, typer.Option(help="A match: 4, 5, 6, 7, 8, 10 or 12.")] = 12,
) -> None:
    """Play matches with and without faults, and compare them."""
    place = folder or Path(tempfile.mkdtemp(prefix="yalta-faults-"))
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        if not runner.run(compared(place, rounds, matches, games)):
            raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
