"""Forms as CSV, JSON and workbooks.

A CSV file has the contents of the form in the form's order. JSON has the fields of the view by
name. A workbook has a sheet for each grid; it stores figures as numbers, and never stores a text as
a formula.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from typing import Final

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from protocol_forms.any_form import AnyForm
from protocol_forms.grids import Grid, GridColumn, GridsForm
from protocol_forms.labels import Say, in_english
from protocol_forms.writers.match_grids import as_grids
from rules.room import Room

_FIGURE = re.compile(r"\d+([.,]\d+)?")
_STARTS_A_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r")
"""Beginnings of a formula; spreadsheets also take the full-width signs of East Asian keyboards."""


def form_csv(form: AnyForm, say: Say = in_english) -> bytes:
    """Return the form as CSV in UTF-8, with a byte order mark by which spreadsheets recognise it.

    The form's `facts` come first, then the grids below each other, each with heading, sums and
    notes, then the form's notes, event and state. A text that a spreadsheet would read as a formula
    gets an apostrophe in front, which marks it as text. A negative figure has the ASCII minus sign.
    """
    tables = as_grids(form, say)
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
        writer.writerows([harmless(cell) for cell in row] for row in block)
    return text.getvalue().encode("utf-8-sig")


def _lines(table: Grid) -> Iterator[Sequence[str]]:
    if table.heading:
        yield (table.heading,)
    yield [" ".join(filter(None, (column.group, column.title))) for column in table.columns]
    yield from table.rows
    yield from table.sums
    yield from ((note,) for note in table.notes)


def harmless(cell: str) -> str:
    """Return a cell's text for CSV, with an apostrophe in front if it would be read as a formula.

    A figure with a sign stays a figure; a negative one has the ASCII minus sign.
    """
    if cell.startswith("−") and _FIGURE.fullmatch(cell[1:]):
        return f"-{cell[1:]}"
    signed = _FIGURE.fullmatch(cell[1:]) is not None and cell[0] in "+-"
    return f"'{cell}" if cell.startswith(_STARTS_A_FORMULA) and not signed else cell


_ONLY_IF_SO = ("after_deadline", "next_roll_set", "luck", "luck_notes")
"""Fields that JSON leaves out if they are empty, since few forms have them."""


def form_json(form: AnyForm) -> str:
    """Return the form's view as indented JSON text that ends in a newline."""
    values = asdict(form, dict_factory=_fields)
    return json.dumps(values, ensure_ascii=False, indent=2, default=_plain) + "\n"


def _fields(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    return {name: value for name, value in pairs if name not in _ONLY_IF_SO or value}


def _plain(value: object) -> object:
    assert isinstance(value, Enum)
    return value.value


_SIGNED_FIGURE: Final = re.compile(r"[+−-]?\d{1,15}([.,]\d+)?")
_NOT_IN_A_NAME: Final = re.compile(r"[\[\]:*?/\\]")
_NAME_UNITS: Final = 31
"""The longest name of a worksheet, in units of UTF-16, as spreadsheets count."""
_SIGNED: Final = "+{0};−{0};{0}"
_CREATED: Final = datetime(2008, 10, 1, tzinfo=UTC)
"""The time of creation written into every workbook, so that equal forms give equal bytes."""


def form_xlsx(form: AnyForm, say: Say = in_english) -> bytes:
    """Return the form as a workbook; texts stay texts, whatever characters they begin with."""
    tables = as_grids(form, say)
    if not tables.tables:  # a workbook has a sheet at least, and nothing outside of sheets
        tables = replace(tables, tables=(Grid("", (), ()),))
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as workbook:
        workbook.set_properties({"title": tables.title, "created": _CREATED})
        formats = _Formats(workbook)
        for table, name in zip(tables.tables, _names(tables), strict=True):
            _TableSheet(workbook.add_worksheet(name), tables, table, formats).write()
    return content.getvalue()


class _Formats:
    """The cell formats of a workbook; each is made once and used again for equal properties."""

    def __init__(self, workbook: xlsxwriter.Workbook) -> None:
        self._workbook = workbook
        self._made: dict[tuple[tuple[str, object], ...], Format] = {}

    def of(self, **shown: object) -> Format:
        key = tuple(sorted(shown.items(), key=lambda each: each[0]))
        if key not in self._made:
            self._made[key] = self._workbook.add_format(dict(key))
        return self._made[key]


@dataclass
class _TableSheet:
    """The worksheet of one grid, with the form's title above and its notes below."""

    sheet: Worksheet
    form: GridsForm
    table: Grid
    formats: _Formats
    line: int = 0

    def write(self) -> None:
        self._text(self.form.title, bold=True, font_size=14)
        for text in (self.form.event, self.form.state, self.table.heading):
            if text:
                self._text(text)
        for label, value in self.form.facts:
            self._row((label, value))
        self.line += 1
        heads = [_head(column) for column in self.table.columns]
        for place, head in enumerate(heads):
            shown = self.formats.of(bold=True, text_wrap=True, bottom=1)
            self.sheet.write_string(self.line, place, head, shown)
        self.line += 1
        self.sheet.freeze_panes(self.line, self.table.row_head + 1)
        self._rows()
        for note in (*self.table.notes, *self.form.notes):
            self._text(note)
        for place, column in enumerate(self.table.columns):
            self.sheet.set_column(place, place, self._width(place, column))

    def _rows(self) -> None:
        rooms = self.table.rooms or (None,) * len(self.table.rows)
        for row, room in zip(self.table.rows, rooms, strict=True):
            tint = {"bg_color": "#E0F8FF"} if room is Room.OPEN else {}
            self._row(row, **tint)
        for row in self.table.sums:
            self._row(row, bold=True)

    def _text(self, text: str, **shown: object) -> None:
        self.sheet.write_string(self.line, 0, text, self.formats.of(**shown))
        self.line += 1

    def _row(self, row: Sequence[str], **shown: object) -> None:
        for place, cell in enumerate(row):
            if _SIGNED_FIGURE.fullmatch(cell):
                plain = cell.replace("−", "-").replace(",", ".")
                zeros = "0." + "0" * len(plain.partition(".")[2]) if "." in plain else "0"
                signed = {"num_format": _SIGNED.format(zeros)} if cell.startswith("+") else {}
                number = float(plain)
                shape = self.formats.of(**shown, **signed)
                self.sheet.write_number(self.line, place, number, shape)
            else:
                self.sheet.write_string(self.line, place, cell, self.formats.of(**shown))
        self.line += 1

    def _width(self, place: int, column: GridColumn) -> int:
        """Return a column's width in letters: that of its widest cell, from 8 to 50."""
        cells = [row[place] for row in (*self.table.rows, *self.table.sums)]
        words = [len(word) for word in _head(column).split()]
        return min(max([6, *words, *map(len, cells)]) + 2, 50)


def _head(column: GridColumn) -> str:
    return " ".join(filter(None, (column.group, column.title)))


def _names(form: GridsForm) -> list[str]:
    """Return a valid and unique name for each grid's worksheet.

    A workbook allows a name of at most 31 units of UTF-16, of which an emoji takes two, and forbids
    some characters.
    """
    names: list[str] = []
    for number, table in enumerate(form.tables, 1):
        full_name = _NOT_IN_A_NAME.sub(" ", table.heading or form.title).strip("' ")
        name = _cut(full_name, _NAME_UNITS).strip("' ") or str(number)
        if name.casefold() in {taken.casefold() for taken in names}:
            name = f"{_cut(name, _NAME_UNITS - 4)} {number}"
        names.append(name)
    return names


def _cut(name: str, units: int) -> str:
    """Return the beginning of a name that is at most so many units of UTF-16 long."""
    return name.encode("utf-16-le")[: 2 * units].decode("utf-16-le", errors="ignore")
