"""Bad lines, reboots, restarts and cut cables by the thousand, in virtual time."""

from typing import Annotated

import typer

from benchmarks.soak.drawn import new_examples
from benchmarks.soak.soak import Seed
from tests.board_drivers.link.test_exactly_once import (
    bad_lines,
    check_delivery,
    check_story,
    stories,
)


def links(
    seed: Seed,
    lines: Annotated[int, typer.Option(min=1, help="Bad lines.")] = 2_000,
    happenings: Annotated[int, typer.Option(min=1, help="Stories of failures.")] = 4_000,
) -> list[str]:
    """Try them; raises what went wrong in the shortest story of its kind, and prints that story."""
    new_examples(lines, seed)(bad_lines(check_delivery))()
    print(f"{lines} bad lines have delivered everything once", flush=True)
    new_examples(happenings, seed)(stories(check_story))()
    print(f"{happenings} stories have lost, doubled and changed nothing", flush=True)
    return []
