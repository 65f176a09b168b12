"""Every match's protocol at its own addresses: under /api for operators, under /t for everyone.

It is the form "protocol" of `PRINTABLES`; these addresses are older than those of all forms.
"""

from enum import Enum
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.services import MatchIdDep, TournamentDep
from server.web.prints.printed import FormAsked, FormatDep, printed

_TAGS: list[str | Enum] = ["protocol"]
operators = APIRouter(prefix="/api/t/{tournament}/matches/{number}", tags=_TAGS)
public = APIRouter(prefix="/t/{tournament}/matches/{number}", tags=_TAGS)
Operator = Annotated[Visitor, Depends(needs(Action.SEE_BOTH_ROOMS))]
Watching = Annotated[Visitor, Depends(needs(Action.WATCH))]


async def _protocol(
    tournament: TournamentDep, match_id: MatchIdDep, form_format: FormatDep
) -> FormAsked:
    return FormAsked(
        kind="protocol", tournament=tournament, form_format=form_format, match_id=match_id
    )


ProtocolDep = Annotated[FormAsked, Depends(_protocol)]


@operators.get("/protocol.json", name="as_json")
async def operators_json(request: Request, visitor: Operator, asked: ProtocolDep) -> Response:
    """The match protocol as values."""
    return await printed(request, asked, visitor, public=False)


@public.get("/protocol.json", name="as_json")
async def public_json(request: Request, visitor: Watching, asked: ProtocolDep) -> Response:
    """The match protocol as values."""
    return await printed(request, asked, visitor, public=True)


@operators.get("/protocol.html", name="as_html")
async def operators_page(request: Request, visitor: Operator, asked: ProtocolDep) -> Response:
    """The match protocol as a page that prints well."""
    return await printed(request, asked, visitor, public=False)


@public.get("/protocol.html", name="as_html")
async def public_page(request: Request, visitor: Watching, asked: ProtocolDep) -> Response:
    """The match protocol as a page that prints well."""
    return await printed(request, asked, visitor, public=True)


@operators.get("/protocol.pdf", name="as_pdf")
async def operators_pdf(request: Request, visitor: Operator, asked: ProtocolDep) -> Response:
    """The match protocol as the printed form."""
    return await printed(request, asked, visitor, public=False)


@public.get("/protocol.pdf", name="as_pdf")
async def public_pdf(request: Request, visitor: Watching, asked: ProtocolDep) -> Response:
    """The match protocol as the printed form."""
    return await printed(request, asked, visitor, public=True)
