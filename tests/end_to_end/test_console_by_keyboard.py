"""A whole match set up, begun and voided in Chromium with the keyboard alone."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.server.web.hall.test_console_in_browser import happens, open_game_over, two_matches
from tests.server.web.signed_in import director_at, page_of
from tests.support.browser import in_browser
from tests.support.served import DIRECTOR

MOST_TABS = 80
STOPS = """target => {
    const stops = [...document.querySelectorAll(
        "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']"
    )].filter(each => each.checkVisibility() && !each.disabled);
    return stops.indexOf(target) - stops.indexOf(document.activeElement);
}"""
"""How many stops lie between, about."""


async def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the target has the focus; by far the most of them at a stretch."""
    stretch = await target.evaluate(STOPS) - 2
    for _ in range(stretch):
        await page.keyboard.press("Tab")
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
    await write(page, "Players, one per line or with commas between them, at least two", *players)
    await press(page, page.get_by_role("button", name="Enter the team"))
    await expect(page.get_by_role("row", name=name)).to_be_visible()


async def line_up(page: Page, place: int, first: str, second: str) -> None:
    form = page.locator("form[action$=line-ups]").nth(place)
    for field, player in (("open_player", first), ("closed_player", second)):
        await tab_to(page, form.locator(f"[name={field}]"))
        await page.keyboard.type(player)
    await press(page, form.get_by_role("button"))


@in_browser
async def test_a_result_that_comes_to_an_open_page_is_confirmed_by_keyboard_alone(
    tmp_path: Path,
) -> None:
    async with (
        two_matches(tmp_path) as served,
        page_of(served, DIRECTOR, "/hall/t/club/matches/1") as page,
    ):
        await expect(page.locator("[data-line]")).to_have_text("live")
        key = await page.locator('input[name="command_id"]').first.input_value()
        await happens(served.hall, open_game_over())
        came = page.locator("#confirm-open-club-1 form").first
        await expect(came.locator('input[name="command_id"]')).to_have_value(key)
        await press(page, page.locator("#confirm-open-club-1 button").first)
        await expect(page.locator("#confirm-open-club-1 .well")).to_have_count(1)


@pytest.mark.long  # a result is confirmed so in every run
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
        await expect(page.get_by_text("Planned: 4 games in each room")).to_be_visible()
        await line_up(page, 0, "Brook", "Fields")
        await expect(page.get_by_text("in, sealed", exact=True)).to_be_visible()
        await line_up(page, 1, "Holloway", "Stonely")
        await expect(page.get_by_text("Game 1 of 4 is being played")).to_be_visible()
        await page.keyboard.press("h")
        await expect(page).to_have_url(re.compile("/hall$"))
        await page.keyboard.press("j")
        await page.keyboard.press("Enter")
        await expect(page.locator("[data-line]")).to_have_text("live")
        await press(page, page.get_by_text("Other actions"))
        await press(page, page.get_by_role("button", name="Void this game"))
        await expect(page.get_by_text("Void game 1 of match 1 in both rooms?")).to_be_visible()
        await write(page, "Reason, kept in the log", "dice fell off the table")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("Game 1 of 4 is being played again")).to_be_visible()
        await expect(page.locator("#order *")).to_have_count(0)
