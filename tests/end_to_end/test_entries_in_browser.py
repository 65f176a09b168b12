"""The desk by a person in Chromium: teams pasted as a table, ticked as present, drawn."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.server.web.signed_in import director_at
from tests.support.browser import in_browser
from tests.support.team_event import TEAMS


@pytest.mark.long  # tests/server/web/tournament/test_entry_import.py does so by forms in every run
@in_browser
async def test_three_teams_are_pasted_two_are_present_and_the_draw_names_who_is_absent(
    tmp_path: Path,
) -> None:
    table = "Team\tPlayers\n" + "".join(
        f"{team}\t{', '.join(players)}\n" for team, players in TEAMS.items()
    )
    async with director_at(tmp_path, "/hall/t/club/event/entries/import") as (page, _):
        await page.get_by_label("Paste it from a spreadsheet").fill(table)
        await page.get_by_role("button", name="Preview").click()
        await page.get_by_role("button", name="Enter 3 teams").click()
        for team in ("Compass", "Rudder"):
            tick = page.get_by_role("button", name=f"{team} is present")
            await tick.click()
            await expect(tick).to_have_attribute("aria-pressed", "true")
        await page.get_by_role("button", name="Rounds").click()
        await page.get_by_role("button", name="Set up the tournament").click()
        await expect(page.get_by_text("ticked as absent: Anchor.").first).to_be_visible()
        await expect(page.get_by_label("Anchor is absent").first).to_be_checked()
        await page.get_by_role("button", name="Draw Long gammon").click()
        await expect(page.get_by_text("Absent at the draw: Anchor")).to_be_visible()
