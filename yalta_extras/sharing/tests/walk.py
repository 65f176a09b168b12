"""The extra's pages in the full hall of the tests, and what its addresses are asked with."""

from collections.abc import Iterator

from server.access import PUBLIC
from tests.support.all_pages import PageSeen
from tests.support.full_hall import OVER, OVER_TO_POINTS
from tests.support.served import Served

QUERIES: dict[str, tuple[str, ...]] = {}


def prepare(*, engines: bool) -> None:
    """Nothing here is left to chance or to what is installed."""


async def pages_of(served: Served) -> list[PageSeen]:
    """Every page, once for each visitor to whom it looks otherwise."""
    return [*_pages()]


def _pages() -> Iterator[PageSeen]:
    embed = "/embed/t/{tournament}/matches/{number}"
    for number in (1, 2, OVER, OVER_TO_POINTS):
        yield PageSeen(embed, f"/embed/t/club/matches/{number}", PUBLIC)
    yield PageSeen(f"{embed}/g{{game}}", f"/embed/t/club/matches/{OVER}/g1", PUBLIC)
    yield PageSeen(f"{embed}/g{{game}}/{{step}}", f"/embed/t/club/matches/{OVER}/g1/m2", PUBLIC)
    yield PageSeen(f"{embed}/g{{game}}/{{step}}", "/embed/t/club/matches/1/g9/m9", PUBLIC)
