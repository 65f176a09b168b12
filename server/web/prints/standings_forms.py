"""Standings and schedule of a tournament at addresses that are older than those of all forms."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request, Response

from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.services import TournamentDep
from server.web.prints.printed import FormAsked, FormatDep, printed

Kind = Literal["standings", "schedule"]
operators = APIRouter(prefix="/hall/t/{tournament}", include_in_schema=False)
public = APIRouter(prefix="/t/{tournament}", include_in_schema=False)


async def _asked(kind: Kind, tournament: TournamentDep, form_format: FormatDep) -> FormAsked:
    return FormAsked(kind=kind, tournament=tournament, form_format=form_format)


OlderFormDep = Annotated[FormAsked, Depends(_asked)]


@operators.get("/{kind}.pdf")
@operators.get("/{kind}.csv")
async def directors_form(
    request: Request,
    visitor: Annotated[Visitor, Depends(needs(Action.SEE_BOTH_ROOMS))],
    asked: OlderFormDep,
) -> Response:
    """The standings or the schedule, by the results that are in, of both rooms."""
    return await printed(request, asked, visitor, public=False)


@public.get("/{kind}.pdf")
@public.get("/{kind}.csv")
async def public_form(
    request: Request,
    visitor: Annotated[Visitor, Depends(needs(Action.WATCH))],
    asked: OlderFormDep,
) -> Response:
    """The standings or the schedule, by what is public."""
    return await printed(request, asked, visitor, public=True)
