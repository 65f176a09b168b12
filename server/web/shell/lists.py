"""Long lists that are divided into pages, and the choice of persons in forms."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from fastapi import Query
from starlette.datastructures import URL

from rules.identities import PersonId
from server.values.naming import Names

AT_MOST = 24
"""Number of matches on a page: three to eight rows of tiles."""

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


def person_choices(persons: Sequence[PersonId], names: Names) -> list[tuple[str, str]]:
    """Return for each person the value that a form sends, and the text that it shows.

    Persons with the same name are shown with their ids.
    """
    named = [(person.text, names.of(person)) for person in persons]
    borne = Counter(name for _, name in named)
    return [(sent, f"{name} ({sent})" if borne[name] > 1 else name) for sent, name in named]
