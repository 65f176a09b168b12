"""Forms as CSV, for spreadsheets: what stands on the form, in its order."""

import csv
import io
import re
from collections.abc import Iterator, Sequence

from protocol_forms.any_form import AnyForm
from protocol_forms.form_texts import Say, in_english
from protocol_forms.table_form import FormTable
from protocol_forms.writers.match_tables import as_tables

_FIGURE = re.compile(r"\d+([.,]\d+)?")
_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def form_csv(form: AnyForm, say: Say = in_english) -> bytes:
    """The form in UTF-8, with the mark by which spreadsheets know that.

    Its facts, then its tables below each other, each with its heading, sums and notes, then the
    form's notes, event and state. What a spreadsheet would take for a formula is given an
    apostrophe, as it stands before text; a minus is the one that figures have there.
    """
    tables = as_tables(form, say)
    blocks: list[list[Sequence[str]]] = [
        list(tables.facts),
        *(list(_lines(table)) for table in tables.tables),
        [(note,) for note in tables.notes],
        [(line,) for line in (tables.event, tables.state) if line],
    ]
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for place, block in enumerate(filter(None, blocks)):
        if place:
            writer.writerow([])
        writer.writerows([_harmless(cell) for cell in row] for row in block)
    return text.getvalue().encode("utf-8-sig")


def _lines(table: FormTable) -> Iterator[Sequence[str]]:
    if table.heading:
        yield (table.heading,)
    yield [" ".join(filter(None, (column.group, column.title))) for column in table.columns]
    yield from table.rows
    yield from table.sums
    yield from ((note,) for note in table.notes)


def _harmless(cell: str) -> str:
    if cell.startswith("−") and _FIGURE.fullmatch(cell[1:]):
        return f"-{cell[1:]}"
    signed = _FIGURE.fullmatch(cell[1:]) is not None and cell[0] in "+-"
    return f"'{cell}" if cell.startswith(_STARTS_A_FORMULA) and not signed else cell
