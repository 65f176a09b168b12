"""Answers with a printed form, in the same way for every address."""

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends, Query, Request, Response

from protocol_forms.grids import Paper
from protocol_forms.writers.pdf import several_pdf
from rules.errors import MatchRefused
from rules.identities import MatchId
from rules.room import Room
from server.access import Action, Place, Visitor, may
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.form_prints import FormKey, KeptPrint
from server.tournaments.tournament_process import TournamentProcess
from server.views.print_desk import FormChoice, digest_of
from server.views.printable import (
    MEDIA_TYPES,
    PAPERS,
    WHOLE,
    FormContext,
    FormFormat,
    Look,
    Part,
    Printable,
    written,
)
from server.views.printables import page_for, printable, sheet_for
from server.views.printers import printed_words
from server.web.edge.addresses import public_url, reached_at
from server.web.edge.authorization import check
from server.web.edge.public_services import names_in
from server.web.edge.services import facts_of, services_of
from server.web.shell.hidden_results import PLAIN_FORMS, hides_results
from server.web.shell.shell import PAGE_HEADERS, Shell
from server.words.languages import LANGUAGES
from server.words.translation import Words, words_for

_PAGE_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self'"
    ),
}
"""Headers of a printed form that is shown as a page.

The page contains its style, so that it can be saved as one file, and has no script.
"""
_LONGEST_NAME = 1000
_Number = Annotated[int | None, Query(ge=1, le=9999)]


async def _part(
    stage: _Number = None,
    round: _Number = None,
    room: Room | None = None,
    game: _Number = None,
    team: Annotated[str, Query(max_length=_LONGEST_NAME)] = "",
    player: Annotated[str, Query(max_length=_LONGEST_NAME)] = "",
) -> Part:
    return Part(stage=stage, round=round, room=room, game=game, team=team, player=player)


PartDep = Annotated[Part, Depends(_part)]
"""The part of an event or match that the address asks for."""


async def _format_asked(request: Request) -> FormFormat:
    """Return the format named by the address's ending; without an ending it is a page."""
    ending = str(request.scope["path"]).rpartition(".")[2]
    known = {each.value: each for each in FormFormat}
    return known.get(ending, FormFormat.HTML)


FormatDep = Annotated[FormFormat, Depends(_format_asked)]
"""The format that the address asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPaper:
    """The size of paper of a PDF, and the code of a second language beside the first, if any."""

    paper: Paper = Paper.A4
    second: str | None = None


async def _on_paper(
    paper: Annotated[str, Query(pattern=f"^({'|'.join(PAPERS)})$")] = "a4",
    second: Annotated[str | None, Query(pattern=f"^({'|'.join(LANGUAGES)})$")] = None,
) -> OnPaper:
    return OnPaper(paper=PAPERS[paper], second=second)


OnPaperDep = Annotated[OnPaper, Depends(_on_paper)]
"""The paper and second language that the address asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormAsked:
    """A printed form that was asked for: its kind, what it is about, and its format.

    With `public` it has only its public contents.
    """

    kind: str
    tournament: TournamentProcess
    form_format: FormFormat
    match_id: MatchId | None = None
    part: Part = WHOLE
    on_paper: OnPaper = OnPaper()
    public: bool = False


async def printed(request: Request, asked: FormAsked, visitor: Visitor) -> Response:
    """Answer with a printed form: as it is now, or with its public contents.

    The visitor's rights decide which. Raises SignInNeeded or NotAllowed if the form has no public
    contents, and MatchRefused if there is no such form.
    """
    form, public = _form_for(asked, visitor, services_of(request).printables)
    if not public and asked.match_id is not None:
        services_of(request).hall.open_room_shown(visitor, asked.match_id)
    shell, colour = Shell(services_of(request).language), services_of(request).second_colour
    if hides_results(request) and form.kind not in PLAIN_FORMS:
        return shell.page(request, "shell/results_hidden.html")
    words = printed_words(shell.words(request), colour)
    context = replace(
        form_context(request, visitor, asked.tournament, words, public=public),
        for_programs=asked.form_format is FormFormat.JSON,
        match_id=asked.match_id,
        part=asked.part,
    )
    if not public:
        context = replace(context, prints=await _prints(context))
    context = replace(context, added=await facts_of(request, [asked.match_id]))
    second = asked.on_paper.second
    other = None if second is None else printed_words(words_for(second), colour)
    content = await _content(asked, form, context, other, shell.theme(request))
    if asked.form_format is FormFormat.PDF and not public and may(visitor, Action.PRINT):
        await _note(FormChoice(form=form, match_id=asked.match_id, part=asked.part), context)
    return Response(
        content,
        media_type=MEDIA_TYPES[asked.form_format],
        headers=_headers(request, asked, words.code),
    )


def _form_for(
    asked: FormAsked, visitor: Visitor, forms: Sequence[Printable]
) -> tuple[Printable, bool]:
    """Return the form that was asked for, and True if it is to be made from public facts only.

    Raises the errors of `printed`.
    """
    of_match, place = asked.match_id is not None, Place(match=asked.match_id)
    form = printable(forms, asked.kind, of_match=of_match, public=asked.public)
    public = asked.public or not may(visitor, form.action, place)
    if public and not form.public:
        check(visitor, form.action, place)
    return form, public


def form_context(
    request: Request, visitor: Visitor, tournament: TournamentProcess, words: Words, *, public: bool
) -> FormContext:
    """Return the values from which a tournament's printed forms are made for a visitor.

    The forms are in the language of `words`; with `public` they have only public contents.
    """
    services = services_of(request)
    return FormContext(
        hall=services.hall,
        hub=services.hub,
        outcomes=services.public_outcomes,
        tournament=tournament,
        words=words,
        public=public,
        printables=services.printables,
        visitor=visitor,
        public_url=public_url(request),
        reached_at=reached_at(request),
    )


async def _prints(context: FormContext) -> Mapping[FormKey, Sequence[KeptPrint]]:
    """Return the tournament's earlier prints; none if they cannot be read."""
    kept = context.hall.form_prints
    with contextlib.suppress(AccountsUnavailable):
        return await asyncio.to_thread(kept.every, context.tournament.tournament)
    return {}


async def _note(choice: FormChoice, context: FormContext) -> None:
    """Record that a visitor with the right to print has received the form in its present contents.

    Does nothing if the same contents are recorded as the last print.
    """
    digest, before = digest_of(choice, context), context.prints.get(choice.key)
    if before and before[-1].form.digest == digest:
        return
    kept, tournament = context.hall.form_prints, context.tournament.tournament
    prints = [choice.kept_as(digest, "")]
    with contextlib.suppress(AccountsUnavailable):
        await asyncio.to_thread(kept.keep, tournament, prints, context.visitor.by, "")


async def _content(
    asked: FormAsked, form: Printable, context: FormContext, other: Words | None, theme: str
) -> bytes:
    paper = asked.on_paper.paper
    if asked.form_format is FormFormat.PDF:
        created = form.made_at(context)
        sheets = [sheet_for(form, context, other)]
        return await asyncio.to_thread(several_pdf, sheets, paper, created)
    if other is not None and asked.form_format is not FormFormat.HTML:
        raise MatchRefused("second", other.code, "none but for a page or a PDF")
    look = Look(words=context.words, second=other, theme=theme)
    return await asyncio.to_thread(written, page_for(form, context, other), asked.form_format, look)


def _headers(request: Request, asked: FormAsked, language: str) -> dict[str, str]:
    if asked.form_format is FormFormat.HTML:
        return page_headers(language)
    return file_headers(f"{_called(request, asked)}.{asked.form_format.value}", language)


def page_headers(language: str) -> dict[str, str]:
    """Return the headers of a form that is shown as a page."""
    return {**_common_headers(language), **_PAGE_HEADERS}


def file_headers(name: str, language: str) -> dict[str, str]:
    """Return the headers of a form that is sent as a file called `name`."""
    return {**_common_headers(language), "content-disposition": f'inline; filename="{name}"'}


def _common_headers(language: str) -> dict[str, str]:
    return {
        "cache-control": "no-store",
        "content-language": language,
        "vary": PAGE_HEADERS["vary"],
    }


def _called(request: Request, asked: FormAsked) -> str:
    """Return the name of a form's file, without its ending."""
    if asked.match_id is None:
        return f"{asked.tournament.name}-{asked.kind}"
    return f"match-{names_in(request).match(asked.match_id).key}-{asked.kind}"
