"""The public's pages: all tables, and one page a match that follows it live."""

from collections.abc import Callable

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from server.access import Action, sees_aids
from server.live.hub import LiveHub
from server.web.edge.authorization import needs, visitor_of
from server.web.edge.static_files import static_routes
from server.web.pages.shell import Shell, shell_routes
from server.web.spectators.live_socket import unknown_match
from server.web.spectators.match_page import match_page
from server.web.spectators.story_routes import story_routes
from server.web.spectators.table_pages import TablePages, featured_routes


def spectator_pages(
    hub: LiveHub, shell: Shell | None = None, *, set_up: Callable[[], bool] = lambda: True
) -> APIRouter:
    """The pages over what the hub makes public, and the files and forms they need.

    `set_up` says whether there is a director yet; until then the first page tells how.
    """
    shell = shell or Shell()
    routes = APIRouter(include_in_schema=False)
    routes.include_router(static_routes())
    routes.include_router(shell_routes())
    routes.include_router(story_routes(hub, shell))
    routes.include_router(TablePages(hub, shell, set_up).routes())
    routes.include_router(featured_routes(hub))

    @routes.get("/matches/{number}", dependencies=[Depends(needs(Action.WATCH))])
    async def match(request: Request, number: int) -> HTMLResponse:
        now = hub.snapshot(number)
        if now is None:
            raise unknown_match(hub, number)
        values = match_page(now, shell.words(request), aids=sees_aids(visitor_of(request)))
        return shell.page(request, "match.html", **values)

    return routes
