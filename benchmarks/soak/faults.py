"""A long test of ten thousand rolls with faults.

Eight matches at a time are played on sixteen boards, as fast as the server can. They are played
once without faults, and once with all faults together that a hall overcomes without a person's
help, including kills of the server. Each roll must have been thrown once and released once,
unchanged, and the protocols of both runs must be equal. Dice, plays and faults follow from the
seed, but the moments of the kills do not.
"""

from pathlib import Path
from typing import Annotated

import typer

from benchmarks.soak.faults_played import differing, play
from benchmarks.soak.soak import Folder, Seed, made, on_the_servers_loop
from simulator.faults.plan import ALL_AT_ONCE, FaultPlan

KILLED_EVERY = 15.0
"""Seconds between two kills of the server."""


def faults(
    seed: Seed,
    folder: Folder = None,
    rounds: Annotated[int, typer.Option(min=1, help="One after the other.")] = 3,
    matches: Annotated[int, typer.Option(min=1, max=100, help="At a time.")] = 8,
    games: Annotated[int, typer.Option(help="A match: 4, 5, 6, 7, 8, 10 or 12.")] = 12,
) -> list[str]:
    """Play matches with and without faults; return the differences in words."""
    place = made(folder, "faults")
    return on_the_servers_loop(
        _compared(place, range(seed, seed + rounds * matches), matches, games)
    )


async def _compared(folder: Path, seeds: range, matches: int, games: int) -> list[str]:
    alone = await play(folder / "alone", FaultPlan(), seeds, matches, games)
    print(f"left alone: {alone.line()}", flush=True)
    through = await play(folder / "through", ALL_AT_ONCE, seeds, matches, games, KILLED_EVERY)
    print(f"through faults: {through.line()}")
    struck = sorted(through.struck.items(), key=lambda each: each[0].value)
    counts = [f"{fault.plan_name} {times}" for fault, times in struck]
    print(f"server_killed {through.kills}, {', '.join(counts)}")
    return differing(alone, through)
