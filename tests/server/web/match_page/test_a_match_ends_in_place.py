"""A followed match in Chromium to its end: what waits there, and what may not jump."""

import pytest
from playwright.async_api import Page, expect

from rules import events as ev
from rules.room import Room
from server.live.snapshot import PublicPhase
from tests.server.live.following import hub_of, tell_slowly
from tests.server.web.match_page.test_spectator_in_browser import (
    LATE,
    MATCH,
    page_of,
    read,
    serving,
)
from tests.simulator.in_process import TwoRooms
from tests.support.axe import check_with_axe
from tests.support.browser import DRAWN, IN_BROWSER, PLAIN_NAME, browser_page
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
LONG = "Harbour League – Round robin – 14"
"""A name with which the line above a phone's board was two lines long, and one at the end."""
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
SIZES = {390: 844, 1440: 900}
ENDS = {**SIZES, 360: 740}


def sensible_match() -> list[ev.Event]:
    """A match whose last game is over in the open room first."""
    return [scheduled(event=LONG), started(), *sensible_play(9)]


def dice_alone() -> list[ev.Event]:
    """Such a match at tables that record no positions."""
    rooms = TwoRooms.seated(seed=9, timing=3, unrecorded=frozenset(Room), games=4)
    rooms.play()
    recorded = [ev.RecordingSet(room=room, positions=False) for room in Room]
    return [scheduled(event=LONG), started(), *recorded, *rooms.log]


def waiting(events: list[ev.Event], game: int) -> int:
    """How many of the events have happened when that game is over in the open room alone."""
    hub = hub_of(*events[:2])
    for count, event in enumerate(events[2:], start=3):
        hub.receive(stored(1, (event,)))
        now = hub.snapshot(match_id(1))
        if now and now.phase is PublicPhase.OPEN_GAME_OVER and now.game == game:
            return count
    raise AssertionError(f"nobody waits for the closed room in game {game}")


@pytest.mark.parametrize(
    ("width", "part"),
    [
        (390, "end"),
        *(pytest.param(width, "whole", marks=pytest.mark.long(25)) for width in ENDS),
        *(pytest.param(width, "dice", marks=pytest.mark.long(25)) for width in ENDS),
    ],
)
async def test_nothing_jumps_to_the_end_and_the_last_play_stays(width: int, part: str) -> None:
    """The last events of a match, or a whole one in which the open room is over first."""
    if part == "end":
        events, begun = [scheduled(event=LONG), *MATCH[1:]], LATE
    else:
        events, begun = dice_alone() if part == "dice" else sensible_match(), 5
    hub, size = hub_of(*events[:begun]), {"width": width, "height": ENDS[width]}
    async with page_of(hub, viewport=size) as page:
        await page.wait_for_function(DRAWN)
        await page.evaluate(PAINTED)
        await page.evaluate(SHIFTS)
        for event in events[begun:]:
            await tell_slowly(hub, [event])
            await page.evaluate(PAINTED)
        await expect(page.locator("#wait .ended")).to_be_visible()
        await expect(page.locator(".match:is(.over, .both-rooms)")).to_have_count(0)
        assert await page.evaluate("window.shifted") <= GOOD
        await _says_that_it_is_over(page)
        last = "" if part == "dice" else await read(page, "open")
        await _whole(page)
        if part == "dice":
            return
        await page.goto(f"{page.url.split('/g')[0]}/g4")
        await page.keyboard.press("End")
        assert (await read(page, "open")).split(".")[0] == last.split(".")[0]


@pytest.mark.long(25)
@pytest.mark.parametrize("part", ["board", "dice"])
async def test_a_phone_opened_in_a_wait_shows_it_first_and_nothing_jumps_after_it(
    part: str,
) -> None:
    events = dice_alone() if part == "dice" else sensible_match()
    begun = waiting(events, 3)
    hub, size = hub_of(*events[:begun]), {"width": 390, "height": SIZES[390]}
    async with page_of(hub, viewport=size) as page:
        await page.wait_for_function(DRAWN)
        await page.evaluate(PAINTED)
        controls = await page.locator(".match .steps").bounding_box()
        rows, board = page.locator("#wait .decides tr"), page.locator("#open-board")
        assert controls is not None
        for each in (page.locator("#lead .next"), rows.last, board):
            box = await each.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= controls["y"]
        await expect(page.locator(".dice-only")).to_be_visible(visible=part == "dice")
        await page.evaluate(SHIFTS)
        for event in events[begun:]:
            await tell_slowly(hub, [event])
            await page.evaluate(PAINTED)
        await expect(page.locator("#wait .ended")).to_be_visible()
        assert await page.evaluate("window.shifted") <= GOOD


async def test_a_wait_that_is_over_leaves_the_board_to_whoever_does_something() -> None:
    events = sensible_match()
    begun = waiting(events, 3)
    hub, size = hub_of(*events[:begun]), {"width": 390, "height": SIZES[390]}
    async with page_of(hub, viewport=size) as page:
        await page.wait_for_function(DRAWN)
        first, board = page.locator(".match.wait-first"), page.locator("#open-board")
        small = await board.bounding_box()
        for event in events[begun:]:
            hub.receive(stored(1, (event,)))
            now = hub.snapshot(match_id(1))
            assert now is not None
            if now.phase is PublicPhase.PLAYING:
                break
        await expect(page.locator("#wait .waits")).to_have_count(0)
        assert await board.bounding_box() == small
        await page.keyboard.press("Shift")
        await expect(first).to_have_count(0)
        large = await board.bounding_box()
        assert small is not None
        assert large is not None
        assert large["y"] < small["y"]
        assert large["width"] > small["width"]


@pytest.mark.parametrize("width", [390, 1440])
async def test_a_match_that_waits_does_not_call_itself_live(width: int) -> None:
    events = sensible_match()
    begun = waiting(events, 3)
    hub, size = hub_of(*events[: begun - 1]), {"width": width, "height": SIZES[width]}
    async with page_of(hub, viewport=size) as page:
        link = page.locator("#link")
        await expect(link).to_be_visible()
        hub.receive(stored(1, (events[begun - 1],)))
        await expect(link).to_be_hidden()
        await expect(page.locator("#stage")).to_have_text("game 3 of 4", use_inner_text=True)


@pytest.mark.long(20)
@pytest.mark.parametrize("part", ["live", "wait", "dice", "dice waits"])
async def test_axe_finds_nothing_while_a_match_is_live(part: str) -> None:
    events = dice_alone() if part.startswith("dice") else sensible_match()
    begun = waiting(events, 3)
    if not part.endswith(("wait", "waits")):
        begun -= 9
    async with page_of(hub_of(*events[:begun]), reduced_motion="reduce") as page:
        await page.wait_for_function(DRAWN)
        for width, height in SIZES.items():
            await page.set_viewport_size({"width": width, "height": height})
            await check_with_axe(page)


@pytest.mark.long
async def test_a_game_that_waits_is_played_again_and_stops_when_told() -> None:
    events = sensible_match()
    hub = hub_of(*events[: waiting(events, 4)])
    async with serving(hub) as port, browser_page() as page:
        await page.clock.install()
        await page.goto(f"http://{PLAIN_NAME}:{port}/t/club/matches/1")
        await expect(page.locator("#link")).to_have_text("live")
        live = await read(page, "open")
        await page.keyboard.press("KeyR")
        where = page.locator("#where")
        await expect(where).to_contain_text("Replay of game 4, move 1 of")
        await page.clock.run_for(1700)
        await expect(where).to_contain_text("Replay of game 4, move 2 of")
        await page.keyboard.press("Escape")
        await expect(where).to_contain_text("Game 4, move 2 of")
        await page.clock.run_for(20_000)
        await expect(where).to_contain_text("Game 4, move 2 of")
        await page.get_by_role("button", name="Replay game 4").click()
        await page.clock.run_for(120_000)
        await expect(where).to_have_text("Waiting for the closed room")
        assert await read(page, "open") == live
        await page.get_by_role("button", name="Replay game 3, both rooms").click()
        await expect(page.locator("#closed-board svg")).to_be_visible()
        await page.get_by_role("button", name="Stop the replay").click()
        await expect(page.locator("#stop")).to_be_hidden()


async def _says_that_it_is_over(page: Page) -> None:
    """Nothing calls itself live, nobody is asked to follow, and who won is said in one place."""
    await expect(page.locator("#link")).to_be_hidden()
    await expect(page.locator("#where")).to_have_text("The match is over.")
    await expect(page.locator("main .follow")).to_be_hidden()
    won = await page.locator("#lead b").inner_text()
    assert (await page.locator("main").inner_text()).count(won) == 1


async def _whole(page: Page) -> None:
    await page.get_by_role("button", name="See the whole match").click()
    await expect(page.locator(".match.over.both-rooms")).to_be_visible()
    await expect(page.locator("#ending")).to_be_visible()


async def test_of_an_accepted_claim_a_reader_sees_only_what_came_of_it() -> None:
    events = dice_alone()
    hub = hub_of(*events[: waiting(events, 3)])
    async with page_of(hub) as page:
        claim = page.locator("#moves tr.accepted")
        await expect(claim).to_have_count(1)
        await expect(claim).to_be_hidden()
        step = await claim.locator("a").get_attribute("data-step")
        await page.goto(f"{page.url}/g3/{step}")
        await expect(claim).to_be_visible()
        await expect(page.locator("#latest")).to_contain_text("claims that the game is over")
