"""The page on which the director holds a room or the hall, and lets it go on (ruling 31)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from server.access import Action, Visitor
from server.console.call_words import hold_line
from server.hall import Hall
from server.web.console.call_forms import hold_hall
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.services import HallDep
from server.web.pages.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.pages.shell import Shell, ShellDep

router = APIRouter(prefix="/hall/holds", include_in_schema=False)
Director = Annotated[Visitor, Depends(needs(Action.DIRECT))]


@router.get("")
async def holds(request: Request, director: Director, shell: ShellDep, hall: HallDep) -> Response:
    """What is held of the hall, and the form that holds more of it."""
    return _page(request, shell, hall)


@router.post("")
async def hold(
    request: Request, director: Director, command_id: CommandIdDep, shell: ShellDep, hall: HallDep
) -> Response:
    """Hold a room or the hall, or lift it, and go back to the hall."""
    fields = dict(await posted(request))
    form = fields.pop("form", "hold")
    try:
        await hold_hall(hall, fields, director, command_id)
    except REFUSALS as error:
        words = shell.words(request)
        why = refused(form, fields, error, words, hall.names(words.code, in_full=True))
        return _page(request, shell, hall, why)
    return RedirectResponse("/hall", 303, {"cache-control": "no-store"})


def _page(request: Request, shell: Shell, hall: Hall, why: Refused = NOTHING_REFUSED) -> Response:
    words = shell.words(request)
    lines = [hold_line(each, words) for each in hall.tournaments.held.holds.values()]
    return shell.page(
        request, "console/holds.html", status=why.page_status, lines=lines, refused=why
    )
