"""The addresses of printed forms and match files, whose contents depend on the visitor.

A position sheet never shows both rooms, because it is put on the table that it shows (ruling 7).

Visitors who see both rooms get a form with its present contents; all others get its public
contents. With `?public=true` everybody gets the public contents. `?language=` chooses the language.
`?second=` adds another language beside it, for a page or PDF. `?paper=` is a4, a5 or letter, for a
PDF. `?stage=`, `?round=`, `?room=`, `?game=`, `?team=` and `?player=` choose a part of the form.

Old addresses redirect to the present ones. Only the match protocol in JSON is still served at its
two old addresses, since records and programs use them: the address below /api has the protocol's
present contents, the address below /t its public contents.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.responses import RedirectResponse

from protocol_forms.sheets.position_sheets import PositionSheet, position_sheets, position_table
from protocol_forms.writers.form_html import form_html
from protocol_forms.writers.pdf import several_pdf
from protocol_forms.writers.sheet import in_two_languages
from rules.errors import MatchRefused
from rules.identities import MatchId
from rules.room import Room
from server.access import Action, Visitor, may
from server.archive.match_export import WRITERS, room_record
from server.hall import Hall
from server.views.match.prints import PROTOCOL
from server.views.print_desk import MOST, FormsAsked, batch, choices_of, matches_asked, matches_held
from server.views.printable import FORM_COUNT, MEDIA_TYPES, FormFormat
from server.views.printers import printed_words
from server.views.rolls.prints import position_sheet, sheets_of
from server.web.edge.addresses import moved_to
from server.web.edge.authorization import SeeingBothRooms, Watching, needs
from server.web.edge.public_services import MatchIdDep, MatchOverDep, names_in
from server.web.edge.services import HallDep, TournamentDep, facts_of, services_of
from server.web.prints.printed import (
    FormAsked,
    FormatDep,
    OnPaper,
    OnPaperDep,
    PartDep,
    file_headers,
    form_context,
    page_headers,
    printed,
)
from server.web.shell.shell import Shell, ShellDep
from server.words.translation import Words, words_for

position_router = APIRouter(include_in_schema=False)
Seeing = Annotated[Visitor, Depends(needs(Action.SEE_TABLE))]
_OF_TABLE = "/hall/t/{tournament}/matches/{number}/tables/{room}/position-sheet"


@position_router.get(f"{_OF_TABLE}.pdf")
async def of_table(
    request: Request, _: Seeing, match_id: MatchIdDep, room: Room, on_paper: OnPaperDep
) -> Response:
    """Answer with the position sheet of a table, as a PDF to print."""
    services = services_of(request)
    key = names_in(request).match(match_id).key

    def sheets(words: Words) -> list[PositionSheet]:
        return [position_sheet(services.hall, services.hub, match_id, room, words)]

    return await _pdf(request, sheets, f"match-{key}-{room.value}-position", on_paper)


@position_router.get(f"{_OF_TABLE}.html")
async def page_of_table(request: Request, _: Seeing, match_id: MatchIdDep, room: Room) -> Response:
    """Answer with the position sheet of a table, as a page for a screen."""
    services, words = services_of(request), _words(request)
    sheet = position_sheet(services.hall, services.hub, match_id, room, words)
    form = position_table(sheet, words.gettext)
    page = form_html(form, words.gettext, words.code, Shell(services.language).theme(request))
    return Response(page, media_type="text/html", headers=page_headers(words.code))


@position_router.get("/hall/position-sheets/{room}.pdf")
async def of_room(request: Request, visitor: Seeing, room: Room, on_paper: OnPaperDep) -> Response:
    """Answer with the position sheets of all tables in use in a room, one page per table.

    Raises MatchRefused if no table of the room is in use.
    """
    services = services_of(request)
    in_play = services.hall.registry.in_play()

    def sheets(words: Words) -> list[PositionSheet]:
        return sheets_of(services.hall, services.hub, in_play, room, visitor, words)

    if not sheets(_words(request)):
        raise MatchRefused("room", room.value, "a room in which a match is being played")
    return await _pdf(request, sheets, f"{room.value}-room-positions", on_paper)


def _words(request: Request) -> Words:
    """Return the words that printed forms use, in the visitor's language."""
    services = services_of(request)
    return printed_words(Shell(services.language).words(request), services.second_colour)


async def _pdf(
    request: Request, sheets: Callable[[Words], list[PositionSheet]], name: str, on_paper: OnPaper
) -> Response:
    """Return position sheets as a PDF in the visitor's language.

    `sheets` makes them in the given words, `name` is the file's name without its ending. If the
    request asks for a second language, it is printed beside the first.
    """
    words, colour = _words(request), services_of(request).second_colour
    made = position_sheets(sheets(words), words.gettext, words.code)
    if on_paper.second not in (None, words.code):
        beside = printed_words(words_for(on_paper.second), colour)
        made = in_two_languages(made, position_sheets(sheets(beside), beside.gettext, beside.code))
    content = await asyncio.to_thread(several_pdf, [made], on_paper.paper)
    headers = file_headers(f"{name}.pdf", words.code)
    return Response(content, media_type="application/pdf", headers=headers)


several_router = APIRouter(prefix="/t/{tournament}", include_in_schema=False)


async def _asked(
    form: Annotated[list[str] | None, Query(max_length=MOST)] = None,
    match: Annotated[int, Query(ge=0, le=999_999_999)] = 0,
    whole: bool = False,
) -> FormsAsked:
    return FormsAsked(kinds=tuple(dict.fromkeys(form or ())), number=match, whole=whole)


FormsDep = Annotated[FormsAsked, Depends(_asked)]


@several_router.get("/forms.pdf")
async def several(
    request: Request,
    visitor: Watching,
    shell: ShellDep,
    tournament: TournamentDep,
    asked: FormsDep,
    part: PartDep,
    on_paper: OnPaperDep,
) -> Response:
    """Answer with the named forms in one PDF, made from public facts.

    Raises MatchRefused if there is no such form. Files with a whole event are made one at a time,
    however many visitors ask for one.
    """
    services = services_of(request)
    colour = services.second_colour
    words = printed_words(shell.words(request), colour)
    second = printed_words(words_for(on_paper.second), colour) if on_paper.second else None
    context = replace(form_context(request, visitor, tournament, words, public=True), part=part)
    async with services.several_forms:
        async with matches_held(context.hall, matches_asked(asked, context)):
            choices = choices_of(asked, context)
            added = await facts_of(request, {each.match_id for each in choices})
            context = replace(context, added=added)
            made = await batch(choices, context, second)
        content = await asyncio.to_thread(several_pdf, made.sheets, on_paper.paper)
    headers = file_headers(f"{tournament.name}-forms.pdf", words.code)
    headers[FORM_COUNT] = str(len(choices))
    return Response(content, media_type=MEDIA_TYPES[FormFormat.PDF], headers=headers)


match_files_router = APIRouter(tags=["match files"])
_MEDIA_TYPE = {"mat": "text/plain", "sgf": "application/x-go-sgf"}
_SEEING_BOTH_ROOMS = [Depends(needs(Action.SEE_BOTH_ROOMS))]
_WATCHING = [Depends(needs(Action.WATCH))]


async def _format_asked(request: Request) -> str:
    return str(request.scope["path"]).rpartition(".")[2]


FileFormat = Annotated[str, Depends(_format_asked)]
"""The format of a match file, by the ending of the address: "mat" or "sgf"."""


@match_files_router.get(
    "/api/t/{tournament}/matches/{number}/{room}.mat",
    name="operator_mat",
    dependencies=_SEEING_BOTH_ROOMS,
)
@match_files_router.get(
    "/api/t/{tournament}/matches/{number}/{room}.sgf",
    name="operator_sgf",
    dependencies=_SEEING_BOTH_ROOMS,
)
async def as_played(
    match_id: MatchIdDep, room: Room, file_format: FileFormat, hall: HallDep
) -> Response:
    """Return one room's games so far as a match file. Players and the public may not have it."""
    return _file(hall, match_id, room, file_format)


@match_files_router.get(
    "/t/{tournament}/matches/{number}/{room}.mat", name="public_mat", dependencies=_WATCHING
)
@match_files_router.get(
    "/t/{tournament}/matches/{number}/{room}.sgf", name="public_sgf", dependencies=_WATCHING
)
async def after_the_match(
    match_id: MatchOverDep, room: Room, file_format: FileFormat, hall: HallDep
) -> Response:
    """Return one room's games as a match file, once the match is over in both rooms (ruling 12)."""
    return _file(hall, match_id, room, file_format)


def _file(hall: Hall, match_id: MatchId, room: Room, file_format: str) -> Response:
    text = WRITERS[file_format](room_record(hall.match(match_id).history, room, hall.names()))
    name = f"match-{hall.names().match(match_id).key}-{room.value}.{file_format}"
    return Response(
        text,
        media_type=_MEDIA_TYPE[file_format],
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


router = APIRouter(prefix="/t/{tournament}", include_in_schema=False)
older_router = APIRouter()
_MATCH = "/t/{tournament}/matches/{number}"


async def _of_tournament(
    kind: str,
    tournament: TournamentDep,
    form_format: FormatDep,
    part: PartDep,
    on_paper: OnPaperDep,
    public: bool = False,
) -> FormAsked:
    return FormAsked(
        kind=kind,
        tournament=tournament,
        form_format=form_format,
        part=part,
        on_paper=on_paper,
        public=public,
    )


TournamentFormDep = Annotated[FormAsked, Depends(_of_tournament)]


async def _of_match(of_event: TournamentFormDep, match_id: MatchIdDep) -> FormAsked:
    return replace(of_event, match_id=match_id)


MatchFormDep = Annotated[FormAsked, Depends(_of_match)]


async def tournament_form(
    request: Request, visitor: Watching, asked: TournamentFormDep
) -> Response:
    """Answer with a printed form of an event."""
    return await printed(request, asked, visitor)


async def match_form(request: Request, visitor: Watching, asked: MatchFormDep) -> Response:
    """Answer with a printed form of a match."""
    return await printed(request, asked, visitor)


async def _protocol(
    tournament: TournamentDep, match_id: MatchIdDep, form_format: FormatDep
) -> FormAsked:
    return FormAsked(
        kind=PROTOCOL, tournament=tournament, form_format=form_format, match_id=match_id
    )


ProtocolDep = Annotated[FormAsked, Depends(_protocol)]


@older_router.get(f"/api{_MATCH}/protocol.json", name="as_json", tags=["protocol"])
async def operators_json(
    request: Request, visitor: SeeingBothRooms, asked: ProtocolDep
) -> Response:
    """Return the match protocol as JSON, as it is now."""
    return await printed(request, asked, visitor)


@older_router.get(f"{_MATCH}/protocol.json", name="as_json", tags=["protocol"])
async def public_json(request: Request, visitor: Watching, asked: ProtocolDep) -> Response:
    """Return what is public of the match protocol as JSON."""
    return await printed(request, replace(asked, public=True), visitor)


async def operators_protocol(
    request: Request, visitor: SeeingBothRooms, match_id: MatchIdDep, form_format: FormatDep
) -> RedirectResponse:
    """Redirect to /t/…/forms/protocol, the present address of the match protocol."""
    return _leading_to(_protocol_path(request, match_id, form_format), request)


async def public_protocol(
    request: Request, visitor: Watching, match_id: MatchIdDep, form_format: FormatDep
) -> RedirectResponse:
    """Redirect to /t/…/forms/protocol, the present address of the match protocol."""
    path = _protocol_path(request, match_id, form_format)
    return _leading_to(path, request, public=may(visitor, Action.SEE_BOTH_ROOMS))


def _protocol_path(request: Request, match_id: MatchId, form_format: FormFormat) -> str:
    return f"{names_in(request).match(match_id).path}/forms/{PROTOCOL}.{form_format.value}"


async def operators_form(request: Request, visitor: SeeingBothRooms) -> RedirectResponse:
    """Redirect to the present address of a form whose address began with /hall."""
    return _leading_to(request.url.path.removeprefix("/hall"), request)


async def operators_list(
    request: Request, visitor: SeeingBothRooms, kind: Literal["standings", "schedule"]
) -> RedirectResponse:
    """Redirect to the present address of standings or a schedule whose address began with /hall."""
    path = request.url.path.removeprefix("/hall").replace(f"/{kind}.", f"/forms/{kind}.")
    return _leading_to(path, request)


async def public_list(
    request: Request, visitor: Watching, kind: Literal["standings", "schedule"]
) -> RedirectResponse:
    """Redirect to the present address of the public's standings or schedule."""
    path = request.url.path.replace(f"/{kind}.", f"/forms/{kind}.")
    return _leading_to(path, request, public=may(visitor, Action.SEE_BOTH_ROOMS))


def _leading_to(path: str, request: Request, *, public: bool = False) -> RedirectResponse:
    """Return a redirect to a path; if `public` is True, to the public contents at that path.

    An old public address shows only the public contents, also to visitors with more rights.
    """
    return moved_to(path, request, "public=true" if public else "")


for _ending in (*(f".{each.value}" for each in FormFormat), ""):
    _path = f"/forms/{{kind}}{_ending}"
    router.get(f"/matches/{{number}}{_path}")(match_form)
    router.get(_path)(tournament_form)
    older_router.get(f"/hall{_MATCH}{_path}", include_in_schema=False)(operators_form)
    older_router.get(f"/hall/t/{{tournament}}{_path}", include_in_schema=False)(operators_form)
for _ending in ("html", "pdf"):
    for _before, _leading in (("/api", operators_protocol), ("", public_protocol)):
        older_router.get(
            f"{_before}{_MATCH}/protocol.{_ending}",
            name=f"as_{_ending}",
            tags=["protocol"],
            deprecated=True,
            status_code=308,
            response_class=RedirectResponse,
        )(_leading)
for _ending in (".pdf", ".csv"):
    older_router.get(f"/hall/t/{{tournament}}/{{kind}}{_ending}", include_in_schema=False)(
        operators_list
    )
    older_router.get(f"/t/{{tournament}}/{{kind}}{_ending}", include_in_schema=False)(public_list)
