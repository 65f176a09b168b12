"""Persons' results as tables for spreadsheets, with federation numbers: CSV and XLSX."""

import csv
import io
from collections.abc import Sequence

import xlsxwriter

from server.persons.naming import Names, resolved
from server.results.person_results import PersonResult

COLUMNS = (
    "person",
    "name",
    "federation_number",
    "club",
    "country",
    "game",
    "kind",
    "matches",
    "games",
    "won",
    "smp_for",
    "smp_against",
    "imp_for",
    "imp_against",
    "points_for",
    "points_against",
)
_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
Cell = str | int


def person_rows(results: Sequence[PersonResult], names: Names) -> list[list[Cell]]:
    """A row of COLUMNS for each; of persons who are hidden initials and no more (ruling 33)."""
    return [_row(each, names) for each in results]


def _row(result: PersonResult, names: Names) -> list[Cell]:
    person = resolved(names.persons, result.person)
    about = ("", "", "")
    if person is not None and not person.hidden and not person.erased:
        about = person.federation_number, person.club, person.country
    return [
        result.person.text,
        names.of(result.person),
        *about,
        result.game_name,
        result.kind,
        result.matches,
        result.games,
        result.won,
        *result.smp,
        *result.imp,
        *result.points,
    ]


def person_csv(rows: Sequence[Sequence[Cell]]) -> bytes:
    """As CSV in UTF-8, with the mark by which spreadsheets know that.

    What a spreadsheet would take for a formula is given an apostrophe, as it stands before text.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([[_harmless(cell) for cell in row] for row in rows])
    return text.getvalue().encode("utf-8-sig")


def person_xlsx(rows: Sequence[Sequence[Cell]]) -> bytes:
    """As a workbook of one sheet; texts are texts, whatever they begin with."""
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as workbook:
        sheet = workbook.add_worksheet("results")
        bold = workbook.add_format({"bold": True})
        for column, title in enumerate(COLUMNS):
            sheet.write_string(0, column, title, bold)
        for number, row in enumerate(rows, 1):
            for column, cell in enumerate(row):
                if isinstance(cell, int):
                    sheet.write_number(number, column, cell)
                else:
                    sheet.write_string(number, column, cell)
        sheet.freeze_panes(1, 2)
        sheet.autofilter(0, 0, len(rows), len(COLUMNS) - 1)
        sheet.autofit()
    return content.getvalue()


def _harmless(cell: Cell) -> Cell:
    dangerous = isinstance(cell, str) and cell.startswith(_STARTS_A_FORMULA)
    return f"'{cell}" if dangerous else cell
