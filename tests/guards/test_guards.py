"""What programs and people meet is what it was: a change that is meant shows in the golden copies.

`./dev guards` keeps them anew; their difference says what a change did to addresses, fields,
limits, refusals, pages and printed forms.
"""

from difflib import unified_diff
from pathlib import Path

import pytest

from tests.guards.halls import api_lines, fixed_hall
from tests.guards.kept import ANSWERED, SHOWN, kept, lines_of
from tests.support.served import opened


def differing(kind: str, lines: list[str]) -> list[str]:
    """What differs from the golden copy."""
    now = "\n".join(lines).split("\n")
    return [*unified_diff(kept(kind), now, f"kept {kind}", "now", n=0, lineterm="")]


def shown(differences: list[str]) -> str:
    """The first of them, and what to do when they are meant."""
    return "\n".join(["./dev guards", *(line[:400] for line in differences[:60])])


async def test_addresses_and_bodies_of_the_api_are_as_they_were(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        differences = differing("api", list(api_lines(served.app)))
    assert not differences, shown(differences)


@pytest.mark.long(15)
async def test_forms_pages_and_prints_are_as_they_were(tmp_path: Path) -> None:
    async with fixed_hall(tmp_path) as hall:
        differences = [
            each for kind in SHOWN for each in differing(kind, await lines_of(kind, hall))
        ]
    assert not differences, shown(differences)


@pytest.mark.long(30)
@pytest.mark.parametrize("kind", ANSWERED)
async def test_what_is_wrong_is_refused_as_it_was(tmp_path: Path, kind: str) -> None:
    async with fixed_hall(tmp_path) as hall:
        differences = differing(kind, await lines_of(kind, hall))
    assert not differences, shown(differences)
