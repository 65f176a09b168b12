"""The public's pages: the list of matches, and one page a match that follows it live."""

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from server.live.hub import LiveHub
from server.web.live_socket import unknown_match
from server.web.page_fragments import page_fragments, page_templates
from server.web.static_files import address_of, static_routes

_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


def spectator_pages(hub: LiveHub) -> APIRouter:
    """The pages over what the hub makes public, and the files they need."""
    routes = APIRouter(include_in_schema=False)
    routes.include_router(static_routes())
    templates = page_templates()
    templates.globals["address_of"] = address_of

    @routes.get("/")
    async def matches() -> HTMLResponse:
        page = templates.get_template("matches.html").render(matches=hub.snapshots())
        return HTMLResponse(page, headers=_HEADERS)

    @routes.get("/matches/{number}")
    async def match(number: int) -> HTMLResponse:
        now = hub.snapshot(number)
        if now is None:
            raise unknown_match(hub, number)
        page = templates.get_template("match.html").render(now=now, parts=page_fragments(now))
        return HTMLResponse(page, headers=_HEADERS)

    return routes
