"""Long lists in pages, and persons as forms offer them to be chosen."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from fastapi import Query
from starlette.datastructures import URL

from rules.identities import PersonId
from server.values.naming import Names

AT_MOST = 24
"""Matches on a page: three to eight rows of tiles."""

PageNumber = Annotated[int, Query(ge=1, description="Which page of a long list, from 1.")]

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Paged(Generic[_Item]):
    """The items of one page; `number` of `pages`, both from 1, `total` items on all of them."""

    items: tuple[_Item, ...]
    number: int
    pages: int
    total: int


@dataclass(frozen=True, slots=True)
class PageLinks:
    """Addresses of the pages before and after; empty if there is none."""

    number: int
    pages: int
    first: str
    before: str
    after: str
    last: str


def paged(items: Sequence[_Item], number: int, size: int = AT_MOST) -> Paged[_Item]:
    """Return one page of a list; a number beyond the last gives the last page."""
    return paged_parts([items], number, size)


def paged_parts(parts: Sequence[Sequence[_Item]], number: int, size: int = AT_MOST) -> Paged[_Item]:
    """Return one page of successive lists, of which only the items shown are read."""
    total = sum(map(len, parts))
    pages = max(1, -(-total // size))
    number = min(number, pages)
    skipped, shown = (number - 1) * size, list[_Item]()
    for part in parts:
        shown += part[skipped : skipped + size - len(shown)]
        skipped = max(0, skipped - len(part))
    return Paged(tuple(shown), number, pages, total)


def page_links(page: Paged[_Item], address: URL) -> PageLinks:
    """Return the links from a page to the others, with the other fields of its address."""

    def at(number: int) -> str:
        if not 1 <= number <= page.pages or number == page.number:
            return ""
        there = address.include_query_params(page=number)
        return f"{there.path}?{there.query}"

    before, after = at(page.number - 1), at(page.number + 1)
    return PageLinks(page.number, page.pages, at(1), before, after, at(page.pages))


def link_header(links: PageLinks) -> dict[str, str]:
    """Return the header with the addresses of the neighbouring pages, for programs (RFC 8288)."""
    beside = {"prev": links.before, "next": links.after, "last": links.last}
    links_of = [f'<{address}>; rel="{kind}"' for kind, address in beside.items() if address]
    return {"link": ", ".join(links_of)} if links_of else {}


def person_choices(persons: Sequence[PersonId], names: Names) -> list[tuple[str, str]]:
    """Return each person's value in forms and text; two of one name have their ids beside it."""
    named = [(person.text, names.of(person)) for person in persons]
    borne = Counter(name for _, name in named)
    return [(sent, f"{name} ({sent})" if borne[name] > 1 else name) for sent, name in named]
