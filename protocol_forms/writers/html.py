"""Parts of HTML forms: templates, grids, figures with their sources, forms in two languages.

The module loads the templates of the HTML forms and the style sheet of their pages. It gives the
grids of a form the shape that the HTML template reads, which is cells with their spans.

A figure can show its source on demand, and a term its meaning. Both are buttons that open a
popover, which the browser draws above everything and closes by Escape or by a tap elsewhere; no
script is needed. The style sheet also shows a figure's popover while the pointer rests on the
figure.

A form in two languages is one page: the form is made once in each language, and texts that differ
are shown beside each other. The PDF's sheets are combined from their JSON values
(protocol_forms.writers.sheet), but HTML templates read the form itself, so here each text of the
form carries its translation.

The module also makes the first page of a tournament's published results.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any, Self, TypeVar, cast

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from protocol_forms.grids import Grid, GridColumn, GridsForm, SiteView
from protocol_forms.labels import SOURCE_LANGUAGE, Say, in_english, signed
from protocol_forms.writers.sheet import NotTheSameForm

_CITED = Markup(
    '<button type="button" class="cited" popovertarget="{name}" aria-describedby="{name}">{value}'
    '</button><span class="citation" id="{name}" popover>{words}</span>'
)
_EXPLAINED = Markup(
    '<button type="button" class="cited" popovertarget="{name}" aria-describedby="{name}">{term}'
    "</button>"
)
_EXPLANATION = Markup('<span class="citation" id="{name}" popover>{words}</span>')


def cited(value: object, words: str, name: str) -> Markup:
    """Return the figure as a button that shows the figure's source.

    `words` is the source; if it is empty, return the figure alone. `name` must be unique in the
    page.
    """
    if not words:
        return escape(value)
    return _CITED.format(value=value, words=words, name=name)


def explained(term: str, name: str) -> Markup:
    """Return the term as a button that shows the page's explanation with this `name`."""
    return _EXPLAINED.format(term=term, name=name)


def explanation(words: str, name: str) -> Markup:
    """Return the hidden explanation that the buttons with this name show.

    Put it once into a page.
    """
    return _EXPLANATION.format(words=words, name=name)


Form = TypeVar("Form")
_BOTH = Markup('{first} <span class="second" lang="{language}">{second}</span>')


class TwoTexts(str):
    """A text with its translation into a second language, which a page shows smaller beside it.

    Where markup is impossible, such as in an HTML attribute, `plain` gives the first language's
    text alone.
    """

    second: str
    language: str

    def __new__(cls, first: str, second: str, language: str) -> Self:
        """Create the text; `language` is the code of the second language."""
        both = super().__new__(cls, first)
        both.second, both.language = second, language
        return both

    def __html__(self) -> str:
        """Return the markup with both texts, which templates insert."""
        return _BOTH.format(first=plain(self), second=self.second, language=self.language)


def plain(text: str) -> str:
    """Return the text in the first language only."""
    return str(text)


def form_in_two_languages(first: Form, second: Form, language: str) -> Form:
    """Return the form `first` with the translations from `second`, where the texts differ.

    `language` is the code of the language of `second`. Raises NotTheSameForm if the forms do not
    have the same parts and numbers of rows.
    """
    return cast(Form, _both(first, second, language))


def words_in_two_languages(first: Say, second: Say, language: str) -> Say:
    """Return a `Say` that gives each text in both languages.

    `language` is the code of the second language.
    """

    def say(message: str, **values: object) -> str:
        return cast(str, _both(first(message, **values), second(message, **values), language))

    return say


def _both(first: Any, second: Any, language: str) -> Any:
    if first == second:
        return first
    if isinstance(first, str) and isinstance(second, str):
        return TwoTexts(first, second, language)
    if isinstance(first, tuple) and isinstance(second, tuple) and len(first) == len(second):
        return tuple(_both(*pair, language) for pair in zip(first, second, strict=True))
    if is_dataclass(first) and type(first) is type(second) and not isinstance(first, type):
        parts = {
            field.name: _both(getattr(first, field.name), getattr(second, field.name), language)
            for field in fields(first)
        }
        return replace(first, **parts)
    raise NotTheSameForm(f"{first!r} and {second!r}")


@cache
def html_templates() -> Environment:
    """Return the HTML templates; they escape values that are not marked as markup."""
    templates = Environment(
        loader=PackageLoader("protocol_forms", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["signed"] = signed
    templates.filters["plain"] = plain
    templates.globals["cited"] = cited
    return templates


def form_style() -> str:
    """Return the style sheet of every form."""
    sheet = files("protocol_forms").joinpath("templates", "form_page.css")
    return sheet.read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell of a grid: its text, how many rows and columns it spans, and how it is shown.

    `heads_row` is True if the cell is the header of its row.
    """

    text: str
    rows: int = 1
    columns: int = 1
    figure: bool = False
    strong: bool = False
    heads_row: bool = False


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of a grid; `room` is "open", "closed" or empty.

    `first` is True if the row begins a group of rows that no page break separates.
    """

    cells: tuple[ShownCell, ...]
    room: str = ""
    first: bool = True


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A grid in the shape that the HTML template reads."""

    heading: str
    heads: tuple[tuple[ShownCell, ...], ...]
    rows: tuple[ShownRow, ...]
    sums: tuple[ShownRow, ...]
    notes: tuple[str, ...]


def shown_tables(form: GridsForm) -> tuple[ShownTable, ...]:
    """Return all grids of the form in the shape that the HTML template reads."""
    return tuple(shown_table(table) for table in form.tables)


def shown_table(table: Grid) -> ShownTable:
    """Return a grid in the shape that the HTML template reads."""
    rows = tuple(_row(table, place) for place in range(len(table.rows)))
    sums = tuple(_sum(table, row) for row in table.sums)
    return ShownTable(table.heading, _heads(table.columns), rows, sums, table.notes)


def _heads(columns: Sequence[GridColumn]) -> tuple[tuple[ShownCell, ...], ...]:
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


def _row(table: Grid, place: int) -> ShownRow:
    room = table.rooms[place] if table.rooms else None
    within = place % table.together
    group = table.rows[place - within : place - within + table.together]
    cells = _cells(table, table.rows[place], len(group))
    if within:
        del cells[table.row_head]
    return ShownRow(tuple(cells), room.value if room else "", not within)


def _sum(table: Grid, row: Sequence[str]) -> ShownRow:
    """Return a row of sums; its first cell is the header and spans the empty cells after it."""
    empty = next((place for place, text in enumerate(row[1:]) if text), len(row) - 1)
    first, *others = _cells(table, row)
    head = replace(first, columns=1 + empty, heads_row=True)
    return ShownRow((head, *(replace(cell, heads_row=False) for cell in others[empty:])))


def _cells(table: Grid, row: Sequence[str], rows: int = 1) -> list[ShownCell]:
    """Return the cells of a row, whose header spans `rows` rows."""
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


def site_index(site: SiteView, say: Say = in_english, language: str = SOURCE_LANGUAGE) -> str:
    """Return the first page of a tournament's published results as a whole HTML document."""
    template = html_templates().get_template("site_index.html")
    return template.render(site=site, style=form_style(), language=language, _=say)
