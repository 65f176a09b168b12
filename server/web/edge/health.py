"""Health checks for monitoring programs: whether the server runs, and whether it can do its work.

Metrics have a listener of their own; faults are shown on the console.
"""

from fastapi import APIRouter, Depends
from starlette.responses import PlainTextResponse

from server.access import Action
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep

router = APIRouter(
    tags=["health"],
    dependencies=[Depends(needs(Action.SEE_PUBLIC))],
    default_response_class=PlainTextResponse,
)
_UNSTORED = {"cache-control": "no-store"}


@router.get("/healthz")
async def healthz() -> PlainTextResponse:
    """Answers "ok" while the server runs."""
    return PlainTextResponse("ok", headers=_UNSTORED)


@router.get("/readyz", responses={503: {"description": "not ready: see the console"}})
async def readyz(hall: HallDep) -> PlainTextResponse:
    """Answers "ready", or 503 "not ready" while nothing can be stored on the disk.

    While a server starts or migrates its records, it does not listen yet.
    """
    if hall.storage.faults:
        return PlainTextResponse("not ready", 503, _UNSTORED)
    return PlainTextResponse("ready", headers=_UNSTORED)
