"""A long test in which a server is killed hundreds of times.

The same match is played undisturbed and with ten kills, and this is repeated with the next seed.
The seed decides after which changes the server is killed; how far the server has got with the
change is left to chance.
"""

from typing import Annotated

import typer

from benchmarks.soak.soak import Folder, Seed, made, on_the_servers_loop
from tests.end_to_end.test_killed_server import check_kills

KILLS = 10
"""Number of kills in each match."""


def kills(
    seed: Seed,
    folder: Folder = None,
    matches: Annotated[int, typer.Option(min=1, help=f"Each with {KILLS} kills.")] = 30,
) -> list[str]:
    """Play matches with and without kills; return a line for each match that the kills changed."""
    place, wrong = made(folder, "kills"), list[str]()
    for number in range(seed, seed + matches):
        try:
            on_the_servers_loop(check_kills(place / str(number), number, KILLS))
        except AssertionError as error:
            wrong.append(f"seed {number}: {str(error) or 'the match ended otherwise'}")
        print(f"{(number - seed + 1) * KILLS:6} kills, {len(wrong)} matches changed", flush=True)
    return wrong
