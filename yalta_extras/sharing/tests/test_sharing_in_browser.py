"""An address and a frame for another site, copied from a match's page with the mouse."""

import contextlib
import re
from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI
from playwright.async_api import Page, expect
from starlette.responses import HTMLResponse

from rules import events as ev
from server.settings import ServerAddresses
from tests.server.live.following import hub_of, on_loopback, whole_match
from tests.support.axe import check_with_axe
from tests.support.browser import IN_BROWSER, PLAIN_NAME, browser_page
from tests.support.part_services import change_services
from yalta_extras.sharing.tests.shared_pages import shared_app
from yalta_extras.sharing.tests.test_share_cards import until

pytestmark = IN_BROWSER
MATCH = "/t/club/matches/1"


@contextlib.asynccontextmanager
async def other_site() -> AsyncIterator[tuple[str, dict[str, str]]]:
    """Run another site with one page; yield its address and a dict.

    The page shows the dict's value "page".
    """
    site, shown = FastAPI(), {"page": ""}

    @site.get("/")
    async def page() -> HTMLResponse:
        return HTMLResponse(f"<!doctype html><title>Club</title>{shown['page']}<textarea>")

    async with on_loopback(site) as port:
        yield f"http://localhost:{port}", shown


async def copied(page: Page, code: str, site: str) -> str:
    """Press the copy button for `code`, paste on the page of `site`, and return what was pasted."""
    await page.locator(f"[data-copies={code}]").click()
    await expect(page.locator(f"[data-copies={code}]")).to_have_text("Copied")
    elsewhere = await page.context.new_page()
    await elsewhere.goto(site)
    field = elsewhere.locator("textarea")
    await field.press("ControlOrMeta+v")
    pasted = await field.input_value()
    await elsewhere.close()
    return pasted


@pytest.mark.long  # test_embeds.py asks for frames in every run
async def test_a_copied_frame_shows_the_position_on_a_site_that_may_and_on_no_other() -> None:
    app = shared_app(hub_of(*until(whole_match(), ev.RollReleased, 12)))
    async with (
        on_loopback(app) as port,
        other_site() as (site, shown),
        browser_page(locale="en", viewport={"width": 1440, "height": 900}) as page,
    ):
        base = f"http://{PLAIN_NAME}:{port}"
        change_services(app, addresses=ServerAddresses(base, embed_sites=(site,)))
        await page.goto(f"{base}{MATCH}")
        await page.keyboard.press("Home")
        await expect(page).to_have_url(f"{base}{MATCH}/g1/m1")
        await page.get_by_text("Share", exact=True).click()
        await check_with_axe(page)
        assert await copied(page, "shared-address", site) == f"{base}{MATCH}/g1/m1"
        code = await copied(page, "frame-code", site)
        assert code.startswith(f'<iframe src="{base}/embed{MATCH}/g1/m1?language=en"')
        on_board = await page.locator("#open-board svg").get_attribute("aria-label")

        shown["page"] = code
        await page.goto(site)
        frame = page.frame_locator("iframe")
        board = frame.locator("bg-board svg")
        assert on_board is not None
        without_aids = re.sub(r"; \d+ pips", "", on_board)
        await expect(board).to_have_attribute("aria-label", without_aids)
        await expect(frame.get_by_role("link", name="The whole match")).to_be_visible()

        change_services(
            app, addresses=ServerAddresses(base, embed_sites=("https://elsewhere.example",))
        )
        async with page.expect_response("**/embed/**"):
            await page.goto(site)
        await page.wait_for_load_state("networkidle")
        await expect(board).to_have_count(0)


async def test_an_address_is_copied_and_no_frame_offered_where_no_other_site_may_show_one() -> None:
    app = shared_app(hub_of(*until(whole_match(), ev.RollReleased, 12)))
    async with on_loopback(app) as port, browser_page(locale="en") as page:
        base = f"http://{PLAIN_NAME}:{port}"
        change_services(app, addresses=ServerAddresses(base))
        await page.goto(f"{base}{MATCH}")
        await page.get_by_text("Share", exact=True).click()
        await expect(page.locator("#shared-address")).to_be_visible()
        await expect(page.locator("#frame-code")).to_have_count(0)
        await page.locator("[data-copies=shared-address]").click()
        await expect(page.locator("[data-copies=shared-address]")).to_have_text("Copied")
