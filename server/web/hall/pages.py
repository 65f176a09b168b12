"""The page of the hall and the page of holds (ruling 31).

The page of the hall shows what has to be done, and all matches.
"""

import asyncio
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import RedirectResponse, Response

from server.access import Action
from server.hall import Hall
from server.views.match.words import hold_line
from server.web.calls.orders import hold_hall
from server.web.edge.authorization import Directing, SeeingConsole, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import check_each_once, posted
from server.web.edge.services import HallDep
from server.web.hall.sockets import ConsoleDeskDep, ConsolePartsDep
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.shell.lists import PageNumber, page_links
from server.web.shell.shell import Shell, ShellDep
from server.words.translation import Words

router = APIRouter(include_in_schema=False)


@router.get("/hall")
async def hall(
    request: Request,
    visitor: SeeingConsole,
    shell: ShellDep,
    desk: ConsoleDeskDep,
    parts: ConsolePartsDep,
    needy: Annotated[bool, Query()] = False,
    page: PageNumber = 1,
) -> Response:
    """Show the hall: what somebody has to do (the list of needs), and one page of matches.

    With `needy` only matches at which somebody has to do something are shown.
    """
    words = shell.words(request)
    seen = parts.hall_page(visitor, words, needy=needy, page=page)
    shown = seen.tiles
    return shell.page(
        request,
        "hall/hall.html",
        tiles=shown.items,
        matches=len(desk.hall.registry),
        live=parts.hall(visitor, words, seen),
        feed=_feed(needy=needy, page=shown.number),
        pages=page_links(shown, request.url),
        needy=needy,
        tournaments=_tournaments(desk.hall),
        rounds=_rounds(desk.hall, words) if visitor.room is None else (),
    )


@router.post("/hall/restored/dismissed", dependencies=[Depends(needs(Action.SCHEDULE))])
async def restored_dismissed(desk: ConsoleDeskDep) -> Response:
    """Hide the notice that a backup was restored.

    The operator does so after entering again what the backup lacked.
    """
    if desk.restoration is not None:
        await asyncio.to_thread(desk.restoration.dismiss)
    return RedirectResponse("/hall", 303, {"cache-control": "no-store"})


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A link to the page on which all matches of a round are acted on at once."""

    name: str
    path: str


def _rounds(hall: Hall, words: Words) -> list[RoundLink]:
    """Return a link for each round with a match in play.

    If there are several tournaments, each link names its tournament.
    """
    several = len(hall.tournaments.names) > 1
    playing = {(each.tournament, each.number) for each in hall.registry.in_play()}
    links = []
    for tournament, name in hall.tournaments.names.items():
        for stage in hall.tournaments.processes[tournament].state.event.stages.values():
            for each in stage.rounds:
                if any((tournament, pair.number) in playing for pair in each.pairings):
                    shown = words.gettext("Round %(number)s", number=each.number)
                    path = f"/hall/t/{name}/tournament/rounds/{stage.number}/{each.number}"
                    links.append(RoundLink(f"{name}: {shown}" if several else shown, path))
    return links


def _tournaments(hall: Hall) -> dict[str, int]:
    """Return the number of teams of each tournament, by the tournament's name."""
    processes = hall.tournaments.processes
    return {str(name): len(processes[each].teams) for each, name in hall.tournaments.names.items()}


def _feed(*, needy: bool, page: int) -> str:
    """Return the address of the websocket that keeps this page of the hall up to date."""
    return "/hall/live?" + urlencode({**({"needy": 1} if needy else {}), "page": page})


hold_router = APIRouter(prefix="/hall/holds", include_in_schema=False)


@hold_router.get("")
async def holds(request: Request, director: Directing, shell: ShellDep, hall: HallDep) -> Response:
    """Show the holds of rooms and of the hall, and the form for a new hold."""
    return _page(request, shell, hall)


@hold_router.post("")
async def hold(
    request: Request, director: Directing, command_id: CommandIdDep, shell: ShellDep, hall: HallDep
) -> Response:
    """Hold a room or the hall, or lift a hold, and redirect to the page of the hall."""
    fields = dict(await posted(request))
    form = fields.pop("form", "hold")
    try:
        await check_each_once(request)
        await hold_hall(hall, fields, director, command_id)
    except REFUSALS as error:
        words = shell.words(request)
        why = refused(form, fields, error, words, hall.names(words.code, in_full=True))
        return _page(request, shell, hall, why)
    return RedirectResponse("/hall", 303, {"cache-control": "no-store"})


def _page(request: Request, shell: Shell, hall: Hall, why: Refused = NOTHING_REFUSED) -> Response:
    words = shell.words(request)
    lines = [hold_line(each, words) for each in hall.tournaments.held.holds.values()]
    return shell.page(request, "hall/holds.html", status=why.page_status, lines=lines, refused=why)
