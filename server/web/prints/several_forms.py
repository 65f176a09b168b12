"""Several forms as everybody may have them, in one PDF: of a match, a round or the whole event."""

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from protocol_forms.writers.pdf import several_pdf
from server.access import Action, Visitor
from server.prints.batch import MOST, batch, matches_held
from server.prints.chosen_forms import FormsAsked, choices_of, matches_asked
from server.prints.colours import printed_words
from server.prints.formats import FORM_COUNT, MEDIA_TYPES, FormFormat
from server.web.edge.authorization import needs
from server.web.edge.services import TournamentDep, forks_of, lucks_of, services_of
from server.web.pages.shell import ShellDep
from server.web.prints.printed import OnPaperDep, PartDep, file_headers, form_context
from server.words.translation import words_for

public = APIRouter(prefix="/t/{tournament}", include_in_schema=False)
Watching = Annotated[Visitor, Depends(needs(Action.WATCH))]


async def _asked(
    form: Annotated[list[str] | None, Query(max_length=MOST)] = None,
    match: Annotated[int, Query(ge=0, le=999_999_999)] = 0,
    whole: bool = False,
) -> FormsAsked:
    return FormsAsked(kinds=tuple(dict.fromkeys(form or ())), number=match, whole=whole)


FormsDep = Annotated[FormsAsked, Depends(_asked)]


@public.get("/forms.pdf")
async def several(
    request: Request,
    visitor: Watching,
    shell: ShellDep,
    tournament: TournamentDep,
    asked: FormsDep,
    part: PartDep,
    on_paper: OnPaperDep,
) -> Response:
    """The forms that are named, by what is public; raises MatchRefused for what is not there.

    Files of a whole event are made one after the other, however many ask at once.
    """
    services = services_of(request)
    colour = services.second_colour
    words = printed_words(shell.words(request), colour)
    second = printed_words(words_for(on_paper.second), colour) if on_paper.second else None
    context = replace(form_context(request, visitor, tournament, words, public=True), part=part)
    async with services.several_forms:
        async with matches_held(context.hall, matches_asked(asked, context)):
            choices = choices_of(asked, context)
            lucks = await lucks_of(request, {each.match_id for each in choices})
            context = replace(context, lucks=lucks, forks=await forks_of(request))
            made = await batch(choices, context, second)
        content = await asyncio.to_thread(several_pdf, made.sheets, on_paper.paper)
    headers = file_headers(f"{tournament.name}-forms.pdf", words.code)
    headers[FORM_COUNT] = str(len(choices))
    return Response(content, media_type=MEDIA_TYPES[FormFormat.PDF], headers=headers)
