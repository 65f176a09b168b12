"""Every page there is, in a hall full of odd names, as whoever may look at it: it fits and reads.

Each page is looked at in each language, in two widths at a time so that all four are seen, in light
and dark by turns, and one page of each route by axe, which takes ten times as long; the languages
choose different ones. They are looked at in three parts, for workers to share, each of which meets
all widths and both themes. A new page must be given addresses in `tests/support/all_pages.py`.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import CDPSession, Page

from server.access import Visitor
from server.translation import LANGUAGES
from server.web.pages.shell import LANGUAGE_COOKIE, THEME_COOKIE
from tests.server.live.following import on_loopback
from tests.support.all_pages import PageSeen, page_routes, pages_of
from tests.support.axe import axe_violations
from tests.support.browser import DRAWN, PLAIN_NAME, browser_page, in_browser
from tests.support.full_hall import fill
from tests.support.served import DIRECTOR, Served, opened

WIDTHS = (390, 820, 1440, 1920)
PARTS = 3
MISFITS = Path(__file__).with_name("misfits.js").read_text(encoding="utf-8")
STOPS_INSIDE = """each => ({date: 3, "datetime-local": 6})[each.type] ?? 0"""
"""A field for a date has one stop for day, month and year each, and one for the calendar."""
STOPS = """[...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']"
)].filter(each => each.checkVisibility({visibilityProperty: true}) && !each.disabled)"""

FOCUS = """(() => {
    window.unseen = [];
    document.addEventListener("focusin", ({target}) => {
        target.reached = true;
        const {outlineStyle, outlineWidth} = getComputedStyle(target);
        const shown = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
        if (!shown) unseen.push(target.outerHTML.slice(0, 120));
    });
})()"""
MISSED = f"({STOPS}).filter(each => !each.reached).map(each => each.outerHTML.slice(0, 120))"


@contextlib.asynccontextmanager
async def full_house(folder: Path) -> AsyncIterator[tuple[Served, list[PageSeen]]]:
    """The full hall with a director, and its pages."""
    async with opened(folder) as served:
        await served.session(DIRECTOR)
        await fill(served.hall, served.hall.board_keys)
        yield served, await pages_of(served)


class Walker:
    """A browser that goes from page to page as this visitor and that."""

    def __init__(self, served: Served, page: Page, base: str) -> None:
        self._file, self._base = served, base
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

    async def _cookies(self, visitor: Visitor) -> dict[str, str]:
        if visitor not in self._sessions:
            self._sessions[visitor] = await self._file.cookies(visitor)
        return self._sessions[visitor]


@contextlib.asynccontextmanager
async def walking(served: Served) -> AsyncIterator[Walker]:
    async with on_loopback(served.app) as port, browser_page() as page:
        yield Walker(served, page, f"http://{PLAIN_NAME}:{port}")


async def test_every_page_has_an_address_here(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        pages = await pages_of(served)
        assert page_routes(served.app) - {page.route for page in pages} == set()


@in_browser
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    "language",
    ["uk", *(pytest.param(each, marks=pytest.mark.long) for each in LANGUAGES if each != "uk")],
)
async def test_no_page_is_too_wide_or_cuts_a_word_short_and_axe_finds_nothing(
    tmp_path: Path, language: str, part: int
) -> None:
    turn = list(LANGUAGES).index(language)
    wrong: list[object] = []
    async with full_house(tmp_path) as (served, pages), walking(served) as walker:
        for_axe = {page.route: page for page in pages[turn:] + pages[:turn]}.values()
        for place, seen in list(enumerate(pages, turn))[part::PARTS]:
            await walker.go(seen, language, "dark" if place % 2 else "light")
            for width in (WIDTHS[place % 4], WIDTHS[(place + 2) % 4]):
                await walker.page.set_viewport_size({"width": width, "height": 900})
                misfits = await walker.page.evaluate(MISFITS)
                wrong += [(seen.address, width, misfit) for misfit in misfits]
            if seen in for_axe:
                wrong += [(seen.address, each) for each in await axe_violations(walker.page)]
    assert not wrong, "\n".join(map(str, wrong))


async def press_tab(keys: CDPSession, times: int) -> None:
    """Press it so often without waiting in between; some are lost where the focus begins anew.

    Chromium takes them in their order. Behind the last control the focus leaves the page, and comes
    back to its first one a moment later.
    """
    tab = {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
    presses = [{"type": kind, **tab} for _ in range(times) for kind in ("rawKeyDown", "keyUp")]
    await asyncio.gather(*(keys.send("Input.dispatchKeyEvent", each) for each in presses))


@in_browser
async def test_every_control_is_reached_by_tab_and_shows_its_focus(tmp_path: Path) -> None:
    async with full_house(tmp_path) as (served, pages), walking(served) as walker:
        keys = await walker.page.context.new_cdp_session(walker.page)
        for seen in {page.route: page for page in pages}.values():
            await walker.go(seen, "en", "light")
            await walker.page.evaluate(FOCUS)
            stops = await walker.page.evaluate(f"({STOPS}).length")
            inside = await walker.page.evaluate(
                f"({STOPS}).map({STOPS_INSIDE}).reduce((sum, each) => sum + each, 0)"
            )
            await press_tab(keys, stops + 1 + inside)
            if await walker.page.evaluate(MISSED):  # it began in the middle, as at a field
                await press_tab(keys, stops + 1 + inside)
            unseen = await walker.page.evaluate("unseen")
            assert not unseen, (seen.address, unseen)
            missed = await walker.page.evaluate(MISSED)
            assert not missed, (seen.address, missed)
