"""A director takes an event from its last result to official, with a query in between."""

from datetime import timedelta
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.server.live.following import on_loopback
from tests.server.web.rulings.test_final_results import played_out
from tests.server.web.signed_in import page_of
from tests.support.axe import check_with_axe
from tests.support.browser import PLAIN_NAME, browser_page, in_browser
from tests.support.clock import Clock
from tests.support.served import DIRECTOR


@pytest.mark.long  # tests/server/web/rulings/test_final_results.py does so by forms in every run
@in_browser
async def test_a_query_stops_the_countdown_until_it_is_answered(tmp_path: Path) -> None:
    clock = Clock()
    async with played_out(tmp_path, clock) as (served, _, pairings):
        async with page_of(served, DIRECTOR, "/hall/t/club/tournament") as page:
            await expect(page.get_by_role("status")).to_contain_text("Provisional until")
            await expect(page.locator("[data-left]")).to_have_text("30:00")
            await page.get_by_role("button", name="Queries and cases", exact=True).click()
            await page.get_by_text("Enter a query of a result").click()
            await page.get_by_role("combobox", name="Match").select_option(
                str(pairings[0]["number"])
            )
            await page.get_by_label("What is in doubt").fill("game 3 was a gammon")
            await page.get_by_role("button", name="Enter the query").click()
            await expect(page.get_by_role("status")).to_contain_text("not every result is final")
            await check_with_axe(page)
            clock.passes(minutes=40)
            await page.get_by_label("Answer; correct the result first").fill("it was not")
            await page.get_by_role("button", name="Answer the query").click()
            await expect(page.get_by_role("status")).to_contain_text("Provisional until")
            clock.now += timedelta(minutes=30)
            await page.reload()
            await expect(page.get_by_role("status")).to_contain_text("Official since")
        async with on_loopback(served.app) as port, browser_page(locale="en") as public:
            await public.goto(f"http://{PLAIN_NAME}:{port}/t/club")
            await expect(public.get_by_role("status")).to_contain_text("Official since")
            await check_with_axe(public)
