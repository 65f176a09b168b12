"""The public results of a tournament as pages for any web host: what their first page holds."""

from dataclasses import dataclass

from protocol_forms.table_form import FormTable


@dataclass(frozen=True, slots=True)
class SiteMatch:
    """A match on the first page; `score` is final, None while it is not over.

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
    """The first page: matches by number, results by person as `columns` and `rows` of text.

    `results` are the addresses of the same as files. `standings` are the tables of its stages,
    `standings_files` the addresses of these.
    """

    name: str
    matches: tuple[SiteMatch, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    results: tuple[str, ...]
    standings: tuple[FormTable, ...] = ()
    standings_files: tuple[str, ...] = ()
