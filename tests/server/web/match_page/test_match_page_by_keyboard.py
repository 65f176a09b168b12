"""A match's page in Chromium for who has no mouse, a large print or ears alone."""

import pytest
from playwright.async_api import Page, expect

from tests.server.live.following import hub_of, tell_slowly
from tests.server.web.match_page.test_a_match_ends_in_place import sensible_match, waiting
from tests.server.web.match_page.test_spectator_in_browser import (
    LATE,
    MATCH,
    heard,
    page_of,
    serving,
)
from tests.support.browser import DRAWN, IN_BROWSER, PLAIN_NAME, browser_page
from tests.support.ids import match_id

pytestmark = IN_BROWSER

FOCUSED = "() => document.activeElement.dataset.step ?? document.activeElement.nodeName"
IN_RAIL = "() => document.activeElement.closest('#moves') !== null"


async def tab_into_the_rail(page: Page) -> None:
    """Press Tab on the last control before the rail."""
    await page.locator(".steps button").last.focus()
    await page.keyboard.press("Tab")
    assert await page.evaluate(IN_RAIL)


async def test_the_rail_is_one_tab_stop_behind_the_controls_with_arrow_keys() -> None:
    async with page_of(hub_of(*MATCH[:LATE])) as page:
        await tab_into_the_rail(page)
        steps = await page.locator("#moves a").evaluate_all("all => all.map(a => a.dataset.step)")
        assert len(steps) > 2
        assert await page.evaluate(FOCUSED) == steps[-1]
        for key, step in [
            ("ArrowUp", steps[-2]),
            ("ArrowDown", steps[-1]),
            ("Home", steps[0]),
            ("ArrowUp", steps[0]),
            ("End", steps[-1]),
        ]:
            await page.keyboard.press(key)
            assert await page.evaluate(FOCUSED) == step
        await page.keyboard.press("Tab")
        assert not await page.evaluate(IN_RAIL)
        await page.keyboard.press("Shift+Tab")
        assert await page.evaluate(FOCUSED) == steps[-1]


async def test_the_rail_is_one_tab_stop_in_a_wait_too() -> None:
    events = sensible_match()
    hub = hub_of(*events[: waiting(events, 3)])
    async with page_of(hub, viewport={"width": 390, "height": 844}) as page:
        await tab_into_the_rail(page)
        assert await page.locator("#moves a").count() > 2
        await page.keyboard.press("Tab")
        assert not await page.evaluate(IN_RAIL)
        await page.keyboard.press("Shift+Tab")
        assert await page.evaluate(IN_RAIL)


@pytest.mark.parametrize(
    ("link", "before", "step"),
    [
        ("/g1/m3", "", "first"),
        ("/g1/m3", "", "back"),
        ("/g1/m3", "", "last"),
        ("/g1/m3", "End ArrowLeft", "forward"),
        ("", "ArrowLeft", "live"),
        ("?results=hidden", "ArrowRight ArrowRight", "first"),
        ("?results=hidden", "ArrowRight ArrowRight", "back"),
    ],
)
async def test_a_control_that_leads_no_further_keeps_the_focus(
    link: str, before: str, step: str
) -> None:
    events = MATCH[:LATE] if step == "live" else MATCH
    hidden = "hidden" in link
    async with serving(hub_of(*events)) as port, browser_page(locale="en") as page:
        await page.goto(f"http://{PLAIN_NAME}:{port}/t/club/matches/1{link}")
        await page.wait_for_function(DRAWN)
        if not hidden:
            await expect(page.locator("#link")).to_have_text("live")
        control = page.locator(f".steps [data-step='{step}']")
        for key in before.split():
            where = await page.locator("#where").inner_text()
            await page.keyboard.press(key)
            await expect(page.locator("#where")).not_to_have_text(where)
        await control.focus()
        for _ in range(3):
            await page.keyboard.press("Enter")
        await expect(control).to_be_disabled()
        assert await page.evaluate(FOCUSED) == step
        await page.keyboard.press("Enter")
        await expect(control).to_be_focused()


async def test_the_focus_in_the_rail_stays_through_new_plays() -> None:
    hub = hub_of(*MATCH[:LATE])
    async with page_of(hub) as page:
        await tab_into_the_rail(page)
        step = await page.evaluate(FOCUSED)
        before = await page.locator("#moves tbody tr").count()
        await tell_slowly(hub, MATCH[LATE : LATE + 9])
        await expect(page.locator("#moves tbody tr")).not_to_have_count(before)
        assert await page.evaluate(FOCUSED) == step


SAID = """(id) => {
    window[id] = [];
    const place = document.getElementById(id);
    new MutationObserver(() => window[id].push(place.textContent))
        .observe(place, { childList: true, characterData: true, subtree: true });
}"""
"""Keep what a live region says from now on."""


async def test_each_play_is_said_once_and_the_score_when_it_changes() -> None:
    hub = hub_of(*MATCH[:LATE])
    async with page_of(hub) as page:
        numbers = heard(page)
        await page.reload()
        await expect(page.locator("#link")).to_have_text("live")
        for region in ("said-play", "said-score"):
            await page.evaluate(SAID, region)
        for event in MATCH[LATE:]:
            await tell_slowly(hub, [event])
            now = hub.snapshot(match_id(1))
            assert now is not None
            while now.last > max(numbers, default=now.last):
                await page.evaluate("() => new Promise(requestAnimationFrame)")
        await expect(page.locator("#waiting")).to_contain_text("The match is over")
        plays = await page.evaluate("window['said-play']")
        scores = await page.evaluate("window['said-score']")
        assert plays
        assert scores
        assert all(":" in play or not any(c.isdigit() for c in play) for play in plays), plays
        assert len(set(plays)) == len(plays)
        assert len(set(scores)) == len(scores)
        assert all("IMP" in score for score in scores)


COVERED = """() => {
    const board = document.querySelector("#open-board");
    board.scrollIntoView({block: "end"});
    const {left, width, bottom} = board.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, bottom - 8);
    return !board.contains(at) && at !== board;
}"""
OVERFLOW = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize(("width", "height"), [(720, 450), (360, 225)])
@pytest.mark.parametrize("told", [LATE, len(MATCH)])
async def test_large_print_leaves_a_large_board_that_nothing_covers(
    width: int, height: int, told: int
) -> None:
    """A laptop's window at 200 and at 400 percent."""
    async with page_of(
        hub_of(*MATCH[:told]),
        "" if told < len(MATCH) else "/g1",
        viewport={"width": width, "height": height},
    ) as page:
        await page.wait_for_function(DRAWN)
        board = await page.locator("#open-board").bounding_box()
        assert board is not None
        assert board["width"] >= min(0.9 * width, 0.98 * height)
        assert not await page.evaluate(COVERED)
        assert await page.evaluate(OVERFLOW) <= 0
        steps = page.locator(".match .steps")
        assert await steps.evaluate("each => getComputedStyle(each).position") == "static"


async def test_a_theme_chosen_in_the_foot_leaves_the_visitor_where_they_are() -> None:
    async with page_of(hub_of(*MATCH), viewport={"width": 390, "height": 844}) as page:
        dark, ground = (
            page.get_by_role("button", name="Dark"),
            "getComputedStyle(document.body).color",
        )
        await dark.focus()
        at, light = await page.evaluate("scrollY"), await page.evaluate(ground)
        assert at > 0
        async with page.expect_response("**/theme"):
            await page.keyboard.press("Enter")
        await expect(dark).to_have_attribute("aria-pressed", "true")
        await expect(dark).to_be_focused()
        assert await page.evaluate("scrollY") == at
        assert await page.evaluate(ground) != light
        await page.reload()
        await expect(dark).to_have_attribute("aria-pressed", "true")
