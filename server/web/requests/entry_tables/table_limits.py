"""How large a table may be that somebody sends, and how it is refused."""

from collections.abc import Sequence

from rules.limits import MOST_TEAMS
from rules.text import N_

Lines = Sequence[Sequence[str]]
"""A table's lines, the headings first, each of the texts of its cells."""
MOST_LINES = MOST_TEAMS + 1
MOST_COLUMNS = 80
LONGEST_CELL = 2000
_TOO_MANY = N_("more than %(most)s lines: a tournament cannot have more teams")
_TOO_WIDE = N_("line %(line)s has more than %(most)s cells")
_TOO_LONG = N_("a cell of line %(line)s has more than %(most)s characters")


class TableRefused(Exception):
    """What was sent is no table that can be read; whoever sent it: as it says.

    `template` is a text of the catalogues, `named` what stands in it.
    """

    def __init__(self, template: str, **named: object) -> None:
        super().__init__(template % named if named else template)
        self.template, self.named = template, named


def check_size(lines: Lines) -> None:
    """Raise TableRefused for a table that is too large."""
    if len(lines) > MOST_LINES:
        raise TableRefused(_TOO_MANY, most=MOST_LINES)
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_COLUMNS and any(cell.strip() for cell in line[MOST_COLUMNS:]):
            raise TableRefused(_TOO_WIDE, line=number, most=MOST_COLUMNS)
        if any(len(cell) > LONGEST_CELL for cell in line):
            raise TableRefused(_TOO_LONG, line=number, most=LONGEST_CELL)
