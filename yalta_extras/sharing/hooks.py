"""The functions of this extra that a server calls: pictures, frames, tags of link previews."""

import contextlib
from collections.abc import AsyncIterator, Sequence

from server.web.edge.page_hooks import PageHooks, PagePart
from server.web.edge.services import Opening, ServerHooks
from yalta_extras.sharing import public


@contextlib.asynccontextmanager
async def _services(_: Opening) -> AsyncIterator[Sequence[object]]:
    yield public.services()


HOOKS = ServerHooks(
    services=_services,
    pages=PageHooks(
        routers=(public.router,),
        parts={PagePart.HEAD: public.head, PagePart.MATCH_SHARING: public.frame_offered},
    ),
)
