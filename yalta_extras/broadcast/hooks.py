"""The functions of this extra that a server calls: its pages, times for video and overlays."""

import contextlib
from collections.abc import AsyncIterator, Sequence

from rules.text import N_
from server.access import Action, Role
from server.web.edge.page_hooks import NavEntry, PageHooks, PagePart
from server.web.edge.services import Opening, ServerHooks
from yalta_extras.broadcast import pages, public
from yalta_extras.broadcast.safe_video import VideoBook


@contextlib.asynccontextmanager
async def _services(opening: Opening) -> AsyncIterator[Sequence[object]]:
    yield (VideoBook.over(opening.hall, opening.hub),)


HOOKS = ServerHooks(
    services=_services,
    pages=PageHooks(
        routers=(public.router, pages.router),
        nav=(
            NavEntry(
                "/broadcast",
                N_("Broadcast"),
                Action.SEE_VIDEO_TIMES,
                (Role.BROADCASTER,),
                is_first=True,
            ),
        ),
        parts={PagePart.SCREEN_ADDRESS: public.overlays_listed},
    ),
)
