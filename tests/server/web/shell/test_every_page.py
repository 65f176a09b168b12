"""Every page there is, in a hall full of odd names, as whoever may look at it: it fits and reads.

In every run each page is asked for, and of each template the fullest one is looked at in Chromium,
in the language, at the width and in the theme that follow from its name. `long` looks at those by
axe, in two widths, languages and themes by turns; the soak at every page in each language. A new
page must be given addresses in `tests/support/all_pages.py`.
"""

import asyncio
from zlib import crc32

import pytest
from playwright.async_api import CDPSession

from server.words.languages import LANGUAGES
from tests.server.web.shell.conftest import PAGES_BY_GET, FullHouse, Walker
from tests.support.all_pages import PageSeen, page_routes
from tests.support.axe import axe_violations
from tests.support.browser import in_browser

WIDTHS, THEMES = (390, 820, 1440, 1920), ("light", "dark")
PARTS = 3
BY_TURNS = "by turns"
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


@pytest.mark.asyncio(loop_scope="session")
async def test_every_page_has_an_address_here_and_is_answered(full_house: FullHouse) -> None:
    addressed = {page.route for page in full_house.pages}
    assert page_routes(full_house.served.app) - addressed == set()
    assert full_house.fullest.keys() >= set(PAGES_BY_GET)
    assert full_house.failed == []


@pytest.mark.asyncio(loop_scope="session")
async def test_a_page_loads_the_style_sheets_of_all_that_it_has(full_house: FullHouse) -> None:
    assert full_house.unstyled == []


@in_browser
@pytest.mark.parametrize("template", PAGES_BY_GET)
async def test_a_page_is_not_too_wide_and_cuts_no_word_short(
    full_house: FullHouse, walker: Walker, template: str
) -> None:
    turn = crc32(template.encode())
    language = list(LANGUAGES)[turn % 3]
    seen = full_house.fullest[template]
    await walker.go(seen, language, THEMES[turn // 3 % 2])
    assert await walker.misfits(WIDTHS[turn // 6 % 4]) == [], seen.address


@in_browser
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    "language",
    [
        pytest.param(BY_TURNS, marks=pytest.mark.long(30)),
        *(pytest.param(language, marks=pytest.mark.soak) for language in LANGUAGES),
    ],
)
async def test_no_page_is_too_wide_or_cuts_a_word_short_and_axe_finds_nothing(
    full_house: FullHouse, walker: Walker, language: str, part: int
) -> None:
    chosen = full_house.fullest.values() if language == BY_TURNS else full_house.pages
    wrong: list[object] = []
    for place, seen in list(enumerate(chosen))[part::PARTS]:
        turn = list(LANGUAGES)[place // PARTS % len(LANGUAGES)]
        await walker.go(seen, turn if language == BY_TURNS else language, THEMES[place % 2])
        for width in (WIDTHS[place % 4], WIDTHS[(place + 2) % 4]):
            wrong += [(seen.address, width, each) for each in await walker.misfits(width)]
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
@pytest.mark.parametrize(
    "share", [pytest.param(3, marks=pytest.mark.long(20)), pytest.param(1, marks=pytest.mark.soak)]
)
async def test_every_control_is_reached_by_tab_and_shows_its_focus(
    full_house: FullHouse, walker: Walker, share: int
) -> None:
    of_routes = {page.route: page for page in full_house.pages}
    for seen in [*of_routes.values()][::share]:
        await check_focus(walker, seen)


@in_browser
@pytest.mark.parametrize("template", ["front/tables.html", "match_page/operators.html"])
async def test_every_control_of_all_tables_and_of_a_match_is_reached_by_tab_and_shows_its_focus(
    full_house: FullHouse, walker: Walker, template: str
) -> None:
    await check_focus(walker, full_house.fullest[template])


async def check_focus(walker: Walker, seen: PageSeen) -> None:
    """Press Tab through a page; AssertionError names what it misses or what shows no focus."""
    keys = await walker.page.context.new_cdp_session(walker.page)
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
    await keys.detach()
