"""Legal plays beside GNU Backgammon's own generator, in positions played and made up."""

from importlib.util import find_spec
from typing import Annotated

import typer

from benchmarks.soak.soak import Seed


def plays(
    seed: Seed,
    seeds: Annotated[
        int, typer.Option(min=1, help="Of forty positions, each with 21 rolls.")
    ] = 500,
) -> list[str]:
    """Compare them; raises AssertionError with a position and roll that differ."""
    if find_spec("gnubg_nn") is None:
        return ["gnubg-nn is missing: pip install gnubg-nn"]
    from tests.rules.games.test_backgammon_oracle import compare

    for number in range(seeds):
        compare(seed + number)
        if (number + 1) % 50 == 0:
            print(f"{40 * (number + 1):8} positions agree", flush=True)
    return []
