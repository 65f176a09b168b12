"""A match's page under the thumb: fingers that go aside over a board step through its games."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.server.live.following import hub_of
from tests.server.web.match_page.test_a_match_ends_in_place import (
    dice_alone,
    sensible_match,
    waiting,
)
from tests.server.web.match_page.test_spectator_in_browser import MATCH, address, page_of
from tests.support.browser import IN_BROWSER

pytestmark = IN_BROWSER
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
STEPS = 3
"""Moves of the finger on its way."""


async def swipe(page: Page, across: int, down: int = 0, *, second: bool = False) -> None:
    """A finger goes so many pixels over the open room's board; `second`: with another beside it."""
    await page.evaluate("scrollTo(0, 0)")
    box = await page.locator("#open-board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    browser = await page.context.new_cdp_session(page)

    async def touch(kind: str, done: float) -> None:
        finger = {"x": x + across * done, "y": y + down * done, "id": 1}
        fingers = [finger, {**finger, "y": y + 40, "id": 2}] if second else [finger]
        points = [] if kind == "touchEnd" else fingers
        await browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await touch("touchStart", 0)
    for step in range(1, STEPS + 1):
        await touch("touchMove", step / STEPS)
    await touch("touchEnd", 1)
    await browser.detach()


@pytest.mark.long  # keys step as far in every run
async def test_a_finger_that_goes_aside_steps_from_game_to_game_and_any_other_does_not() -> None:
    async with page_of(hub_of(*MATCH), "/g1/m1", **PHONE) as page:
        await swipe(page, -120)
        await expect(page).to_have_url(address("/g1/m2"))
        await swipe(page, 120, 20)
        await expect(page).to_have_url(address("/g1/m1"))
        await swipe(page, -20)
        await swipe(page, -60, -200)
        await swipe(page, -120, second=True)
        await swipe(page, -120)
        await expect(page).to_have_url(address("/g1/m2"))
        for _ in range(2):  # the second goes nowhere
            await swipe(page, 120)
        await expect(page).to_have_url(address("/g1/m1"))
        await page.locator("#moves a[data-step]").last.click()
        await expect(page.locator("#moves [aria-current]")).to_have_count(1)
        last = page.url
        await swipe(page, -120)
        await expect(page).to_have_url(address("/g2/m1"))
        await swipe(page, 120)
        await expect(page).to_have_url(last)


@pytest.mark.long  # the keys do so in every run
async def test_what_goes_on_is_left_and_found_again_by_a_finger() -> None:
    async with page_of(hub_of(*MATCH[: len(MATCH) // 3]), **PHONE) as page:
        await swipe(page, 120)
        await expect(page.locator(".looking-back")).to_be_visible()
        for _ in range(2):
            await swipe(page, -120)
        await expect(page.locator("#where")).to_have_text("Live")


async def stands_above_the_controls(page: Page, shown: str) -> None:
    """It is whole in the first view."""
    boxes = [await page.locator(each).bounding_box() for each in (shown, ".steps")]
    box, controls = boxes
    assert box is not None
    assert controls is not None
    assert box["height"]
    assert box["y"] + box["height"] <= controls["y"]


async def test_of_dice_alone_that_are_over_the_place_is_whole_in_the_first_view() -> None:
    async with page_of(hub_of(*dice_alone()), **PHONE) as page:
        await expect(page.locator("#where")).to_contain_text("Game ")
        await expect(page.locator("bg-board[unrecorded]:visible")).to_have_count(2)
        await stands_above_the_controls(page, "#where")


@pytest.mark.parametrize("part", ["board", "dice"])
async def test_what_the_closed_room_is_at_stands_above_the_controls(part: str) -> None:
    events = dice_alone() if part == "dice" else sensible_match()
    hub = hub_of(*events[: waiting(events, 3) - 1])
    async with page_of(hub, **PHONE) as page:
        await stands_above_the_controls(page, "#pace")
        if part == "dice":
            await stands_above_the_controls(page, "#moves tr.newest")
        await expect(page.locator(".dice-only")).to_have_count(int(part == "dice"))
        await expect(page.locator("#lead .next")).to_have_text("Game 3 now, then game 4 of 4.")
