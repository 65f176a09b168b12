"""A game from the closed room's seat in Chromium: by mouse, by keyboard, to its end."""

import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Page, expect

from players.sensible_player import SensiblePlayer
from rules.dice import Roll
from rules.position import Play, Position, Side
from tests.server.live.following import on_loopback
from tests.support.browser import PLAIN_NAME, browser_page, in_browser
from tests.support.finished_hall import FINISHED, hall_with
from yalta_extras.closed_seat.tests.visitors import SEAT

NOW, PLAYED = "#seat-now", ".places"
MAIN = {"throw": "throw", "double": "take", "resignation": "refuse"}


@contextlib.asynccontextmanager
async def seated(folder: Path, side: str, **context: object) -> AsyncIterator[Page]:
    """The page of game 1, begun by its button."""
    async with (
        hall_with(folder, FINISHED) as served,
        on_loopback(served.app) as port,
        browser_page(**context) as page,
    ):
        await page.goto(f"http://{PLAIN_NAME}:{port}{SEAT}")
        await page.locator(f'form:has(input[value="1"]) button[value="{side}"]').click()
        await expect(page.locator(PLAYED)).to_be_visible()
        yield page


async def due(page: Page) -> str:
    return str(await page.locator(NOW).get_attribute("data-due"))


async def some_play(page: Page, turn: int) -> Play:
    """A legal play of the dice that lie there."""
    now = page.locator(NOW)
    table = json.loads(
        await page.evaluate("JSON.stringify(document.querySelector('bg-board').table)")
    )
    position = Position(*(tuple(table["position"][side.value]) for side in Side))
    first, second = map(int, str(await now.get_attribute("data-dice")).split())
    side = Side(await now.get_attribute("data-side"))
    return SensiblePlayer(Random(turn)).choose_play(position, side, Roll(first, second), turn)


async def by_mouse(page: Page, play: Play) -> None:
    for move in play:
        for place in (move.origin, move.target):
            label = {0: "Bear off", 25: "Bar,"}.get(place, f"Point {place},")
            await page.locator(f'{PLAYED} > button[aria-label^="{label}"]:enabled').click()
    await page.locator('button[value="play"]').click()


async def by_keyboard(page: Page, play: Play) -> None:
    await page.keyboard.press("w")
    await page.keyboard.type(" ".join(f"{each.origin}/{each.target or 'off'}" for each in play))
    await page.keyboard.press("Enter")


async def go_on(page: Page, turn: int, *, mouse: bool) -> None:
    """One decision, until the page shows what followed."""
    seen = await page.locator('input[name="seen"]').first.input_value()
    asked = await due(page)
    written = page.locator('input[name="play"]:visible')
    if asked == "play" and await written.count():
        await (by_mouse if mouse else by_keyboard)(page, await some_play(page, turn))
    elif mouse:
        await page.locator(f'button[value="{MAIN.get(asked, asked)}"]').click()
    else:
        await page.locator("[data-main]").press("Enter")
    fresh = f'{NOW} input[name="seen"]:not([value="{seen}"]), #seat-ended'
    await page.locator(fresh).first.wait_for(state="attached")


@pytest.mark.long
@in_browser
async def test_a_game_is_played_by_mouse_and_by_keyboard_and_resigned(tmp_path: Path) -> None:
    async with seated(tmp_path, "red", viewport={"width": 390, "height": 844}) as page:
        await expect(page.locator("#seat-board .number")).to_have_count(48)
        await expect(page.locator("#seat-board .number[transform]")).to_have_count(0)
        for turn in range(4):
            await go_on(page, turn, mouse=turn < 2)
        while await due(page) not in ("throw", "play"):
            await go_on(page, 9, mouse=True)
        played = await page.locator("#seat-moves li").count()
        assert played > 3
        await page.locator("summary").click()
        await page.locator('button[value="resigned-gammon"]').click()
        await expect(page.locator("#seat-ended")).to_contain_text("Compass")
        await expect(page.locator("#seat-ended")).to_contain_text("1 · yours")


@pytest.mark.long  # tests/server/web/closed_seat/test_closed_seat.py is told it without script
@in_browser
async def test_a_play_the_dice_do_not_allow_is_told_and_the_board_stands_as_before(
    tmp_path: Path,
) -> None:
    async with seated(tmp_path, "white") as page:
        while await due(page) != "play":
            await go_on(page, 1, mouse=True)
        lay = await page.locator("#seat-board svg").get_attribute("aria-label")
        await by_mouse(page, (await some_play(page, 1))[:1])
        await expect(page.locator(f"{NOW} [role=alert]")).to_be_visible()
        assert await page.locator("#seat-board svg").get_attribute("aria-label") == lay
        await go_on(page, 1, mouse=True)
        await expect(page.locator(f"{NOW} [role=alert]")).to_have_count(0)


WITH_POSITION = """position => {
    const asked = fetch;
    window.fetch = async (...request) => {
        const html = await (await asked(...request)).text();
        const page = new DOMParser().parseFromString(html, "text/html");
        const board = page.getElementById("seat-board");
        const table = JSON.parse(board.getAttribute("table"));
        board.setAttribute("table", JSON.stringify({ ...table, position }));
        return new Response(page.documentElement.outerHTML);
    };
}"""
"""From the next answer on, the page shows this position."""


@pytest.mark.long
@in_browser
async def test_a_checker_that_is_hit_lies_on_the_bar_while_the_play_is_entered(
    tmp_path: Path,
) -> None:
    lying = {"white": {24: 15}, "red": {5: 1, 6: 14}}
    position = {side: [of.get(place, 0) for place in range(26)] for side, of in lying.items()}
    async with seated(tmp_path, "white") as page:
        while await due(page) != "play":
            await go_on(page, 1, mouse=True)
        await page.evaluate(WITH_POSITION, position)
        await by_mouse(page, (await some_play(page, 1))[:1])
        await expect(page.locator(f"{NOW} [role=alert]")).to_be_visible()
        for point in (24, 20):
            await page.locator(f'{PLAYED} > button[aria-label^="Point {point},"]:enabled').click()
        red = await page.evaluate("document.querySelector('bg-board').table.position.red")
        assert (red[5], red[25]) == (0, 1)


@pytest.mark.long  # tests/server/web/closed_seat/test_closed_seat.py plays so in every run
@in_browser
async def test_without_scripts_a_play_is_written_and_the_page_reads(tmp_path: Path) -> None:
    async with (
        hall_with(tmp_path, FINISHED) as served,
        on_loopback(served.app) as port,
        browser_page(java_script_enabled=False) as page,
    ):
        await page.goto(f"http://{PLAIN_NAME}:{port}{SEAT}")
        await page.locator('form:has(input[value="1"]) button[value="white"]').click()
        await expect(page.locator(".in-words")).to_contain_text("Backgammon board.")
        while await due(page) != "play":
            await page.locator("[data-main]").click()
        await expect(page.locator('input[name="play"]')).to_be_visible()


@pytest.mark.soak
@in_browser
async def test_a_whole_game_is_played_by_mouse(tmp_path: Path) -> None:
    async with seated(tmp_path, "white") as page:
        for turn in range(400):
            if await due(page) == "over":
                break
            await go_on(page, turn, mouse=True)
        await expect(page.locator("#seat-ended table").first).to_contain_text("Sasha")
