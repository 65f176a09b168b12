"""Position sheets by room, for those who serve one: of a match's table, and of a whole room.

Never both rooms in one document: a sheet goes to the table it is of (ruling 7).
"""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from protocol_forms.paper import Paper
from protocol_forms.sheets.position_sheets import (
    PositionSheet,
    position_sheets,
    position_table,
)
from protocol_forms.writers.form_html import form_html
from protocol_forms.writers.form_pdf import several_pdf
from rules.errors import MatchRefused
from rules.room import Room
from server.access import Action, Visitor
from server.prints.colours import printed_words
from server.prints.position_forms import position_sheet, sheets_of
from server.translation import Words
from server.web.edge.authorization import needs
from server.web.edge.services import MatchIdDep, names_in, services_of
from server.web.pages.shell import Shell
from server.web.prints.printed import OnPaperDep, file_headers, page_headers

router = APIRouter(include_in_schema=False)
Seeing = Annotated[Visitor, Depends(needs(Action.SEE_TABLE))]
_OF_TABLE = "/hall/t/{tournament}/matches/{number}/tables/{room}/position-sheet"


@router.get(f"{_OF_TABLE}.pdf")
async def of_table(
    request: Request, _: Seeing, match_id: MatchIdDep, room: Room, on_paper: OnPaperDep
) -> Response:
    """A table's sheet to print."""
    services, words = services_of(request), _words(request)
    sheet = position_sheet(services.hall, services.hub, match_id, room, words)
    key = names_in(request).match(match_id).key
    return await _pdf([sheet], words, f"match-{key}-{room.value}-position", on_paper.paper)


@router.get(f"{_OF_TABLE}.html")
async def page_of_table(request: Request, _: Seeing, match_id: MatchIdDep, room: Room) -> Response:
    """The same on a screen."""
    services, words = services_of(request), _words(request)
    sheet = position_sheet(services.hall, services.hub, match_id, room, words)
    form = position_table(sheet, words.gettext)
    page = form_html(form, words.gettext, words.code, Shell(services.language).theme(request))
    return Response(page, media_type="text/html", headers=page_headers(words.code))


@router.get("/hall/position-sheets/{room}.pdf")
async def of_room(request: Request, visitor: Seeing, room: Room, on_paper: OnPaperDep) -> Response:
    """The sheets of all tables of a room at which somebody plays, a page each.

    Raises MatchRefused where there is none.
    """
    services, words = services_of(request), _words(request)
    in_play = services.hall.registry.in_play()
    sheets = sheets_of(services.hall, services.hub, in_play, room, visitor, words)
    if not sheets:
        raise MatchRefused("room", room.value, "a room in which a match is being played")
    return await _pdf(sheets, words, f"{room.value}-room-positions", on_paper.paper)


def _words(request: Request) -> Words:
    """The words of forms in the visitor's language."""
    services = services_of(request)
    return printed_words(Shell(services.language).words(request), services.second_colour)


async def _pdf(sheets: list[PositionSheet], words: Words, name: str, paper: Paper) -> Response:
    made = position_sheets(sheets, words.gettext, words.code)
    content = await asyncio.to_thread(several_pdf, [made], paper)
    headers = file_headers(f"{name}.pdf", words.code)
    return Response(content, media_type="application/pdf", headers=headers)
