"""Tables as texts: pasted from a spreadsheet, or a CSV file, and written again for a form."""

import csv
import io
from collections.abc import Iterable, Sequence
from itertools import islice

from rules.text import N_
from server.web.requests.entry_tables.table_limits import (
    MOST_LINES,
    Lines,
    TableRefused,
    check_size,
)

_NO_TEXT = N_("this is no text in UTF-8: save it as “CSV UTF-8” or as XLSX, or paste the table")
_NO_TABLE = N_("this is no table: a quotation mark is not closed, or a character cannot be read")


def text_lines(text: str) -> Lines:
    """The lines of a table; tabs, semicolons or commas divide it, as its first line does.

    Empty lines are left out. Raises TableRefused.
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
    """No more of them than tell that there are too many."""
    filled = (line for line in found if any(cell.strip() for cell in line))
    return [*islice(filled, MOST_LINES + 1)]


def decoded(content: bytes) -> str:
    """A file's text: UTF-8, or UTF-16 as spreadsheets save it; raises TableRefused."""
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise TableRefused(_NO_TEXT) from error


def as_text(lines: Iterable[Sequence[str]], divider: str = "\t") -> str:
    """The table as text that `text_lines` reads."""
    written = io.StringIO()
    csv.writer(written, delimiter=divider, lineterminator="\n").writerows(lines)
    return written.getvalue()
