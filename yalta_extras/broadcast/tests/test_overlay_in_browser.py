"""The overlay in Chromium, on a plain-http name."""

import pytest
from playwright.async_api import expect

from tests.server.live.following import tell_slowly
from tests.server.web.front.test_table_pages_in_browser import PLAYED, WHOLE, WIDE, hall, pages
from tests.support.browser import IN_BROWSER, browser_page
from yalta_extras.broadcast.hooks import HOOKS

pytestmark = IN_BROWSER


@pytest.mark.long  # what an overlay shows is asked of its page in every run
async def test_an_overlay_that_is_keyed_out_has_one_colour_behind_it_and_lies_where_it_is_put() -> (
    None
):
    async with (
        pages(hall(WHOLE[:PLAYED]), HOOKS.pages) as address,
        browser_page(viewport=WIDE) as page,
    ):
        await page.goto(
            f"{address}/t/club/matches/1/overlay?ground=green&place=bottom-right&theme=dark"
        )
        for part in ("html", "body"):
            ground = await page.locator(part).evaluate("(e) => getComputedStyle(e).backgroundColor")
            assert ground == "rgb(0, 177, 64)"
        box = await page.locator(".score-line").bounding_box()
        assert box
        assert box["x"] > WIDE["width"] / 2
        assert box["y"] > WIDE["height"] / 2


async def test_an_overlay_has_no_ground_of_its_own_and_follows_whose_turn_it_is() -> None:
    hub = hall(WHOLE[:PLAYED])
    async with pages(hub, HOOKS.pages) as address, browser_page() as page:
        await page.goto(f"{address}/t/club/matches/1/overlay")
        for part in ("html", "body", "main"):
            ground = await page.locator(part).evaluate("(e) => getComputedStyle(e).backgroundColor")
            assert ground == "rgba(0, 0, 0, 0)"
        turn = page.locator(".overlay-team.on-turn")
        for event in WHOLE[PLAYED : PLAYED + 12]:
            await tell_slowly(hub, [event])
            now = hub.snapshots()[0]
            side = now.table.on_turn
            playing = now.phase.value == "playing" and side is not None
            await expect(turn).to_have_count(1 if playing else 0)
            if playing and side is not None:
                await expect(turn).to_have_attribute("data-side", side.value)
