"""The tables of a form as their HTML template reads them: cells with their spans."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from protocol_forms.table_form import FormColumn, FormTable, TablesForm


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell's text and what it is: its span, whether a figure, what counts, or its row's head."""

    text: str
    rows: int = 1
    columns: int = 1
    figure: bool = False
    strong: bool = False
    heads_row: bool = False


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row's cells; `room` is "open", "closed" or empty, `first` where a group of rows begins."""

    cells: tuple[ShownCell, ...]
    room: str = ""
    first: bool = True


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table for the template."""

    heading: str
    heads: tuple[tuple[ShownCell, ...], ...]
    rows: tuple[ShownRow, ...]
    sums: tuple[ShownRow, ...]
    notes: tuple[str, ...]


def shown_tables(form: TablesForm) -> tuple[ShownTable, ...]:
    """Every table of the form."""
    return tuple(shown_table(table) for table in form.tables)


def shown_table(table: FormTable) -> ShownTable:
    """One table."""
    rows = tuple(_row(table, place) for place in range(len(table.rows)))
    sums = tuple(_sum(table, row) for row in table.sums)
    return ShownTable(table.heading, _heads(table.columns), rows, sums, table.notes)


def _heads(columns: Sequence[FormColumn]) -> tuple[tuple[ShownCell, ...], ...]:
    if not any(column.group for column in columns):
        return (tuple(ShownCell(each.title, figure=each.figure) for each in columns),)
    above, below = list[ShownCell](), list[ShownCell]()
    for group, members in groupby(columns, key=lambda column: column.group):
        inside = list(members)
        if group:
            above.append(ShownCell(group, columns=len(inside)))
            below += [ShownCell(each.title, figure=each.figure) for each in inside]
        else:
            above += [ShownCell(each.title, rows=2, figure=each.figure) for each in inside]
    return tuple(above), tuple(below)


def _row(table: FormTable, place: int) -> ShownRow:
    room = table.rooms[place] if table.rooms else None
    within = place % table.together
    group = table.rows[place - within : place - within + table.together]
    cells = _cells(table, table.rows[place], len(group))
    if within:
        del cells[table.row_head]
    return ShownRow(tuple(cells), room.value if room else "", not within)


def _sum(table: FormTable, row: Sequence[str]) -> ShownRow:
    """A sum's first cell heads it and spans the empty ones after it."""
    empty = next((place for place, text in enumerate(row[1:]) if text), len(row) - 1)
    first, *others = _cells(table, row)
    head = replace(first, columns=1 + empty, heads_row=True)
    return ShownRow((head, *(replace(cell, heads_row=False) for cell in others[empty:])))


def _cells(table: FormTable, row: Sequence[str], rows: int = 1) -> list[ShownCell]:
    """A row's cells, its head over so many rows."""
    return [
        ShownCell(
            text,
            rows=rows if place == table.row_head else 1,
            figure=column.figure,
            strong=column.strong,
            heads_row=place == table.row_head,
        )
        for place, (column, text) in enumerate(zip(table.columns, row, strict=True))
    ]
