"""The functions of this extra that a server calls: its judging, pages and printed forms."""

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from server.hall import Hall
from server.live.hub import LiveHub
from server.settings import Settings
from server.views.printable import FormSource
from server.web.edge.page_hooks import PageHooks, PagePart
from server.web.edge.services import Opening, ServerHooks
from yalta_extras.analysis import pages
from yalta_extras.analysis.match_luck import MatchLuck, luck_folder, luck_of_matches
from yalta_extras.analysis.match_section import LuckParts
from yalta_extras.analysis.prints import PRINTS

judging: Callable[[Path, Hall, LiveHub], AbstractAsyncContextManager[MatchLuck]] = luck_of_matches
"""What a server uses to judge a hall's finished matches and store their luck in a folder."""


@contextlib.asynccontextmanager
async def _services(opening: Opening) -> AsyncIterator[Sequence[object]]:
    hall, hub = opening.hall, opening.hub
    async with judging(luck_folder(opening.settings), hall, hub) as luck:
        hub.add_parts(LuckParts(hall, luck))
        yield (luck,)


def _for_a_print(settings: Settings, hall: Hall, hub: LiveHub) -> FormSource:
    return MatchLuck(hall, hub, luck_folder(settings))


HOOKS = ServerHooks(
    services=_services,
    prints=PRINTS,
    form_source=_for_a_print,
    pages=PageHooks(
        routers=(pages.router,),
        match_sections=(pages.LUCK_SECTION, pages.LUCK_HEADLINE),
        parts={PagePart.PLAYER_LINKS: pages.way_to_decisions},
        result_pages=("analysis/decisions.html", "analysis/tournament_decisions.html"),
    ),
)
