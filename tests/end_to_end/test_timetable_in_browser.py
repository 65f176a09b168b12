"""The event of 2008 put into a day of ten hours, in Chromium: advice taken, starts announced."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.server.web.signed_in import director_at
from tests.support.axe import check_with_axe
from tests.support.browser import in_browser
from tests.support.served import DIRECTOR
from tests.support.team_event import EventDesk

DAY = "2090-10-03"


@pytest.mark.long  # tests/server/web/tournament/test_timetable.py does so by forms in every run
@in_browser
async def test_what_does_not_fit_is_made_to_and_the_public_reads_the_starts(tmp_path: Path) -> None:
    async with director_at(tmp_path, "/hall") as (page, server):
        async with server.client(DIRECTOR) as client:
            await EventDesk(client).set_up()
        await page.get_by_role("link", name="Tournament", exact=True).click()
        await page.get_by_role("button", name="Timetable").click()
        await page.get_by_label("Date").fill(DAY)
        await page.get_by_role("button", name="See what fits").click()
        await expect(page.get_by_text("Not every round fits into these hours.")).to_be_visible()
        await expect(page.get_by_text("does not fit", exact=True)).to_have_count(2)
        await check_with_axe(page)
        await page.get_by_role(
            "button", name="Meetings of every two teams in Backgammon: 1 instead of 2"
        ).click()
        await expect(page.get_by_text("Everything fits")).to_be_visible()
        await page.get_by_role("button", name="Announce these starts").click()
        await page.get_by_role("button", name="The public page").click()
        final = page.get_by_role("row", name="Final")
        await expect(final).to_contain_text("Tue 3 Oct, 17:00")
