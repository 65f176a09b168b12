"""A whole match set up, begun and voided in Chromium with the keyboard alone."""

import re
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from tests.server.web.signed_in import director_at
from tests.support.browser import in_browser

MOST_TABS = 80


async def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the target has the focus."""
    for _ in range(MOST_TABS):
        await page.keyboard.press("Tab")
        if await target.evaluate("place => place === document.activeElement"):
            return
    raise AssertionError(f"{target} is not reached by {MOST_TABS} tabs")


async def press(page: Page, target: Locator) -> None:
    await tab_to(page, target)
    await page.keyboard.press("Enter")


async def write(page: Page, label: str, *lines: str) -> None:
    await tab_to(page, page.get_by_label(label, exact=True))
    for place, line in enumerate(lines):
        if place:
            await page.keyboard.press("Enter")
        await page.keyboard.type(line)


async def enter_team(page: Page, name: str, *players: str) -> None:
    await write(page, "Team name", name)
    await write(page, "Players, one per line, at least two", *players)
    await press(page, page.get_by_role("button", name="Enter the team"))
    await expect(page.get_by_role("row", name=name)).to_be_visible()


async def line_up(page: Page, place: int, first: str, second: str) -> None:
    form = page.locator("form[action$=line-ups]").nth(place)
    for field, player in (("open_player", first), ("closed_player", second)):
        await tab_to(page, form.locator(f"[name={field}]"))
        await page.keyboard.type(player)
    await press(page, form.get_by_role("button"))


@in_browser
async def test_a_match_is_set_up_begun_and_voided_by_keyboard_alone(tmp_path: Path) -> None:
    async with director_at(tmp_path, "/hall") as (page, _):
        await press(page, page.get_by_role("button", name="Enter teams"))
        await enter_team(page, "Compass", "Brook", "Fields")
        await enter_team(page, "Rudder", "Holloway", "Stonely")
        await press(page, page.get_by_role("button", name="Set up a match"))
        await tab_to(page, page.get_by_label("Games in each room"))
        await page.keyboard.type("4")
        await press(page, page.get_by_role("button", name="Set up the match"))
        await expect(page.get_by_text("Planned: 4 games a room")).to_be_visible()
        await line_up(page, 0, "Brook", "Fields")
        await expect(page.get_by_text("in, sealed", exact=True)).to_be_visible()
        await line_up(page, 1, "Holloway", "Stonely")
        await expect(page.get_by_text("Game 1 of 4 is being played")).to_be_visible()
        await page.keyboard.press("h")
        await expect(page).to_have_url(re.compile("/hall$"))
        await page.keyboard.press("j")
        await page.keyboard.press("Enter")
        await expect(page.locator("[data-line]")).to_have_text("live")
        await press(page, page.get_by_role("button", name="Void this game"))
        await expect(page.get_by_text("Void game 1 of match 1 in both rooms?")).to_be_visible()
        await write(page, "Reason, kept in the log", "dice fell off the table")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("Game 1 of 4 is being played again")).to_be_visible()
        await expect(page.locator("#order *")).to_have_count(0)
