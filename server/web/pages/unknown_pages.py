"""What a person sees who asks for a page there is not: where he can go from there."""

from collections.abc import Awaitable, Callable
from typing import cast

from fastapi import FastAPI, Request
from fastapi.exception_handlers import http_exception_handler
from starlette.exceptions import HTTPException
from starlette.responses import Response

from rules.errors import MatchRefused
from server.web.edge.authorization import expects_page
from server.web.edge.services import names_in
from server.web.pages.shell import Shell

Handler = Callable[[Request, Exception], Awaitable[Response]]


def add_unknown_pages(app: FastAPI, shell: Shell) -> None:
    """Answer people in their language where there is no such page or match; programs as before.

    To be added after the refusals whose answers it leaves to programs.
    """
    as_before = cast(Handler, app.exception_handlers[MatchRefused])

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and expects_page(request):
            return shell.page(request, "unknown.html", status=404, match=None)
        return await http_exception_handler(request, error)

    async def match(request: Request, error: Exception) -> Response:
        assert isinstance(error, MatchRefused)
        nowhere = error.field == "team" and request.method in ("GET", "HEAD")
        if (nowhere or error.field in ("match", "tournament")) and expects_page(request):
            number = error.value if error.field == "match" else None
            number = names_in(request).in_refusal(number)
            return shell.page(request, "unknown.html", status=404, match=number)
        return await as_before(request, error)

    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(MatchRefused, match)
