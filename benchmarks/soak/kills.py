"""A server killed hundreds of times: the same match is played undisturbed and through ten kills.

Again and again with the next seed. Which change is followed by a kill follows from the seed; how
far the server was with it when it died does not.
"""

from typing import Annotated

import typer

from benchmarks.soak.soak import Folder, Seed, made, on_the_servers_loop
from tests.end_to_end.test_killed_server import check_kills

KILLS = 10
"""Of each match."""


def kills(
    seed: Seed,
    folder: Folder = None,
    matches: Annotated[int, typer.Option(min=1, help=f"Each with {KILLS} kills.")] = 30,
) -> list[str]:
    """Play matches; which of them a kill has changed."""
    place, wrong = made(folder, "kills"), list[str]()
    for number in range(seed, seed + matches):
        try:
            on_the_servers_loop(check_kills(place / str(number), number, KILLS))
        except AssertionError as error:
            wrong.append(f"seed {number}: {str(error) or 'the match ended otherwise'}")
        print(f"{(number - seed + 1) * KILLS:6} kills, {len(wrong)} matches changed", flush=True)
    return wrong
