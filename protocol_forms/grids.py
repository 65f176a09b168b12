"""Forms made of grids of texts, such as standings, schedules and the results of a room.

In this package printed rows and columns are called a grid, because a table is the place where
people play. Whoever makes a form decides on the meaning and the language of its columns; a column
of figures is right-aligned. The modules of `protocol_forms.writers` write these forms.

The module also has forms in which drawn positions follow the grids, each with the decisions taken
in it. It has the paper sizes of prints. It has the contents of the first page of a tournament's
published results, which can be put on any web host.
"""

from dataclasses import dataclass
from enum import Enum

from rules.dice import Cube, Roll
from rules.position import Position, Side
from rules.room import Room


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column of a grid: its title, and how its cells are shown.

    The cells of a `figure` column are right-aligned. A `strong` column is emphasised as the most
    important. Neighbouring columns with the same `group` have that text as a common header above
    their titles.
    """

    title: str
    figure: bool = False
    strong: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A printed grid: its heading, its columns, rows with a text for each column, and notes below.

    `rooms` has the room of each row, which decides the row's tint; it is empty if the rows belong
    to no room. `sums` are rows at the foot: the first cell of each spans the empty cells after it.
    The cell in column `row_head` is the header of its row.

    The rows form groups of `together` rows, counted from the first row, and no page break separates
    the rows of a group. The header of a group's first row is the header of the whole group; in the
    group's other rows this cell must be empty. Raises ValueError if the number of cells or rooms is
    wrong, or if a group has several headers.
    """

    heading: str
    columns: tuple[GridColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    rooms: tuple[Room | None, ...] = ()
    sums: tuple[tuple[str, ...], ...] = ()
    row_head: int = 0
    together: int = 1

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in (*self.rows, *self.sums)):
            raise ValueError(f"a row of {self.heading!r} has not a text for every column")
        if self.rooms and len(self.rooms) != len(self.rows):
            raise ValueError(f"{len(self.rooms)} rooms for {len(self.rows)} rows")
        if any(row[self.row_head] for place, row in enumerate(self.rows) if place % self.together):
            raise ValueError(f"rows of {self.heading!r} that go together have several heads")


@dataclass(frozen=True, slots=True)
class GridsForm:
    """A form made of grids, with its title and the line of text that names the tournament.

    That line is `event`. The grids are called `tables`, as they are in the form's JSON, from which
    the server also computes the digests of printed forms. `facts` are pairs of label and value
    under the title, `notes` are printed below the grids, and `signatures` are the labels of the
    lines to sign on. `state` is printed at the foot and says whether results can still change.
    `link` is the address of the page with the current figures, which is printed as a QR code.
    """

    title: str
    event: str
    tables: tuple[Grid, ...]
    state: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    signatures: tuple[str, ...] = ()
    link: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPosition:
    """A position of backgammon with the side on turn; `dice` is None before the throw.

    `heading` says where in the match it arose, `facts` are pairs of label and value printed beside
    it. `link` is the address of the position's page, printed as a QR code; empty if unknown.
    """

    heading: str
    facts: tuple[tuple[str, str], ...]
    position: Position
    cube: Cube
    on_turn: Side
    dice: Roll | None = None
    link: str = ""


@dataclass(frozen=True, slots=True)
class PositionsForm(GridsForm):
    """A form of grids that are followed by drawn positions under a heading of their own."""

    positions_heading: str = ""
    positions: tuple[DrawnPosition, ...] = ()


class Paper(Enum):
    """A paper size; the value is the typesetter's name of it."""

    A4 = "a4"
    A5 = "a5"
    LETTER = "us-letter"


@dataclass(frozen=True, slots=True)
class SiteMatch:
    """A match on the first page of published results; `score` is None until the match is over.

    `page` and `files` are addresses relative to the first page. `page` is empty if the match has no
    page.
    """

    number: int
    event: str
    home: str
    away: str
    score: tuple[int, int] | None = None
    page: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteView:
    """The contents of the first page of published results.

    `matches` are in the order of their numbers. `columns` and `rows` are the grid of results by
    person, and `results` the addresses of files with that grid. `standings` are the standings of
    the tournament's stages, and `standings_files` the addresses of files with the standings.
    """

    name: str
    matches: tuple[SiteMatch, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    results: tuple[str, ...]
    standings: tuple[Grid, ...] = ()
    standings_files: tuple[str, ...] = ()
