"""The extra's pages in the full hall of the tests, and the query parameters for their addresses."""

from collections.abc import Iterator

from server.access import PUBLIC, Role, Visitor
from tests.support.all_pages import PageSeen
from tests.support.full_hall import OVER, OVER_TO_POINTS, PLANNED, UNDER_WAY_TO_POINTS
from tests.support.persons import person_id
from tests.support.served import Served

_OVERLAY = "/t/{tournament}/matches/{number}/overlay"
QUERIES = {
    _OVERLAY: ("show=both&language=uk&theme=dark", "show=score"),
    f"{_OVERLAY}/address": ("show=both&ground=green",),
}


def prepare(*, engines: bool) -> None:
    """Do nothing: no page of this extra depends on chance or on what is installed."""


async def pages_of(served: Served) -> list[PageSeen]:
    """Return every page, once for each kind of visitor that sees it differently."""
    return [*_pages()]


def _pages() -> Iterator[PageSeen]:
    for number in (1, 2, OVER, UNDER_WAY_TO_POINTS, OVER_TO_POINTS):
        overlay = f"/t/club/matches/{number}/overlay"
        yield PageSeen(_OVERLAY, f"{overlay}?show=both", PUBLIC)
        yield PageSeen(f"{_OVERLAY}/address", f"{overlay}/address", PUBLIC)
    broadcaster = Visitor(Role.BROADCASTER, person_id("Broadcaster"))
    yield PageSeen("/broadcast", "/broadcast", broadcaster)
    route = "/broadcast/t/{tournament}/matches/{number}"
    for number, query in ((1, ""), (1, "?delay=3600"), (PLANNED, ""), (UNDER_WAY_TO_POINTS, "")):
        yield PageSeen(route, f"/broadcast/t/club/matches/{number}{query}", broadcaster)
