"""Position sheets by room, for those who serve one: of a match's table, and of a whole room.

Never both rooms in one document: a sheet goes to the table it is of (ruling 7).
"""

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from protocol_forms.sheets.position_sheets import (
    PositionSheet,
    position_sheets,
    position_table,
)
from protocol_forms.writers.form_html import form_html
from protocol_forms.writers.pdf import several_pdf
from protocol_forms.writers.sheet import in_two_languages
from rules.errors import MatchRefused
from rules.room import Room
from server.access import Action, Visitor
from server.prints.colours import printed_words
from server.prints.position_prints import position_sheet, sheets_of
from server.web.edge.authorization import needs
from server.web.edge.services import MatchIdDep, names_in, services_of
from server.web.pages.shell import Shell
from server.web.prints.printed import OnPaper, OnPaperDep, file_headers, page_headers
from server.words.translation import Words, words_for

router = APIRouter(include_in_schema=False)
Seeing = Annotated[Visitor, Depends(needs(Action.SEE_TABLE))]
_OF_TABLE = "/hall/t/{tournament}/matches/{number}/tables/{room}/position-sheet"


@router.get(f"{_OF_TABLE}.pdf")
async def of_table(
    request: Request, _: Seeing, match_id: MatchIdDep, room: Room, on_paper: OnPaperDep
) -> Response:
    """A table's sheet to print."""
    services = services_of(request)
    key = names_in(request).match(match_id).key

    def sheets(words: Words) -> list[PositionSheet]:
        return [position_sheet(services.hall, services.hub, match_id, room, words)]

    return await _pdf(request, sheets, f"match-{key}-{room.value}-position", on_paper)


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
    services = services_of(request)
    in_play = services.hall.registry.in_play()

    def sheets(words: Words) -> list[PositionSheet]:
        return sheets_of(services.hall, services.hub, in_play, room, visitor, words)

    if not sheets(_words(request)):
        raise MatchRefused("room", room.value, "a room in which a match is being played")
    return await _pdf(request, sheets, f"{room.value}-room-positions", on_paper)


def _words(request: Request) -> Words:
    """The words of forms in the visitor's language."""
    services = services_of(request)
    return printed_words(Shell(services.language).words(request), services.second_colour)


async def _pdf(
    request: Request, sheets: Callable[[Words], list[PositionSheet]], name: str, on_paper: OnPaper
) -> Response:
    """The sheets in the visitor's language, and in a second one beside it where that is asked."""
    words, colour = _words(request), services_of(request).second_colour
    made = position_sheets(sheets(words), words.gettext, words.code)
    if on_paper.second not in (None, words.code):
        beside = printed_words(words_for(on_paper.second), colour)
        made = in_two_languages(made, position_sheets(sheets(beside), beside.gettext, beside.code))
    content = await asyncio.to_thread(several_pdf, [made], on_paper.paper)
    headers = file_headers(f"{name}.pdf", words.code)
    return Response(content, media_type="application/pdf", headers=headers)
