"""Long tests that try properties and checks of the test suite on many random examples."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Annotated

import typer
from hypothesis import HealthCheck, seed, settings

from benchmarks.soak.soak import Seed
from players.gnubg_nets import nets_installed
from tests.board_drivers.link.test_exactly_once import (
    bad_lines,
    check_delivery,
    check_story,
    stories,
)
from tests.board_drivers.wire.test_hostile_bytes import withstood

NO_NETS = "gnubg-nn is missing: pip install gnubg-nn"
_AT_ONCE = 50_000

Drawn = Callable[[Callable[..., None]], Callable[..., None]]
"""A decorator that sets how many random examples Hypothesis tries with a property, and which."""


def new_examples(number: int, first: int) -> Drawn:
    """Return a decorator that tries a property on `number` examples from the seed `first`.

    No examples are stored for other runs.
    """
    usual = settings(
        max_examples=number,
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=[HealthCheck.too_slow],
    )

    def tried(test: Callable[..., None]) -> Callable[..., None]:
        return seed(first)(usual(test))

    return tried


def hostile_bytes(
    seed: Seed,
    inputs: Annotated[
        int, typer.Option(min=1_000, help="Mutated frames and payloads.")
    ] = 1_000_000,
) -> list[str]:
    """Pass mutated bytes to the decoder and the readers of messages.

    Raises any error that the decoder or a reader raises.
    """
    for number, first in enumerate(range(0, inputs, _AT_ONCE)):
        withstood(min(_AT_ONCE, inputs - first), seed + number)
        print(f"{min(first + _AT_ONCE, inputs):9} inputs withstood", flush=True)
    return []


def links(
    seed: Seed,
    lines: Annotated[int, typer.Option(min=1, help="Bad lines.")] = 2_000,
    happenings: Annotated[int, typer.Option(min=1, help="Stories of failures.")] = 4_000,
) -> list[str]:
    """Run the link over bad lines and through failures in virtual time.

    If it fails, print the shortest sequence of failures that makes it fail, and raise its error.
    """
    new_examples(lines, seed)(bad_lines(check_delivery))()
    print(f"{lines} bad lines have delivered everything once", flush=True)
    new_examples(happenings, seed)(stories(check_story))()
    print(f"{happenings} stories have lost, doubled and changed nothing", flush=True)
    return []


def plays(
    seed: Seed,
    seeds: Annotated[
        int, typer.Option(min=1, help="Of forty positions, each with 21 rolls.")
    ] = 500,
) -> list[str]:
    """Compare the legal plays of random positions with GNU Backgammon's.

    Raises AssertionError with a position and a roll if they differ.
    """
    if find_spec("gnubg_nn") is None:
        return [NO_NETS]
    from tests.rules.games.test_backgammon_oracle import compare

    for number in range(seeds):
        compare(seed + number)
        if (number + 1) % 50 == 0:
            print(f"{40 * (number + 1):8} positions agree", flush=True)
    return []


def luck(
    seed: Seed,
    boards: Annotated[int, typer.Option(min=40, help="A game in each room.")] = 400,
) -> list[str]:
    """Play and judge games in both rooms.

    Raises AssertionError if luck is biased, or if the better side does not lead after luck is
    subtracted.
    """
    if not nets_installed():
        return [NO_NETS]
    from yalta_extras.study.tests.test_play_by_nets import check_luck

    check_luck(boards, seed)
    print(f"{boards} boards judged")
    return []
