"""Reading entry lists from texts and workbooks, whose contents are not trusted.

A workbook is a ZIP file with XML. Before anything is read, its parts are counted and searched. A
workbook that would unpack to more than MOST_UNPACKED bytes, or that declares a document type (which
may define entities), is refused. Rows are read one by one, whatever dimensions the file claims.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import islice
from typing import Any

from openpyxl import load_workbook

from rules.text import N_
from server.web.teams.entry_table import MOST_COLUMNS, MOST_LINES, Lines, TableRefused, check_size

_NO_TEXT = N_("this is not UTF-8 text: save it as “CSV UTF-8” or as XLSX, or paste the table")
_NO_TABLE = N_("this is not a table: a quotation mark is not closed, or a character cannot be read")


def text_lines(text: str) -> Lines:
    """Return the rows of an entry list whose cells are divided by tabs, semicolons or commas.

    The first line shows which of these divides them. Empty lines are left out. Raises TableRefused
    if the text cannot be read as such a list.
    """
    first = text.lstrip().partition("\n")[0]
    divider = "\t" if "\t" in first else max(";,", key=first.count)
    try:
        lines = _read(csv.reader(io.StringIO(text, newline=""), delimiter=divider, strict=True))
    except csv.Error as error:
        if divider != "\t":
            raise TableRefused(_NO_TABLE) from error
        # Pasted cells are not quoted: "Fort" Odesa is a name with quotation marks in it.
        lines = _read(line.split(divider) for line in text.splitlines())
    check_size(lines)
    return lines


def _read(found: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    """Return the rows that are not empty, but at most one more than allowed.

    The one more is enough for `check_size` to see that there are too many.
    """
    filled = (line for line in found if any(cell.strip() for cell in line))
    return [*islice(filled, MOST_LINES + 1)]


def decoded(content: bytes) -> str:
    """Return the text of a file, which is UTF-8, or UTF-16 as spreadsheets save it.

    Raises TableRefused for other encodings.
    """
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise TableRefused(_NO_TEXT) from error


def as_text(lines: Iterable[Sequence[str]], divider: str = "\t") -> str:
    """Return an entry list as a text that `text_lines` can read; `divider` divides the cells."""
    written = io.StringIO()
    csv.writer(written, delimiter=divider, lineterminator="\n").writerows(lines)
    return written.getvalue()


MOST_UNPACKED = 2 * 1024 * 1024
"""Greatest sum of the bytes of a workbook's unpacked parts (our choice).

A workbook with 256 teams has a quarter of that.
"""
_MOST_PARTS = 100
_NO_WORKBOOK = N_("this file is not a readable workbook: save it as XLSX again, or paste the table")
_TOO_LARGE = N_("the workbook unpacks to more than a table of teams needs: paste it instead")
_DECLARES = N_("the workbook declares a document type, which no table needs: paste it instead")
_DEEPEST = 2000
_TOO_DEEP = N_("the sheet continues below line %(most)s: paste the table instead")
_FORMULA = N_("%(cell)s holds a formula: paste the values")


def workbook_lines(content: bytes) -> Lines:
    """Return the rows of a workbook's first sheet.

    Raises TableRefused if the file is no workbook that can be read.
    """
    _check_parts(content)
    try:
        lines = [*_rows(content)]
    except TableRefused:
        raise
    except Exception as error:  # the reader raises many kinds of errors
        raise TableRefused(_NO_WORKBOOK) from error
    check_size(lines)
    return lines


def _check_parts(content: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            parts = file.infolist()
            unpacked = sum(part.file_size for part in parts)
            if len(parts) > _MOST_PARTS or unpacked > MOST_UNPACKED:
                raise TableRefused(_TOO_LARGE)
            declares = any(_declares(file.read(part)) for part in parts)
    except TableRefused:
        raise
    except Exception as error:  # encrypted, cut short, of an unknown method, or no ZIP
        raise TableRefused(_NO_WORKBOOK) from error
    if declares:
        raise TableRefused(_DECLARES)


def _declares(part: bytes) -> bool:
    """Return True if a part of a workbook declares a document type or an entity.

    Zero bytes are ignored, so that parts in UTF-16 and UTF-32 are searched too.
    """
    plain = part.replace(b"\x00", b"").upper()
    return b"<!DOCTYPE" in plain or b"<!ENTITY" in plain


def _rows(content: bytes) -> Iterator[list[str]]:
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=False, keep_links=False)
    try:
        sheet = book.worksheets[0]
        sheet.reset_dimensions()
        # Before a line that is far below the others, every empty line between is yielded.
        for number, row in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS + 1), 1):
            if number > _DEEPEST:
                raise TableRefused(_TOO_DEEP, most=_DEEPEST)
            texts = [_text(cell) for cell in row]
            while texts and not texts[-1].strip():
                texts.pop()
            if texts:
                yield texts
    finally:
        book.close()


def _text(cell: Any) -> str:
    if cell.value is None:
        return ""
    if cell.data_type == "f":
        raise TableRefused(_FORMULA, cell=cell.coordinate)
    match cell.value:
        case bool():
            return "yes" if cell.value else "no"
        case float():
            return f"{cell.value:.2f}".rstrip("0").rstrip(".")
        case datetime() | date():
            return str(cell.value.isoformat())
        case _:
            return str(cell.value)
