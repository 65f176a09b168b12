"""What is guarded: the full hall of the tests, at a clock that stands, with chance that is fixed.

Each function below says in lines what a hall shows or answers. `python -m tests.guards` keeps them
in tests/golden/guards; `out/guards` has the pages' whole texts, of which digests are kept.
"""

import contextlib
from collections.abc import AsyncIterator, Iterator
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from fastapi import FastAPI

from server.views.printable import Scope
from tests.guards.chance import chance_fixed
from tests.guards.page_texts import Page
from tests.support.all_pages import PageSeen, pages_of
from tests.support.clock import Clock
from tests.support.extra_walks import every_printable
from tests.support.full_hall import LONG, OVER, OVER_TO_POINTS, UNBROKEN, fill
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, Served, opened

_PARTS = {
    Scope.NOTHING: ("?",),
    Scope.EVENT: ("?",),
    Scope.ROUND: ("?stage=1&round=1",),
    Scope.TEAM: ("?team=Compass",),
    Scope.PLAYER: (f"?player={person_id('Otto')}", f"?player={person_id('Robin Brook')}"),
    Scope.MATCH: ("?",),
    Scope.GAME: ("?",),
    Scope.SEAT: (f"?player={person_id('Otto')}",),
}


@dataclass(frozen=True, slots=True)
class FixedHall:
    """The hall, and every page of it with its text."""

    served: Served
    pages: list[tuple[PageSeen, int, Page]]


@contextlib.asynccontextmanager
async def fixed_hall(folder: Path) -> AsyncIterator[FixedHall]:
    """The full hall as it is in every run, every page asked for once."""
    with chance_fixed():
        async with opened(folder, Clock()) as served:
            await served.session(DIRECTOR)
            await fill(served.hall, served.hall.board_keys)
            await served.hall.finished_writer.write()
            pages = []
            for seen in await pages_of(served):
                async with served.client(seen.visitor) as client:
                    answer = await client.get(seen.address, headers={"accept": "text/html"})
                pages.append((seen, answer.status_code, Page(answer.text)))
            yield FixedHall(served, pages)


def shorter(text: str) -> str:
    """The text without the hall's longest names in full."""
    for name, short in ((LONG, "LONG"), (UNBROKEN, "UNBROKEN"), (LONG[:80], "LONG80")):
        text = text.replace(name, short)
    return text


def page_texts(hall: FixedHall) -> Iterator[tuple[str, str]]:
    """Every page: what it is, and its text."""
    for seen, status, page in hall.pages:
        yield (
            f"{seen.route} {seen.address} {seen.visitor.role.value} {status}",
            shorter("\n".join(page.lines())),
        )


def page_lines(hall: FixedHall) -> Iterator[str]:
    """Every page with the digest of its text."""
    for name, text in page_texts(hall):
        yield f"{sha256(text.encode()).hexdigest()[:12]} {shorter(name)}"


def api_lines(app: FastAPI) -> Iterator[str]:
    """The OpenAPI document, a line an operation and a line a field."""
    document = deepcopy(app.openapi())
    for path, operations in sorted(document["paths"].items()):
        for method, operation in operations.items():
            yield f"{method.upper()} {path} {_sorted(operation)}"
    for name, schema in sorted(document["components"]["schemas"].items()):
        fields = schema.pop("properties", {})
        yield f"{name} {_sorted(schema)}"
        for field, limits in fields.items():
            yield f"{name}.{field} {_sorted(limits)}"


def _sorted(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_sorted(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_sorted, value)) + "]"
    return str(value)


def form_lines(hall: FixedHall) -> list[str]:
    """Each form that a page of some template has, and its fields with their limits."""
    every: dict[str, None] = {}
    for seen, _, page in hall.pages:
        for form in page.forms:
            fields = "; ".join(dict.fromkeys(form.fields))
            every[shorter(f"{seen.route}: {form.method} {form.action}: {fields}")] = None
    return sorted(every)


async def printed_lines(served: Served) -> AsyncIterator[str]:
    """Every printed form of the hall, as an operator's page."""
    async with served.client(DIRECTOR) as client:
        for form in every_printable():
            places = [""]
            if form.scope.of_match:
                places = [f"/matches/{number}" for number in (1, 2, OVER, OVER_TO_POINTS)]
            for place in places:
                for part in _PARTS[form.scope]:
                    address = f"/t/club{place}/forms/{form.kind}.html{part.rstrip('?')}"
                    answer = await client.get(address, headers={"accept": "text/html"})
                    yield f"== {address} {answer.status_code}"
                    for line in Page(answer.text).lines():
                        yield shorter(line)
