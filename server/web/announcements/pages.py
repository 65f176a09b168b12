"""The page on which operators announce something to everybody, and end announcements."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from rules.directing.announcements import LONGEST
from server.hall import Hall
from server.views.announcements.words import announcement_lines
from server.web.announcements.orders import MAKE, TAKE_DOWN, Announcing
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import check_each_once, posted
from server.web.edge.services import HallDep
from server.web.orders.order_list import Sender
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.shell.shell import Shell, ShellDep
from server.words.languages import LANGUAGES

MINUTES = (10, 30, 60, 120, 240)
"""Choices in the form for how long an announcement is shown, in minutes."""
router = APIRouter(prefix="/hall/announcements", include_in_schema=False)


@router.get("")
async def announcements(
    request: Request, visitor: Announcing, shell: ShellDep, hall: HallDep
) -> Response:
    """Show the announcements, and the form for a new one."""
    return _page(request, shell, hall)


@router.post("")
async def make(
    request: Request,
    visitor: Announcing,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """Make an announcement, or take one down."""
    fields = dict(await posted(request))
    form = fields.pop("form", "announce")
    try:
        await check_each_once(request)
        order = TAKE_DOWN if "number" in fields else MAKE
        body = order.read_form(_asked(fields, hall.now()))
        await order.give(Sender(hall, visitor), body, command_id)
    except REFUSALS as error:
        words = shell.words(request)
        why = refused(form, fields, error, words, hall.names(words.code, in_full=True))
        return _page(request, shell, hall, why)
    return RedirectResponse("/hall/announcements", 303, {"cache-control": "no-store"})


def _asked(fields: Mapping[str, str], now: datetime) -> dict[str, str]:
    """Return the fields of the form under the names of the API's body.

    The form has `minutes`, counted from `now`, instead of the time `until`.
    """
    asked = dict(fields)
    minutes = asked.pop("minutes", "")
    if minutes in [str(each) for each in MINUTES]:
        asked["until"] = (now + timedelta(minutes=int(minutes))).isoformat()
    return asked


def _page(request: Request, shell: Shell, hall: Hall, why: Refused = NOTHING_REFUSED) -> Response:
    words = shell.words(request)
    announced, names = hall.tournaments.announced, hall.names(words.code)
    return shell.page(
        request,
        "announcements/announcements.html",
        status=why.page_status,
        shown=announcement_lines(announced, hall.now(), words, names),
        ends={
            each.made.number: words.clock(each.made.until.astimezone()) if each.made.until else ""
            for each in announced.standing.values()
        },
        tournaments=[str(each) for each in hall.tournaments.names.values()],
        minutes=MINUTES,
        longest=LONGEST,
        refused=why,
        in_one_language=any(why.value("announce", code) for code in LANGUAGES),
    )
