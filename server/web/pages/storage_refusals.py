"""What is answered while the server's disk stores nothing: nothing has changed, try again."""

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response

from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.event_log.contract import LogUnavailable
from server.web.edge.authorization import expects_page
from server.web.pages.shell import Shell

_HEADERS = {"retry-after": "5", "cache-control": "no-store"}


def add_storage_refusals(app: FastAPI, shell: Shell) -> None:
    """Answer 503: people with a page in their language, programs with what failed."""

    async def not_stored(request: Request, error: Exception) -> Response:
        if expects_page(request):
            answer: Response = shell.page(request, "not_stored.html", status=503)
            answer.headers["retry-after"] = _HEADERS["retry-after"]
            return answer
        return JSONResponse({"detail": str(error)}, 503, _HEADERS)

    for kind in (LogUnavailable, AccountsUnavailable):
        app.add_exception_handler(kind, not_stored)
