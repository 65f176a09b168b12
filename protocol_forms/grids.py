"""Forms made of grids, such as standings, schedules and the results of a room: views of texts.

A grid is rows and columns in print; a table is furniture. The maker of the view decides the meaning
and language of the columns; figures are those columns that are right-aligned.
`protocol_forms.writers` write any of them.

Also forms of grids with drawn positions behind them, each with the decisions taken there; the
papers that forms are printed on; and the first page of a tournament's public results, pages for any
web host.
"""

from dataclasses import dataclass
from enum import Enum

from rules.dice import Cube, Roll
from rules.position import Position, Side
from rules.room import Room


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column's title; `figure`: its cells are right-aligned.

    `strong`: it is the column that counts. Neighbouring columns with the same `group` have it as
    one common head above their titles.
    """

    title: str
    figure: bool = False
    strong: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid with its heading; each row has a text for every column, `notes` are below it.

    `rooms` gives each row the tint of its room, and is empty if rows belong to no room. `sums` are
    rows at its foot, the first cell of each spanning the empty ones after it. The cell in column
    `row_head` is the head of its row. No page break separates the rows of a group of `together`,
    counted from the first: they share the head of the first, and theirs are empty. Raises
    ValueError if cells, rooms or heads do not fit this.
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
    """A form: its title, its event, its grids, and the state of its figures for the foot.

    The grids are `tables` in the form as JSON, and in the digests that are kept of prints. `facts`
    are labels with their values under the title, `notes` are below the tables, and `signatures`
    name the lines that are signed. `link` is the address of the page with the present figures; it
    is printed as a QR code.
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
    """A position of backgammon, with the side on turn and the dice, None before a throw.

    `heading` is its place in the match, `facts` are labels with values beside it. `link` is the
    address of its page, printed as a QR code; empty if unknown.
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
    """A form of grids; `positions` follow the grids under a heading of their own."""

    positions_heading: str = ""
    positions: tuple[DrawnPosition, ...] = ()


class Paper(Enum):
    """A paper size by its name in the typesetter."""

    A4 = "a4"
    A5 = "a5"
    LETTER = "us-letter"


@dataclass(frozen=True, slots=True)
class SiteMatch:
    """A match on the first page; `score` is final, None until the match is over.

    `page` and `files` are addresses relative to the first page, `page` empty for none.
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
    """The first page: matches by number, and results by person as `columns` and `rows` of text.

    `results` are the addresses of the results as files. `standings` are the tables of the
    tournament's stages, `standings_files` the addresses of their files.
    """

    name: str
    matches: tuple[SiteMatch, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    results: tuple[str, ...]
    standings: tuple[Grid, ...] = ()
    standings_files: tuple[str, ...] = ()
