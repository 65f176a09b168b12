"""Tables on paper, such as standings and schedules: a view of texts, and its writers.

What the columns mean and in which language they are said is decided by who makes the view; figures
are those columns of it that are right-aligned.
"""

import csv
import io
import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.resources import files

from protocol_forms.pdf_form import typeset
from protocol_forms.said import N_, Say, in_english

_PAGE = N_("Page %(page)s of %(pages)s")
_STARTS_A_FORMULA = ("=", "+", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class FormColumn:
    """A column's title; `figure`: its cells are right-aligned. `strong`: it is what counts."""

    title: str
    figure: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True)
class FormTable:
    """A table with its heading; each row has a text for every column, `notes` stand below it."""

    heading: str
    columns: tuple[FormColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TablesForm:
    """A form: its title, what it is of, its tables, and the state of its figures for the foot."""

    title: str
    event: str
    tables: tuple[FormTable, ...]
    state: str = ""


def tables_pdf(
    form: TablesForm, created: int = 0, say: Say = in_english, language: str = "en"
) -> bytes:
    """The form as PDF bytes; the same form and `created` (UNIX seconds) give the same bytes.

    The newest forms are kept: after a round a whole hall asks for the same one. Raises
    FormNotTypeset.
    """
    return _typeset(form, created, say(_PAGE, page="{page}", pages="{pages}"), language)


@lru_cache(maxsize=16)
def _typeset(form: TablesForm, created: int, page: str, language: str) -> bytes:
    template = files("protocol_forms").joinpath("templates", "tables.typ").read_bytes()
    shown = {**asdict(form), "page": page, "language": language}
    return typeset(template, json.dumps(shown), created)


def tables_csv(form: TablesForm) -> bytes:
    """Its tables and its state below each other as CSV in UTF-8, with the mark by which
    spreadsheets know that.

    What a spreadsheet would take for a formula is given an apostrophe, as it stands before text; a
    minus is the one that figures have there.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for place, table in enumerate(form.tables):
        if place:
            writer.writerow([])
        writer.writerow([_harmless(table.heading)])
        writer.writerow([column.title for column in table.columns])
        writer.writerows([[_harmless(cell) for cell in row] for row in table.rows])
    if form.state:
        writer.writerows([[], [_harmless(form.state)]])
    return text.getvalue().encode("utf-8-sig")


def _harmless(cell: str) -> str:
    if cell.startswith("−") and cell[1:].isdecimal():
        return f"-{cell[1:]}"
    signed = cell[1:].isdecimal() and cell.startswith("+")
    return f"'{cell}" if cell.startswith(_STARTS_A_FORMULA) and not signed else cell
