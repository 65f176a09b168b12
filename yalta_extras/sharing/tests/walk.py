"""The extra's pages in the full hall of the tests, and the query parameters for their addresses."""

from collections.abc import Iterator

from server.access import PUBLIC
from tests.support.all_pages import PageSeen
from tests.support.full_hall import OVER, OVER_TO_POINTS
from tests.support.served import Served

QUERIES: dict[str, tuple[str, ...]] = {}


def prepare(*, engines: bool) -> None:
    """Do nothing: no page of this extra depends on chance or on what is installed."""


async def pages_of(served: Served) -> list[PageSeen]:
    """Return every page, once for each kind of visitor that sees it differently."""
    return [*_pages()]


def _pages() -> Iterator[PageSeen]:
    embed = "/embed/t/{tournament}/matches/{number}"
    for number in (1, 2, OVER, OVER_TO_POINTS):
        yield PageSeen(embed, f"/embed/t/club/matches/{number}", PUBLIC)
    yield PageSeen(f"{embed}/g{{game}}", f"/embed/t/club/matches/{OVER}/g1", PUBLIC)
    yield PageSeen(f"{embed}/g{{game}}/{{step}}", f"/embed/t/club/matches/{OVER}/g1/m2", PUBLIC)
    yield PageSeen(f"{embed}/g{{game}}/{{step}}", "/embed/t/club/matches/1/g9/m9", PUBLIC)
