"""Games of teams of known difference, judged: luck comes to nothing in the mean."""

from typing import Annotated

import typer

from benchmarks.soak.soak import Seed
from players.gnubg_nets import nets_installed
from tests.simulator.study.test_play_by_nets import check_luck


def luck(
    seed: Seed,
    boards: Annotated[int, typer.Option(min=40, help="A game in each room.")] = 400,
) -> list[str]:
    """Play and judge them; raises AssertionError if luck is not none or hides who is better."""
    if not nets_installed():
        return ["gnubg-nn is missing: pip install gnubg-nn"]
    check_luck(boards, seed)
    print(f"{boards} boards judged")
    return []
