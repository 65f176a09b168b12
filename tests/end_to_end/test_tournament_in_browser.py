"""An event from an empty server to its published first round, and a sheet, by a person in Chromium.

Counted are clicks or presses and fields beside names: no more than a director has time for.
"""

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.end_to_end.test_console_by_keyboard import press, tab_to, write
from tests.server.web.signed_in import director_at
from tests.support.browser import in_browser, keep_picture
from tests.support.team_event import TEAMS

MOST_CLICKS, MOST_FIELDS = 60, 40
FIELDS_A_ROW = 4


class Mouse:
    """A person who clicks, and how often; `fields` counts what is typed or chosen beside names."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.fields = page, 0, 0

    async def click(self, target: Locator) -> None:
        await target.click()
        self.clicks += 1

    async def button(self, name: str) -> None:
        await self.click(self.page.get_by_role("button", name=name, exact=True))

    async def fill(self, label: str, text: str, *, is_name: bool = False) -> None:
        await self.page.get_by_label(label, exact=True).fill(text)
        self.fields += not is_name


@pytest.mark.soak  # tests/server/web/tournament publishes rounds by forms in every run
@in_browser
async def test_the_first_round_of_2008_is_published_by_mouse_within_the_clicks_allowed(
    tmp_path: Path,
) -> None:
    async with director_at(tmp_path, "/hall") as (page, _):
        mouse = Mouse(page)
        await mouse.button("Enter teams")
        for name, players in TEAMS.items():
            await mouse.fill("Team name", name, is_name=True)
            await mouse.fill(
                "Players, one per line or with commas between them, at least two",
                "\n".join(players),
                is_name=True,
            )
            await mouse.button("Enter the team")
        await mouse.click(page.get_by_role("link", name="Tournament", exact=True))
        await mouse.button("Set up the tournament")
        await mouse.fill("Title, as printed on every form", "Harbour Cup")
        await mouse.button("Save")
        for stage in ("Long gammon", "Backgammon"):
            await mouse.button(f"Draw {stage}")
        for _ in range(2):
            await mouse.click(page.get_by_role("button", name="Publish round 1").first)
        await expect(page.get_by_role("link", name="Enter the sheet")).to_have_count(2)
        assert mouse.clicks <= MOST_CLICKS
        assert mouse.fields <= MOST_FIELDS
        assert (mouse.clicks, mouse.fields) == (11, 1)
        await keep_picture(page, "event-set-up-by-mouse")


@pytest.mark.soak
@in_browser
async def test_the_first_round_of_2008_is_published_by_keyboard_alone(tmp_path: Path) -> None:
    async with director_at(tmp_path, "/hall") as (page, _):
        await press(page, page.get_by_role("button", name="Enter teams"))
        for name, players in TEAMS.items():
            await write(page, "Team name", name)
            await write(
                page, "Players, one per line or with commas between them, at least two", *players
            )
            await press(page, page.get_by_role("button", name="Enter the team"))
            await expect(page.get_by_role("row", name=name)).to_be_visible()
        await press(page, page.get_by_role("link", name="Tournament", exact=True))
        await press(page, page.get_by_role("button", name="Set up the tournament"))
        for stage in ("Long gammon", "Backgammon"):
            await press(page, page.get_by_role("button", name=f"Draw {stage}"))
        for published in (1, 2):
            await press(page, page.get_by_role("button", name="Publish round 1").first)
            await expect(page.get_by_role("link", name="Enter the sheet")).to_have_count(published)
        await keep_picture(page, "event-set-up-by-keyboard")


@pytest.mark.long
@in_browser
async def test_a_sheet_is_typed_row_by_row_and_its_faults_are_marked_at_the_cell(
    tmp_path: Path,
) -> None:
    async with director_at(tmp_path, "/hall/t/club/teams") as (page, _):
        for name, players in [*TEAMS.items()][:2]:
            await write(page, "Team name", name)
            await write(
                page, "Players, one per line or with commas between them, at least two", *players
            )
            await press(page, page.get_by_role("button", name="Enter the team"))
            await expect(page.get_by_role("row", name=name)).to_be_visible()
        await page.goto(page.url.replace("/teams", "/tournament"))
        await page.get_by_label("One round robin").check()
        for button in ("Set up the tournament", "Draw Round robin", "Publish round 1"):
            await page.get_by_role("button", name=button).click()
        await page.get_by_role("link", name="Enter the sheet").click()
        cells = page.locator(".sheet-rows tbody tr").first.locator(
            "td select, td input:not(.opening)"
        )
        assert await cells.count() == FIELDS_A_ROW
        await tab_to(page, page.get_by_label("Game 1, Open room: who won"))
        for game in range(1, 5):
            for room in ("Open", "Closed"):
                left = "15" if (game, room) == (2, "Closed") else "3"
                await row_typed(page, f"Game {game}, {room} room", left)
        await expect(page.get_by_role("button", name="Enter the sheet")).to_be_focused()
        await page.keyboard.press("Enter")
        fault = page.get_by_label("Game 2, Closed room: loser's checkers not borne off")
        await expect(fault).to_be_focused()
        await expect(fault).to_have_attribute("aria-invalid", "true")
        named = page.get_by_role("alert").get_by_role("link", name="Game 2, Closed room")
        await expect(named).to_have_attribute("href", "#closed-2-left")
        await keep_picture(page, "sheet-with-a-fault")
        await page.keyboard.type("4")
        await page.get_by_role("button", name="Enter the sheet").click()
        await expect(
            page.get_by_text("8 results that you entered still have to be confirmed")
        ).to_be_visible()
        await keep_picture(page, "sheet-entered")


async def row_typed(page: Page, row: str, left: str) -> None:
    """Who won, how, how many left, the cube: Enter goes on to the next field."""
    await expect(page.get_by_label(f"{row}: who won")).to_be_focused()
    await page.keyboard.type((await page.locator(".sheet-rows option").nth(1).inner_text())[:4])
    await page.keyboard.press("Enter")
    await page.keyboard.type("bear")
    await page.keyboard.press("Enter")
    await page.keyboard.type(left)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    if await page.evaluate("document.activeElement.classList.contains('opening')"):
        await page.keyboard.press("Enter")
