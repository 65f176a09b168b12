"""From an empty server to the first roll in both rooms, by a director and two phones."""

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from rules.position import Side
from tests.end_to_end.test_first_director import LISTENING, PASSPHRASE, serving
from tests.support.browser import IN_BROWSER, PLAIN_NAME, browser_page, keep_picture
from tests.support.output import lines_until
from tests.support.phone_pages import PhonePage, phone_page

pytestmark = IN_BROWSER
LAPTOP = {"width": 1366, "height": 768}
TEAMS = {"Compass": ("Brook", "Fields"), "Rudder": ("Holloway", "Stonely")}
WHITE, RED = Side.WHITE, Side.RED


async def become_director(page: Page, link: str) -> None:
    await page.goto(link)
    await page.get_by_label("Name", exact=True).fill("Olena")
    await page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    await page.get_by_role("button", name="Become the director").click()


async def set_up_the_match(page: Page) -> None:
    """Two teams, their match and its line-ups, all by the pages' own buttons."""
    await page.get_by_role("link", name="Hall", exact=True).first.click()
    await page.get_by_role("button", name="Enter teams").click()
    for name, players in TEAMS.items():
        await page.get_by_label("Team name").fill(name)
        label = "Players, one per line or with commas between them, at least two"
        await page.get_by_label(label, exact=True).fill("\n".join(players))
        await page.get_by_role("button", name="Enter the team").click()
        await expect(page.get_by_role("row", name=name)).to_be_visible()
    await page.get_by_role("button", name="Set up a match").click()
    await page.get_by_role("button", name="Set up the match").click()
    for place, players in enumerate(TEAMS.values()):
        form = page.locator("form[action$=line-ups]").nth(place)
        for field, player in zip(("open_player", "closed_player"), players, strict=True):
            await form.locator(f"[name={field}]").select_option(label=player)
        await form.get_by_role("button").click()
    await expect(page.get_by_text("Game 1 of 6 is being played")).to_be_visible()


async def codes_of_both_tables(page: Page) -> dict[str, str]:
    """The paths that the sheet's codes open, by room."""
    await page.get_by_role("link", name="A phone as the board").first.click()
    await page.get_by_role("button", name="Codes of both tables on one sheet").click()
    codes = {}
    for each in await page.locator(".codes li").all_inner_texts():
        found = re.search(r"/seat/\S+", each)
        assert found
        codes["closed" if "closed room" in each else "open"] = found.group()
    await keep_picture(page, "codes-of-both-tables")
    return codes


async def takes_the_place(phone: PhonePage, path: str) -> None:
    await phone.page.goto(path)
    await keep_picture(phone.page, "phone-takes-the-place")
    await phone.page.get_by_role("button", name="Make this phone the board").click()


@pytest.mark.soak
async def test_an_empty_server_and_two_phones_come_to_the_first_roll_in_both_rooms(
    tmp_path: Path,
) -> None:
    with serving(tmp_path, "127.0.0.1", "--name", PLAIN_NAME) as output:
        lines = await asyncio.to_thread(lines_until, output, LISTENING)
        link = re.search(r"http://127\.0\.0\.1:(\d+)(/set-up/\S+)", lines)
        assert link
        port = int(link.group(1))
        async with (
            browser_page(
                base_url=f"http://{PLAIN_NAME}:{port}", viewport=LAPTOP, locale="en"
            ) as laptop,
            phone_page(port) as open_phone,
            phone_page(port) as closed,
        ):
            await become_director(laptop, link.group(2))
            await set_up_the_match(laptop)
            codes = await codes_of_both_tables(laptop)
            await takes_the_place(open_phone, codes["open"])
            await takes_the_place(closed, codes["closed"])
            await closed.tap(WHITE, "set")
            await closed.tap(RED, "set")
            await open_phone.open_game(white=5, red=2)
            await open_phone.tap(RED, "dice-yes")
            for phone in (open_phone, closed):
                await phone.tells(WHITE, "5 – 2")
                await expect(await phone.dice(WHITE)).to_have_attribute("aria-label", "5 – 2")
                await expect(phone.button(WHITE, "played")).to_be_enabled()
