"""The public's pages: the list of matches, and one page a match that follows it live."""

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from server.access import Action
from server.live.hub import LiveHub
from server.web.board_words import status_words
from server.web.gate import needs
from server.web.live_socket import unknown_match
from server.web.page_fragments import page_fragments
from server.web.shell import Shell, shell_routes
from server.web.static_files import static_routes


def spectator_pages(hub: LiveHub, shell: Shell | None = None) -> APIRouter:
    """The pages over what the hub makes public, and the files and forms they need."""
    shell = shell or Shell()
    routes = APIRouter(include_in_schema=False)
    routes.include_router(static_routes())
    routes.include_router(shell_routes())

    @routes.get("/", dependencies=[Depends(needs(Action.WATCH))])
    async def matches(request: Request) -> HTMLResponse:
        words = shell.words(request)
        listed = [(now, status_words(now, words)) for now in hub.snapshots()]
        return shell.page(request, "matches.html", matches=listed)

    @routes.get("/matches/{number}", dependencies=[Depends(needs(Action.WATCH))])
    async def match(request: Request, number: int) -> HTMLResponse:
        now = hub.snapshot(number)
        if now is None:
            raise unknown_match(hub, number)
        parts = page_fragments(now, shell.words(request).code)
        return shell.page(request, "match.html", now=now, parts=parts)

    return routes
