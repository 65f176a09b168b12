"""The functions of this extra that a server calls: the question, and the pause for it."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta

from server.web.edge.page_hooks import PageHooks, PagePart
from server.web.edge.services import Opening, ServerHooks
from yalta_extras.watchers import public


@contextlib.asynccontextmanager
async def _services(opening: Opening) -> AsyncIterator[Sequence[object]]:
    crowd = public.Crowd(opening.hall.double_votes.keep)
    pause = timedelta(seconds=opening.settings.double_pause)
    opening.hub.pause_at_doubles(pause, crowd.close)
    opening.hub.add_parts(public.question_parts)
    yield (crowd,)


HOOKS = ServerHooks(
    services=_services,
    pages=PageHooks(
        routers=(public.router,),
        parts={PagePart.HEAD: public.answers_script, PagePart.PACING: public.question},
    ),
)
