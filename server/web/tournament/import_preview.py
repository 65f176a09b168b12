"""A table of entries as it is shown before anything is entered: every doubt at its cell."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.text import N_
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.web.pages.form_errors import invalid
from server.web.requests.enter_teams import doubts
from server.web.requests.entry_tables.entry_columns import Column, column_of
from server.web.requests.entry_tables.entry_table import EntryTable, Fault, entry_table
from server.web.requests.entry_tables.table_limits import Lines
from server.web.requests.entry_tables.table_text import as_text
from server.words.translation import Words

_NO_NOTES = N_("notes are for directors only: leave this column out")


@dataclass(frozen=True, slots=True)
class PreviewCell:
    """A cell's text, what is wrong with it, and what somebody may want to know of it."""

    text: str
    wrong: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The table's lines with their cells; `text` is the table again, to be sent with the answer.

    `wrong` counts cells at which something is wrong: nothing can be entered while there are any.
    """

    lines: Sequence[Sequence[PreviewCell]]
    table: EntryTable
    text: str
    wrong: int
    newcomers: int


def preview(
    hall: Hall, tournament: TournamentProcess, lines: Lines, words: Words, *, with_notes: bool
) -> Preview:
    """What a table would enter, or why it cannot; only directors enter it `with_notes`."""
    table = entry_table(lines, [*tournament.teams])
    of_persons, notes = doubts(hall, table.teams)
    wrong = [*table.faults, *of_persons]
    headings = [column_of(heading) for heading in lines[0]] if lines else []
    if Column("note") in headings and not with_notes:
        wrong.append(Fault(0, headings.index(Column("note")), _NO_NOTES))
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


def _texts(faults: Iterable[Fault], line: int, column: int, words: Words) -> list[str]:
    return [
        invalid(each.invalid, words)
        if each.invalid is not None
        else words.gettext(each.template, **each.named)
        for each in faults
        if (each.line, each.column) == (line, column)
    ]
