"""Every form of `PRINTABLES` by its name: operators' under /hall, everyone's under /t.

`?language=` chooses the language, of a page or PDF `?second=` another beside it, of a PDF `?paper=`
a4, a5 or letter; `?stage=`, `?round=`, `?room=`, `?game=`, `?team=` and `?player=` the part that a
form is of.
"""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from server.access import Action, Visitor
from server.prints.formats import FormFormat
from server.web.edge.authorization import needs
from server.web.edge.services import MatchIdDep, TournamentDep
from server.web.prints.printed import FormAsked, FormatDep, OnPaperDep, PartDep, printed

operators = APIRouter(prefix="/hall/t/{tournament}", include_in_schema=False)
public = APIRouter(prefix="/t/{tournament}", include_in_schema=False)
_MATCH = "/matches/{number}"
Operator = Annotated[Visitor, Depends(needs(Action.SEE_BOTH_ROOMS))]
Watching = Annotated[Visitor, Depends(needs(Action.WATCH))]


async def _of_event(
    kind: str,
    tournament: TournamentDep,
    form_format: FormatDep,
    part: PartDep,
    on_paper: OnPaperDep,
) -> FormAsked:
    return FormAsked(
        kind=kind, tournament=tournament, form_format=form_format, part=part, on_paper=on_paper
    )


EventFormDep = Annotated[FormAsked, Depends(_of_event)]


async def _of_match(of_event: EventFormDep, match_id: MatchIdDep) -> FormAsked:
    return replace(of_event, match_id=match_id)


MatchFormDep = Annotated[FormAsked, Depends(_of_match)]


async def operators_event_form(
    request: Request, visitor: Operator, asked: EventFormDep
) -> Response:
    """A form of an event, by the results that are in, of both rooms."""
    return await printed(request, asked, visitor, public=False)


async def operators_match_form(
    request: Request, visitor: Operator, asked: MatchFormDep
) -> Response:
    """A form of a match as it stands."""
    return await printed(request, asked, visitor, public=False)


async def public_event_form(request: Request, visitor: Watching, asked: EventFormDep) -> Response:
    """A form of an event, by what is public."""
    return await printed(request, asked, visitor, public=True)


async def public_match_form(request: Request, visitor: Watching, asked: MatchFormDep) -> Response:
    """A form of a match, by what is public."""
    return await printed(request, asked, visitor, public=True)


for _ending in (*(f".{each.value}" for each in FormFormat), ""):
    _path = f"/forms/{{kind}}{_ending}"
    operators.get(f"{_MATCH}{_path}")(operators_match_form)
    operators.get(_path)(operators_event_form)
    public.get(f"{_MATCH}{_path}")(public_match_form)
    public.get(_path)(public_event_form)
