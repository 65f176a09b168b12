"""The page on which the forms of a round or event are chosen and printed together."""

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from protocol_forms.writers.pdf import several_pdf
from rules.errors import MatchRefused
from rules.identities import MatchId
from rules.text import N_
from server.access import Action, Visitor
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.form_prints import FormKey
from server.tournaments.tournament_process import TournamentProcess
from server.views.print_desk import (
    OF_MATCH,
    Batch,
    DeskShown,
    FormChoice,
    batch,
    choices_of_match,
    desk,
    desk_part,
    matches_held,
    matches_on_desk,
    of_scope,
    part_text,
)
from server.views.printable import PAPERS, FormContext, Part, Scope
from server.views.printables import printable
from server.views.printers import (
    Printer,
    PrinterFailed,
    has_printing,
    printed_words,
    printers,
    send_to_printer,
)
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, TournamentDep, facts_of, services_of
from server.web.prints.printed import PartDep, form_context
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.shell.shell import Shell, ShellDep
from server.words.languages import LANGUAGES
from server.words.translation import words_for

Printing = Annotated[Visitor, Depends(needs(Action.PRINT))]
newest_router = APIRouter(include_in_schema=False)
router = APIRouter(prefix="/hall/t/{tournament}/prints", include_in_schema=False)


@dataclass(frozen=True, slots=True)
class PrintAsked:
    """What somebody has chosen to print on the page. `printer` is empty for a PDF."""

    choices: tuple[FormChoice, ...]
    language: str
    second: str
    paper: str
    printer: str


@newest_router.get("/hall/prints")
async def of_newest(visitor: Printing, hall: HallDep) -> Response:
    """Redirect to the print page of the newest tournament."""
    name = hall.newest_tournament
    return RedirectResponse(f"/hall/t/{name}/prints", 303, {"cache-control": "no-store"})


@router.get("")
async def show_desk(
    request: Request,
    visitor: Printing,
    shell: ShellDep,
    tournament: TournamentDep,
    part: PartDep,
    whole: bool = False,
    sent: Annotated[int, Query(ge=0, le=9999)] = 0,
) -> Response:
    """Show the print page for a round or, with `whole`, for the whole event.

    The round is the one named in the address, or else the one published last.
    """
    context = _desk_context(request, shell, tournament, visitor)
    context = replace(context, part=desk_part(replace(context, part=part), whole=whole))
    return await _page(request, shell, context, sent=sent)


@router.post("")
async def print_chosen(
    request: Request,
    visitor: Printing,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    part: PartDep,
    whole: bool = False,
) -> Response:
    """Print all chosen forms, on a printer of this machine or as one PDF.

    If one fails, none is printed.
    """
    context = _desk_context(request, shell, tournament, visitor)
    context = replace(context, part=desk_part(replace(context, part=part), whole=whole))
    form = await request.form()
    words, names = context.words, hall.names(context.words.code)
    try:
        asked = _asked(form, context)
        return await _print(request, asked, context, command_id)
    except PrinterFailed as failed:
        texts = {"printer": words.gettext(failed.why, **failed.named)}
        why = Refused("print", texts, _typed(form), 503)
    except REFUSALS as error:
        why = refused("print", _typed(form), error, words, names)
    return await _page(request, shell, context, why=why, form=form)


async def _print(
    request: Request, asked: PrintAsked, context: FormContext, command_id: str
) -> Response:
    hall, tournament = context.hall, context.tournament
    before = await asyncio.to_thread(hall.form_prints.is_kept, command_id)
    await _check_printer(asked.printer)
    back = _address(context, len(asked.choices))
    if before and asked.printer:
        return back
    prints = await asyncio.to_thread(hall.form_prints.every, tournament.tournament)
    colour = services_of(request).second_colour
    words = printed_words(words_for(asked.language), colour)
    spoken = replace(context, words=words, prints=prints)
    second = printed_words(words_for(asked.second), colour) if asked.second else None
    async with matches_held(hall, [each.match_id for each in asked.choices]):
        added = await facts_of(request, {each.match_id for each in asked.choices})
        made = await batch(asked.choices, replace(spoken, added=added), second)
    paper = PAPERS[asked.paper]
    pdf = await asyncio.to_thread(several_pdf, made.sheets, paper)
    if asked.printer:
        await send_to_printer(pdf, str(tournament.name), asked.printer, paper)
    if not before:
        await _keep(asked, made, context, command_id)
    if asked.printer:
        return back
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'inline; filename="{tournament.name}-prints.pdf"',
        "content-language": asked.language,
    }
    return Response(pdf, media_type="application/pdf", headers=headers)


async def _check_printer(name: str) -> None:
    """Raise MatchRefused for a printer that this machine does not have."""
    known = [each.name for each in await printers()] if name else []
    if name and name not in known:
        raise MatchRefused("printer", name, ", ".join(known) or "none: open the PDF instead")


async def _keep(asked: PrintAsked, made: Batch, context: FormContext, command_id: str) -> None:
    """Record which forms were printed. If that cannot be stored, the print is still valid."""
    kept = [
        choice.kept_as(digest, asked.printer)
        for choice, digest in zip(asked.choices, made.digests, strict=True)
    ]
    with contextlib.suppress(AccountsUnavailable):
        await asyncio.to_thread(
            context.hall.form_prints.keep,
            context.tournament.tournament,
            kept,
            context.visitor.by,
            command_id,
        )


def _address(context: FormContext, sent: int) -> RedirectResponse:
    query = part_text(context.part) or "whole=1"
    path = f"/hall/t/{context.name}/prints?{query}&sent={sent}"
    return RedirectResponse(path, 303, {"cache-control": "no-store"})


def _asked(form: FormData, context: FormContext) -> PrintAsked:
    """Return what a posted form asks to be printed.

    Raises MatchRefused naming the field if a value is not allowed.
    """
    choices = (*_of_tournament(form, context), *_of_matches(form, context))
    return PrintAsked(
        choices,
        _one_of(form, "language", tuple(LANGUAGES)),
        _one_of(form, "second", ("", *LANGUAGES)),
        _one_of(form, "paper", tuple(PAPERS)),
        "" if form.get("as") == "pdf" else str(form.get("printer") or ""),
    )


def _one_of(form: FormData, field: str, allowed: Sequence[str]) -> str:
    value = str(form.get(field) or "")
    if value not in allowed:
        raise MatchRefused(field, value, ", ".join(filter(None, allowed)))
    return value


def _of_tournament(form: FormData, context: FormContext) -> list[FormChoice]:
    choices = list[FormChoice]()
    for kind in _several(form, "form"):
        known = printable(context.printables, kind, of_match=False, public=False)
        of_round = known.scope is Scope.ROUND
        choices.append(FormChoice(form=known, part=context.part if of_round else Part()))
    return choices


def _of_matches(form: FormData, context: FormContext) -> list[FormChoice]:
    kinds = [
        printable(context.printables, each, of_match=True, public=False)
        for each in _several(form, "each")
    ]
    numbers = _several(form, "match")
    known = {str(each.number): each for each in matches_on_desk(context)}
    for number in numbers:
        if number not in known:
            raise MatchRefused("match", number, ", ".join(known) or N_("none yet"))
    if numbers and not kinds:
        allowed = ", ".join(each.kind for each in of_scope(context, *OF_MATCH))
        raise MatchRefused("each", "", allowed)
    return [
        choice
        for number in numbers
        for kind in kinds
        for choice in choices_of_match(kind, known[number], context)
    ]


def _several(form: FormData, field: str) -> list[str]:
    return list(dict.fromkeys(each for each in form.getlist(field) if isinstance(each, str)))


def _typed(form: FormData) -> dict[str, str]:
    """Return the fields of the form that have one value."""
    fields = ("language", "second", "paper", "printer")
    return {name: str(form.get(name) or "") for name in fields}


def _printed_of(matches: Iterable[MatchId], prints: Iterable[FormKey]) -> list[MatchId]:
    """Return those of the matches of which a form has been printed.

    `prints` has the forms that were printed. The page tells whether a printed form has changed
    since; for this it needs what extras add to the forms of these matches.
    """
    numbers = {number for _, number, _ in prints}
    return [each for each in matches if each.number in numbers]


def _desk_context(
    request: Request, shell: Shell, tournament: TournamentProcess, visitor: Visitor
) -> FormContext:
    return form_context(request, visitor, tournament, shell.words(request), public=False)


@dataclass(frozen=True, slots=True)
class _Ticked:
    """Tells which boxes are ticked on the print page.

    After a refusal these are the boxes that were ticked in the refused form; otherwise they are the
    boxes that the page proposes.
    """

    form: FormData | None

    def __call__(self, field: str, value: str, proposed: bool) -> bool:
        return proposed if self.form is None else value in self.form.getlist(field)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintDeskPage:
    """Values of the print page, which lists forms to be printed.

    `query` is the part of the page's address that says which forms are listed. `printing` is true
    if this machine can print. `silent` is the reason why the printers are unknown. `sent` is the
    number of forms that were just sent to a printer.
    """

    tournament: str
    tournaments: Sequence[str]
    desk: DeskShown
    path: str
    query: str
    printers: Sequence[Printer]
    printing: bool
    silent: str
    papers: Sequence[str]
    chosen_language: str
    sent: int
    refused: Refused
    ticked: _Ticked


async def _page(
    request: Request,
    shell: Shell,
    context: FormContext,
    *,
    sent: int = 0,
    why: Refused = NOTHING_REFUSED,
    form: FormData | None = None,
) -> Response:
    hall, tournament = context.hall, context.tournament
    prints = await asyncio.to_thread(hall.form_prints.latest, tournament.tournament)
    on_desk = matches_on_desk(context)
    async with matches_held(hall, on_desk):
        added = await facts_of(request, _printed_of(on_desk, prints))
        shown = await desk(replace(context, added=added), prints)
    known, silent = list[Printer](), ""
    try:
        known = await printers()
    except PrinterFailed as failed:
        silent = context.words.gettext(failed.why, **failed.named)
    values = PrintDeskPage(
        tournament=context.name,
        tournaments=[str(each) for each in hall.tournaments.names.values()],
        desk=shown,
        path=f"/hall/t/{context.name}/prints",
        query=part_text(context.part) or "whole=1",
        printers=known,
        printing=has_printing(),
        silent=silent,
        papers=list(PAPERS),
        chosen_language=context.words.code,
        sent=sent,
        refused=why,
        ticked=_Ticked(form),
    )
    return shell.page(request, "prints/prints.html", values, status=why.page_status)
