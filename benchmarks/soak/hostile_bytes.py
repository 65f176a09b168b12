"""A million mutated frames and payloads through the decoder and the readers of messages."""

from typing import Annotated

import typer

from benchmarks.soak.soak import Seed
from tests.board_drivers.wire.test_hostile_bytes import withstood

_AT_ONCE = 50_000


def hostile_bytes(
    seed: Seed,
    inputs: Annotated[
        int, typer.Option(min=1_000, help="Mutated frames and payloads.")
    ] = 1_000_000,
) -> list[str]:
    """Feed them; raises what one of them has raised."""
    for number, first in enumerate(range(0, inputs, _AT_ONCE)):
        withstood(min(_AT_ONCE, inputs - first), seed + number)
        print(f"{min(first + _AT_ONCE, inputs):9} inputs withstood", flush=True)
    return []
