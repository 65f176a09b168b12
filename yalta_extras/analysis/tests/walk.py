"""The extra's pages and forms in the full hall of the tests, and the query parameters for them."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

from server.access import PUBLIC
from server.hall import Hall
from server.live.hub import LiveHub
from tests.support.all_pages import PageSeen
from tests.support.full_hall import OVER
from tests.support.persons import person_id
from tests.support.served import Served
from yalta_extras.analysis import hooks
from yalta_extras.analysis.match_luck import MatchLuck

QUERIES: dict[str, tuple[str, ...]] = {
    "/decisions": ("least=1",),
    "/t/{tournament}/decisions": ("least=1",),
}


def prepare(*, engines: bool) -> None:
    """Make the extra judge no match by itself in the tests of all pages.

    `engines` is True if the extra is to say that an engine is installed.
    """
    hooks.judging = partial(_idle, engines)


@contextlib.asynccontextmanager
async def _idle(
    installed: bool, folder: Path, hall: Hall, hub: LiveHub
) -> AsyncIterator[MatchLuck]:
    yield MatchLuck(hall, hub, folder, installed=lambda: installed)


async def pages_of(served: Served) -> list[PageSeen]:
    """Return every page, and every form as a page, that anybody may see."""
    of_match, match = "/t/{tournament}/matches/{number}/forms/{kind}", f"/t/club/matches/{OVER}"
    sheet = f"take-home-sheet?player={person_id('Otto')}"
    return [
        PageSeen(of_match, f"{match}/forms/luck", PUBLIC),
        PageSeen(of_match, f"{match}/forms/{sheet}", PUBLIC),
        PageSeen("/t/{tournament}/forms/{kind}", "/t/club/forms/decisions", PUBLIC),
        PageSeen("/t/{tournament}/decisions", "/t/club/decisions", PUBLIC),
        PageSeen("/decisions", "/decisions?from=2026-11-31&least=0", PUBLIC),
    ]
