"""The page of the hall: its tiles, those that need somebody first."""

import asyncio
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import RedirectResponse, Response

from server.access import Action, Visitor
from server.hall import Hall
from server.web.console.services import ConsoleDeskDep, ConsolePartsDep
from server.web.edge.authorization import needs
from server.web.pages.paging import PageNumber, page_links
from server.web.pages.shell import ShellDep

router = APIRouter(include_in_schema=False)


@router.get("/hall")
async def hall(
    request: Request,
    visitor: Annotated[Visitor, Depends(needs(Action.SEE_CONSOLE))],
    shell: ShellDep,
    desk: ConsoleDeskDep,
    parts: ConsolePartsDep,
    needy: Annotated[bool, Query()] = False,
    page: PageNumber = 1,
) -> Response:
    """A page of the tiles; `needy`: only those that need somebody."""
    words = shell.words(request)
    shown = parts.hall_page(visitor, words, needy=needy, page=page)
    return shell.page(
        request,
        "console/hall.html",
        tiles=shown.items,
        matches=len(desk.hall.registry),
        live=parts.hall(visitor, words, shown),
        feed=_feed(needy=needy, page=shown.number),
        pages=page_links(shown, request.url),
        needy=needy,
        tournaments=_tournaments(desk.hall),
    )


@router.post("/hall/restored/dismissed", dependencies=[Depends(needs(Action.SCHEDULE))])
async def restored_dismissed(desk: ConsoleDeskDep) -> Response:
    """Show no more that a backup was restored: what it lacked is entered again."""
    if desk.restoration is not None:
        await asyncio.to_thread(desk.restoration.dismiss)
    return RedirectResponse("/hall", 303, {"cache-control": "no-store"})


def _tournaments(hall: Hall) -> dict[str, int]:
    """How many teams each tournament has, by its name."""
    processes = hall.tournaments.processes
    return {str(name): len(processes[each].teams) for each, name in hall.tournaments.names.items()}


def _feed(*, needy: bool, page: int) -> str:
    """The address of the socket that keeps this page of the hall as it is."""
    return "/hall/live?" + urlencode({**({"needy": 1} if needy else {}), "page": page})
