"""Players, archives and lists of tournaments in Chromium: filtered by keyboard, and read by axe."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.server.live.following import on_loopback
from tests.server.web.rulings.test_final_results import played_out
from tests.support.axe import check_with_axe
from tests.support.browser import IN_BROWSER, PLAIN_NAME, browser_page
from tests.support.clock import Clock
from tests.support.ttt import busy_ttt

pytestmark = IN_BROWSER

NAMES = [f"{first}{last}" for first in "ABCDEFGH" for last in ("ay", "ell", "ing")]


@pytest.mark.long
async def test_a_long_list_is_filtered_by_keyboard(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _):
        await served.hall.finished_writer.write()
        await busy_ttt(served.hall, NAMES)
        async with on_loopback(served.app) as port, browser_page(locale="en") as page:
            await page.goto(f"http://{PLAIN_NAME}:{port}/players?order=name")
            letter = page.get_by_role("button", name="B", exact=True)
            await letter.focus()
            await page.keyboard.press("Enter")
            await page.wait_for_url("**/players?order=name&letter=B")
            await expect(letter).to_have_attribute("aria-current", "page")
            await expect(page.locator(".directory h2")).to_have_text(["B"])
            await page.get_by_role("link", name="Show all").click()
            await page.wait_for_url("**/players?order=name")
            await page.goto(f"http://{PLAIN_NAME}:{port}/t/club/archive?year=2008")
            await page.locator("select[name=team]").select_option("Compass")
            await page.locator("select[name=person]").focus()
            await page.keyboard.press("Tab")
            await page.keyboard.press("Enter")
            await page.wait_for_url("**/archive?year=2008&team=Compass&person=")
            await expect(page.locator(".match-line")).to_have_count(2)


@pytest.mark.long(20)
async def test_axe_finds_nothing_on_pages_of_players_and_filtered_lists(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _):
        await served.hall.finished_writer.write()
        order = await busy_ttt(served.hall, NAMES)
        async with on_loopback(served.app) as port, browser_page(locale="en") as page:
            for path in (
                "/players",
                "/players?order=name",
                "/players?tournament=nowhere",
                f"/players/{order[0].text}",
                "/t/club/players",
                "/t/club/archive?team=Compass",
                "/tournaments?kind=ttt&year=2008",
                "/t/club/ttt",
                "/search?q=b",
            ):
                await page.goto(f"http://{PLAIN_NAME}:{port}{path}")
                await check_with_axe(page)
