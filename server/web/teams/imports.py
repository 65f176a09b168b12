"""Entering teams from an entry list that is pasted or uploaded.

The list is first shown with all faults and doubts. Then all of its teams are entered, or none.
"""

import asyncio
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import xlsxwriter
from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile
from starlette.responses import RedirectResponse, Response

from rules.text import N_
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.web.edge.authorization import EnteringTeams
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.origin_check import LONGEST
from server.web.orders.tournament_desk import EnteringDesk, TournamentDesk
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, invalid, refused
from server.web.shell.shell import ShellDep
from server.web.teams.entry_table import (
    CellFault,
    Column,
    EntryTable,
    Lines,
    TableRefused,
    column_of,
    entry_table,
    headings,
)
from server.web.teams.orders import doubts, enter_teams
from server.web.teams.table_files import as_text, decoded, text_lines, workbook_lines
from server.words.translation import Words

_NO_NOTES = N_("notes are for directors only: leave this column out")


@dataclass(frozen=True, slots=True)
class PreviewCell:
    """The text of a cell, its faults, and remarks that help to judge it."""

    text: str
    wrong: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """An entry list with the faults of its cells, to be looked over before it is entered.

    `text` is the whole list, which the form sends again. `wrong` is the number of cells with
    faults. Teams can be entered only if it is 0.
    """

    lines: Sequence[Sequence[PreviewCell]]
    table: EntryTable
    text: str
    wrong: int
    newcomers: int


def preview(
    hall: Hall, tournament: TournamentProcess, lines: Lines, words: Words, *, with_notes: bool
) -> Preview:
    """Return the rows of an entry list as they would be entered, with faults and remarks.

    Without `with_notes`, which is for directors, a column of notes is a fault.
    """
    table = entry_table(lines, [*tournament.teams])
    of_persons, notes = doubts(hall, table.teams)
    wrong = [*table.faults, *of_persons]
    headings = [column_of(heading) for heading in lines[0]] if lines else []
    if Column("note") in headings and not with_notes:
        wrong.append(CellFault(0, headings.index(Column("note")), _NO_NOTES))
    width = max((len(line) for line in lines), default=0)
    shown = [
        [
            PreviewCell(
                line[column] if column < len(line) else "",
                tuple(_texts(wrong, place, column, words)),
                tuple(_texts(notes, place, column, words)),
            )
            for column in range(width)
        ]
        for place, line in enumerate(lines)
    ]
    newcomers = len({str(each.named["player"]).casefold() for each in notes})
    cells = len({(each.line, each.column) for each in wrong})
    return Preview(shown, table, as_text(lines), cells, newcomers)


def _texts(faults: Iterable[CellFault], line: int, column: int, words: Words) -> list[str]:
    return [
        invalid(each.invalid, words)
        if each.invalid is not None
        else words.gettext(each.template, **each.named)
        for each in faults
        if (each.line, each.column) == (line, column)
    ]


router = APIRouter(prefix="/hall/t/{tournament}/tournament/entries", include_in_schema=False)
_ZIP = b"PK"
_SAME_TIME = datetime(2008, 10, 1, tzinfo=UTC)
"""The time of creation written into each workbook with an empty entry list (our choice).

It is fixed, so that all these workbooks have the same bytes.
"""
_WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@router.get("/import")
async def form(desk: EnteringDesk) -> Response:
    """Show the form for pasting or uploading an entry list, and links to an empty one."""
    return _page(desk)


@router.post("/import")
async def table(desk: EnteringDesk, command_id: CommandIdDep) -> Response:
    """Show the teams of an entry list; with `enter`, enter them if there is no fault."""
    words, fields = desk.words, await desk.request.form()
    typed = {name: value for name, value in fields.items() if isinstance(value, str)}
    try:
        lines = await _lines(fields.get("file"), typed.get("table", ""))
    except TableRefused as error:
        texts = {"table": words.gettext(error.template, **error.named)}
        why = Refused("import", texts, typed, 422)
        return _page(desk, why=why)
    hall, tournament, visitor = desk.hall, desk.tournament, desk.visitor
    shown = preview(hall, tournament, lines, words, with_notes=desk.may_direct)
    # If a table that was entered is sent again, the answer is the same as the first time.
    again = hall.commands.answered(tournament.tournament, visitor, command_id) is not None
    if "enter" not in typed or (shown.wrong and not again):
        return _page(desk, shown)
    try:
        await enter_teams(hall, tournament, shown.table.teams, visitor, command_id)
    except REFUSALS as error:
        why = refused("import", typed, error, words, desk.names)
        return _page(desk, shown, why)
    return RedirectResponse(f"/hall/t/{tournament.name}/tournament/entries", 303)


@router.get("/template.csv")
async def template_csv(request: Request, visitor: EnteringTeams, shell: ShellDep) -> Response:
    """Answer with an empty entry list (only headings) as CSV, in the visitor's language."""
    text = "\ufeff" + as_text([headings(shell.words(request))], ";")
    return _download(text.encode(), "text/csv; charset=utf-8", "entries.csv")


@router.get("/template.xlsx")
async def template_xlsx(request: Request, visitor: EnteringTeams, shell: ShellDep) -> Response:
    """Answer with an empty entry list (only headings) as a workbook, in the visitor's language."""
    row, written = headings(shell.words(request)), io.BytesIO()
    with xlsxwriter.Workbook(written, {"in_memory": True}) as book:
        book.set_properties({"created": _SAME_TIME})
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, row, book.add_format({"bold": True}))
        sheet.set_column(0, len(row) - 1, 16)
        sheet.freeze_panes(1, 0)
    return _download(written.getvalue(), _WORKBOOK, "entries.xlsx")


def _download(content: bytes, kind: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=kind, headers=headers)


async def _lines(file: object, text: str) -> Lines:
    """Return the lines of the uploaded file or, without a file, of the pasted text.

    Raises TableRefused if they cannot be read.
    """
    content = await file.read() if isinstance(file, UploadFile) else b""
    if content.startswith(_ZIP):
        return await asyncio.to_thread(workbook_lines, content)
    return text_lines(decoded(content) if content else text)


def _page(
    desk: TournamentDesk, shown: Preview | None = None, why: Refused = NOTHING_REFUSED
) -> Response:
    status = 422 if shown is not None and shown.wrong else why.page_status
    return desk.shell.page(
        desk.request,
        "teams/import.html",
        status=status,
        tournament=desk.name,
        tournaments=desk.tournaments,
        shown=shown,
        limit=LONGEST // 1024,
        may_direct=desk.may_direct,
        refused=why,
    )
