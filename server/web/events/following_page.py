"""What this device follows: a page that is the same for everybody, filled in by the browser."""

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from server.access import Action
from server.web.edge.authorization import needs
from server.web.pages.shell import ShellDep

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])


@router.get("/following")
async def following(request: Request, shell: ShellDep) -> Response:
    """The page; nothing of what is followed is told to the server."""
    return shell.page(request, "following.html")
