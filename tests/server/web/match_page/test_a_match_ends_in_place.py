"""A followed match in Chromium to its end: what waits there, and what may not jump."""

import pytest
from playwright.async_api import Page, expect

from rules import events as ev
from server.live.snapshot import PublicPhase
from tests.server.live.following import hub_of, tell_slowly
from tests.server.web.match_page.test_spectator_in_browser import page_of, read
from tests.support.browser import DRAWN, IN_BROWSER
from tests.support.ids import match_id
from tests.support.rooms import scheduled, started
from tests.support.sensible_match import sensible_play
from tests.support.stored import stored

pytestmark = IN_BROWSER

GOOD = 0.02
"""The most that a page may shift in all while it is followed, as Chromium counts it."""
SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver(list => {
        for (const each of list.getEntries()) {
            window.shifted += each.hadRecentInput ? 0 : each.value;
        }
    }).observe({type: "layout-shift"});
}"""
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
SIZES = {390: 844, 1440: 900}


def match(seed: int = 9) -> list[ev.Event]:
    """A match whose last game is over in the open room first."""
    return [scheduled(), started(), *sensible_play(seed)]


def waiting(events: list[ev.Event], game: int) -> int:
    """How many of the events have happened when that game is over in the open room alone."""
    hub = hub_of(*events[:2])
    for count, event in enumerate(events[2:], start=3):
        hub.receive(stored(1, (event,)))
        now = hub.snapshot(match_id(1))
        if now and now.phase is PublicPhase.OPEN_GAME_OVER and now.game == game:
            return count
    raise AssertionError(f"nobody waits for the closed room in game {game}")


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("from_start", [False, pytest.param(True, marks=pytest.mark.long(20))])
async def test_nothing_jumps_to_the_end_and_the_last_play_stays(
    width: int, from_start: bool
) -> None:
    events = match()
    begun = 3 if from_start else waiting(events, 4) - 8
    hub, size = hub_of(*events[:begun]), {"width": width, "height": SIZES[width]}
    async with page_of(hub, viewport=size) as page:
        await page.wait_for_function(DRAWN)
        await page.evaluate(PAINTED)
        await page.evaluate(SHIFTS)
        for event in events[begun:]:
            await tell_slowly(hub, [event])
            await page.evaluate(PAINTED)
        banner = page.locator("#wait .ended")
        await expect(banner).to_be_visible()
        await expect(page.locator(".match.over, .match.both-rooms")).to_have_count(0)
        now = hub.snapshot(match_id(1))
        assert now is not None
        assert await page.evaluate("window.shifted") <= GOOD
        last = await read(page, "open")
        await _whole(page)
        await expect(page.locator("#where")).not_to_have_text("Live")
        await page.goto(f"{page.url.split('/g')[0]}/g4")
        await page.keyboard.press("End")
        assert (await read(page, "open")).split(".")[0] == last.split(".")[0]


async def _whole(page: Page) -> None:
    await page.get_by_role("button", name="See the whole match").click()
    await expect(page.locator(".match.over.both-rooms")).to_be_visible()
    await expect(page.locator("#ending")).to_be_visible()
