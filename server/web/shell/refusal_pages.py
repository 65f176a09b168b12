"""The pages that people see if an address is unknown or not understood, or if nothing was stored.

Also here: the page if too much was sent.
"""

from collections.abc import Awaitable, Callable
from typing import cast

from fastapi import FastAPI, Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from rules.errors import MatchRefused
from server.access import Action, may_somewhere
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.event_log.contract import LogUnavailable
from server.web.edge.authorization import expects_page, visitor_of
from server.web.edge.public_services import names_in
from server.web.shell.form_errors import invalid
from server.web.shell.nearby import nearby
from server.web.shell.shell import Shell

_READING = ("GET", "HEAD")
Handler = Callable[[Request, Exception], Awaitable[Response]]


def add_unknown_pages(app: FastAPI, shell: Shell) -> None:
    """Add the page that people see if there is no such page, match, team or person.

    It also says which part of an address cannot be understood.

    Call it only after the answers to refusals were added: programs still get those answers.
    """
    as_before = cast(Handler, app.exception_handlers[MatchRefused])
    for_programs = cast(Handler, app.exception_handlers[RequestValidationError])

    def _unknown(request: Request, number: object) -> Response:
        near = nearby(request) if may_somewhere(visitor_of(request), Action.WATCH) else None
        return shell.page(
            request, "shell/unknown.html", status=404, match=number, near=near, faults=()
        )

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and expects_page(request):
            return _unknown(request, None)
        return await http_exception_handler(request, error)

    async def match(request: Request, error: Exception) -> Response:
        assert isinstance(error, MatchRefused)
        nowhere = error.field in ("team", "person") and request.method in _READING
        if (nowhere or error.field in ("match", "tournament")) and expects_page(request):
            number = error.value if error.field == "match" else None
            number = names_in(request).in_refusal(number)
            return _unknown(request, number)
        return await as_before(request, error)

    async def asked(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        if request.method not in _READING or not expects_page(request):
            return await for_programs(request, error)
        return _not_understood(request, error, shell)

    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(MatchRefused, match)
    app.add_exception_handler(RequestValidationError, asked)


def _not_understood(request: Request, error: RequestValidationError, shell: Shell) -> Response:
    words = shell.words(request)
    faults = [(each["loc"][-1], each["input"], invalid(each, words)) for each in error.errors()]
    values = {"match": None, "near": None, "faults": faults}
    return shell.page(request, "shell/unknown.html", status=422, **values)


def too_large_page(shell: Shell) -> Callable[[Request, int], Response]:
    """Return a function that makes the page for people who sent more bytes than are allowed."""

    def page(request: Request, most: int) -> Response:
        return shell.page(request, "shell/too_large.html", status=413, kilobytes=most // 1024)

    return page


_HEADERS = {"retry-after": "5", "cache-control": "no-store"}


def add_storage_refusals(app: FastAPI, shell: Shell) -> None:
    """Make the application answer 503 if nothing could be stored.

    People get a page, and programs get JSON.
    """

    async def not_stored(request: Request, error: Exception) -> Response:
        if expects_page(request):
            answer: Response = shell.page(request, "shell/not_stored.html", status=503)
            answer.headers["retry-after"] = _HEADERS["retry-after"]
            return answer
        return JSONResponse({"detail": str(error)}, 503, _HEADERS)

    for kind in (LogUnavailable, AccountsUnavailable):
        app.add_exception_handler(kind, not_stored)
