"""A server killed hundreds of times: the same match is played undisturbed and through ten kills.

This is repeated with the next seed. The seed decides which changes are followed by a kill; how far
the server was with the change when it was killed is left to chance.
"""

from typing import Annotated

import typer

from benchmarks.soak.soak import Folder, Seed, made, on_the_servers_loop
from tests.end_to_end.test_killed_server import check_kills

KILLS = 10
"""The number of kills of each match."""


def kills(
    seed: Seed,
    folder: Folder = None,
    matches: Annotated[int, typer.Option(min=1, help=f"Each with {KILLS} kills.")] = 30,
) -> list[str]:
    """Play matches; return those that a kill has changed."""
    place, wrong = made(folder, "kills"), list[str]()
    for number in range(seed, seed + matches):
        try:
            on_the_servers_loop(check_kills(place / str(number), number, KILLS))
        except AssertionError as error:
            wrong.append(f"seed {number}: {str(error) or 'the match ended otherwise'}")
        print(f"{(number - seed + 1) * KILLS:6} kills, {len(wrong)} matches changed", flush=True)
    return wrong
