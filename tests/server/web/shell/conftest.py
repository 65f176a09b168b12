"""The full hall of a worker: filled once, looked at by every test of pages."""

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import jinja2
import pytest
import pytest_asyncio
from playwright.async_api import Page

from server.access import Visitor
from server.web.edge.static_files import static_files
from server.web.shell.shell import LANGUAGE_COOKIE, THEME_COOKIE
from tests.server.live.following import on_loopback
from tests.support.all_pages import PageSeen, pages_of
from tests.support.browser import DRAWN, PLAIN_NAME, browser_page
from tests.support.full_hall import fill
from tests.support.served import DIRECTOR, Served, opened

TEMPLATES = Path(__file__).parents[4] / "server" / "web"


MISFITS = Path(__file__).with_name("misfits.js").read_text(encoding="utf-8")
_PAGES = frozenset(
    path.relative_to(TEMPLATES).as_posix()
    for path in TEMPLATES.rglob("*.html")
    if "{% extends" in path.read_text(encoding="utf-8") and path.name != "frame.html"
)
_ANSWERS_TO_FORMS = {
    "links/sheet.html",
    "shell/not_stored.html",
    "shell/too_large.html",
    "phones/code_sheet.html",
    "phones/seat_refused.html",
    "shell/secret_shown.html",
    "accounts/set_up.html",
}
"""What is shown after a form was sent, once, and what only a trouble shows."""
PAGES_BY_GET = sorted(_PAGES - _ANSWERS_TO_FORMS)
"""The templates of whole pages that have an address of their own."""


_SHEETS = {
    'class="house"': "house.css",
    'id="announcements"': "announcements.css",
    'class="citation"': "citations.css",
}
"""What not every page has, and the style sheet that only pages with it load."""


def _rules_of(page: str) -> bytes:
    """The style sheets that a page loads, one after another."""
    sheets = re.findall(r'<link rel="stylesheet" href="/static/\w+/([^"]+)"', page)
    return b"".join(static_files()[sheet].content for sheet in sheets)


@dataclass(frozen=True, slots=True)
class FullHouse:
    """The full hall with a director, its pages, and each template's fullest page."""

    served: Served
    pages: list[PageSeen]
    fullest: Mapping[str, PageSeen]
    failed: list[tuple[str, int]]
    """Addresses that were answered with a fault of the server."""
    unstyled: list[tuple[str, str]]
    """Addresses of pages that have something without its style sheet, and that sheet."""


class Walker:
    """A browser that goes from page to page as this visitor and that."""

    def __init__(self, served: Served, page: Page, base: str) -> None:
        self._served, self._base = served, base
        self.page = page
        self._sessions: dict[Visitor, dict[str, str]] = {}

    async def go(self, seen: PageSeen, language: str, theme: str, *, drawn: bool = True) -> None:
        """Show a page in a language and a theme; `drawn`: once its boards are there."""
        # Off the page of before, which might load itself anew meanwhile, with the next cookies.
        await self.page.goto("about:blank")
        cookies = {
            **await self._cookies(seen.visitor),
            LANGUAGE_COOKIE: language,
            THEME_COOKIE: theme,
        }
        await self.page.context.clear_cookies()
        await self.page.context.add_cookies(
            [
                {"name": name, "value": value, "domain": PLAIN_NAME, "path": "/"}
                for name, value in cookies.items()
                if value
            ]
        )
        answer = await self.page.goto(self._base + seen.address)
        assert answer is not None
        assert answer.status < 500
        if drawn:
            await self.page.wait_for_function(DRAWN)

    async def misfits(self, width: int) -> list[str]:
        """What does not fit on the page at that width."""
        await self.page.set_viewport_size({"width": width, "height": 900})
        return list(await self.page.evaluate(MISFITS))

    async def _cookies(self, visitor: Visitor) -> dict[str, str]:
        if visitor not in self._sessions:
            self._sessions[visitor] = await self._served.cookies(visitor)
        return self._sessions[visitor]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def walker(full_house: FullHouse, joined_browser: None) -> AsyncIterator[Walker]:
    """The worker's browser in front of its full hall."""
    app = full_house.served.app
    async with on_loopback(app) as port, browser_page() as page:
        yield Walker(full_house.served, page, f"http://{PLAIN_NAME}:{port}")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def full_house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[FullHouse]:
    async with opened(tmp_path_factory.mktemp("full-house")) as served:
        await served.session(DIRECTOR)
        await fill(served.hall, served.hall.board_keys)
        yield await _asked(served, await pages_of(served))


async def _asked(served: Served, pages: list[PageSeen]) -> FullHouse:
    """Ask for each page once, and see of which template it was made."""
    names: list[str] = []
    get_template = jinja2.Environment.get_template

    def noted(environment: jinja2.Environment, name: str, *rest: object) -> jinja2.Template:
        names.append(str(name))
        return get_template(environment, name, *rest)  # type: ignore[arg-type]

    sizes: dict[str, tuple[int, PageSeen]] = {}
    failed: list[tuple[str, int]] = []
    unstyled: list[tuple[str, str]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jinja2.Environment, "get_template", noted)
        for seen in pages:
            names.clear()
            async with served.client(seen.visitor) as client:
                answer = await client.get(seen.address, headers={"accept": "text/html"})
            if answer.status_code >= 500:
                failed.append((seen.address, answer.status_code))
            if answer.is_redirect:
                continue
            if "/page.css" in answer.text:
                rules = _rules_of(answer.text)
                unstyled += [
                    (seen.address, sheet)
                    for mark, sheet in _SHEETS.items()
                    if mark in answer.text and static_files()[sheet].content not in rules
                ]
            # At the address of a form without its ending is the same page.
            route = seen.route.removesuffix(".html")
            name = next((each for each in reversed(names) if each in _PAGES), route)
            size = len(answer.content)
            if size > sizes.get(name, (-1, seen))[0]:
                sizes[name] = size, seen
    fullest = {name: seen for name, (_, seen) in sizes.items()}
    return FullHouse(served, pages, fullest, failed, unstyled)
