"""The query parameters for the extra's addresses in the walks over all addresses."""

from tests.support.all_pages import PageSeen
from tests.support.served import Served

_FEED = ("results=hidden", "results=hidden&language=uk")
QUERIES: dict[str, tuple[str, ...]] = {
    "/results.atom": _FEED,
    "/t/{tournament}/results.atom": _FEED,
    "/t/{tournament}/schedule.ics": ("results=hidden", "team=Compass&results=hidden"),
}


def prepare(*, engines: bool) -> None:
    """Do nothing: the extra answers the same each time."""


async def pages_of(served: Served) -> list[PageSeen]:
    """Return no page: feeds and calendars are for programs."""
    return []
