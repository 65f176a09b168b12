"""Long lists divided into pages or filtered by a choice, and the choice of persons in forms."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar
from urllib.parse import urlencode

from fastapi import Query
from starlette.datastructures import URL

from rules.identities import PersonId
from server.values.naming import Names

AT_MOST = 24
"""Number of matches on a page: three to eight rows of tiles."""

LONG = 20
"""Number of items of a list above which it can be filtered."""
_SHORT = 4
"""Greatest number of letters of choices that are offered as links, such as years."""

PageNumber = Annotated[int, Query(ge=1, description="Number of the page of a long list, from 1.")]

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Paged(Generic[_Item]):
    """The items on one page of a list.

    `number` is the page's number, `pages` the number of pages, and `total` the number of all items.
    """

    items: tuple[_Item, ...]
    number: int
    pages: int
    total: int


@dataclass(frozen=True, slots=True)
class PageLinks:
    """The addresses of the pages of a list, for links on one of them.

    These are the addresses of the first page, of the pages before and after this one, and of the
    last page. An address is empty if its page does not exist or is this page.
    """

    number: int
    pages: int
    first: str
    before: str
    after: str
    last: str


def paged(items: Sequence[_Item], number: int, size: int = AT_MOST) -> Paged[_Item]:
    """Return page `number` of a list, or the last page if there are fewer pages."""
    return paged_parts([items], number, size)


def paged_parts(parts: Sequence[Sequence[_Item]], number: int, size: int = AT_MOST) -> Paged[_Item]:
    """Return one page of several lists joined together; only the items on the page are read."""
    total = sum(map(len, parts))
    pages = max(1, -(-total // size))
    number = min(number, pages)
    skipped, shown = (number - 1) * size, list[_Item]()
    for part in parts:
        shown += part[skipped : skipped + size - len(shown)]
        skipped = max(0, skipped - len(part))
    return Paged(tuple(shown), number, pages, total)


def page_links(page: Paged[_Item], address: URL) -> PageLinks:
    """Return the addresses of the pages before and after a page of a list.

    `address` is the address of this page. The other addresses keep all other fields of its query.
    """

    def at(number: int) -> str:
        if not 1 <= number <= page.pages or number == page.number:
            return ""
        there = address.include_query_params(page=number)
        return f"{there.path}?{there.query}"

    before, after = at(page.number - 1), at(page.number + 1)
    return PageLinks(page.number, page.pages, at(1), before, after, at(page.pages))


def link_header(links: PageLinks) -> dict[str, str]:
    """Return the header `Link` with the addresses of the pages before and after (RFC 8288)."""
    beside = {"prev": links.before, "next": links.after, "last": links.last}
    links_of = [f'<{address}>; rel="{kind}"' for kind, address in beside.items() if address]
    return {"link": ", ".join(links_of)} if links_of else {}


@dataclass(frozen=True, slots=True)
class Filter:
    """A choice by which a list is filtered, such as a year.

    `name` is its field in the query and `label` its text. `choices` are the values that can be
    chosen, each with its text. `chosen` is the value in the address, empty for all.
    """

    name: str
    label: str
    chosen: str
    choices: tuple[tuple[str, str], ...]

    @property
    def is_short(self) -> bool:
        """True if the choices are so short that all of them are shown as links."""
        return all(len(text) <= _SHORT for _, text in self.choices)


def as_shown(values: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the choices of a filter whose values are shown as they are."""
    return tuple((each, each) for each in values)


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters above a list, for the template shell/_filters.html.

    `path` is the page's path, `shown` the number of items that the filters let through, `total` the
    number of all items. `others` are fields of the query that every choice keeps.
    """

    path: str
    every: tuple[Filter, ...]
    shown: int
    total: int
    others: tuple[tuple[str, str], ...] = ()

    @property
    def is_chosen(self) -> bool:
        """True if the address filters the list."""
        return bool(self.chosen)

    @property
    def chosen(self) -> list[tuple[str, str]]:
        """The filters' fields in the query with what is chosen."""
        return [(each.name, each.chosen) for each in self.every if each.chosen]

    @property
    def offered(self) -> tuple[Filter, ...]:
        """The filters that the page shows: none above a short list that is not filtered."""
        if self.total <= LONG and not self.is_chosen:
            return ()
        return tuple(each for each in self.every if each.chosen or len(each.choices) > 1)

    @property
    def all(self) -> str:
        """The address of the whole list."""
        return self._address({})

    def address(self, name: str, value: str) -> str:
        """Return the address with another choice of the field `name`, empty for all."""
        return self._address({each.name: each.chosen for each in self.every} | {name: value})

    def _address(self, fields: dict[str, str]) -> str:
        asked = [each for each in (dict(self.others) | fields).items() if each[1]]
        return self.path + (f"?{urlencode(asked)}" if asked else "")


def person_choices(persons: Sequence[PersonId], names: Names) -> list[tuple[str, str]]:
    """Return for each person the value that a form sends, and the text that it shows.

    Persons with the same name are shown with their ids.
    """
    named = [(person.text, names.of(person)) for person in persons]
    borne = Counter(name for _, name in named)
    return [(sent, f"{name} ({sent})" if borne[name] > 1 else name) for sent, name in named]
