"""A match in a frame, in Chromium: names, score, who leads or has won, and whose turn it is."""

import contextlib
import re
from collections.abc import AsyncIterator, Sequence

import pytest
from playwright.async_api import Page, expect

from rules import events as ev
from server.live.hub import LiveHub
from server.live.snapshot import PublicPhase
from tests.server.live.following import hub_of, on_loopback, tell_slowly, whole_match
from tests.server.web.match_page.test_a_match_ends_in_place import dice_alone
from tests.server.web.screens.test_screens_in_browser import until
from tests.support.axe import check_with_axe
from tests.support.browser import IN_BROWSER, PLAIN_NAME, browser_page
from yalta_extras.sharing.match_cards import frame_size
from yalta_extras.sharing.tests.shared_pages import shared_app

pytestmark = IN_BROWSER

FRAME = "/embed/t/club/matches/1"
WHOLE = whole_match(2)
PLAYING = WHOLE[: len(until(WHOLE, PublicPhase.PLAYING, 3)) + 60]
WAITING = until(WHOLE, PublicPhase.OPEN_GAME_OVER, 2)
DICE = dice_alone()
STATES: dict[str, Sequence[ev.Event]] = {
    "planned": WHOLE[:1],
    "playing": PLAYING,
    "waiting": WAITING,
    "over": WHOLE,
    "dice": DICE[: len(DICE) // 4],
    "dice over": DICE,
}


@contextlib.asynccontextmanager
async def framed(
    hub: LiveHub, width: int, query: str = "", *, timed: bool = False
) -> AsyncIterator[Page]:
    """The page in a frame of the size that other sites are told for this width."""
    size = dict(zip(("width", "height"), frame_size(width), strict=True))
    async with on_loopback(shared_app(hub)) as port, browser_page(viewport=size) as page:
        if timed:
            await page.clock.install()
        await page.goto(f"http://{PLAIN_NAME}:{port}{FRAME}{query}")
        await expect(page.locator(".embedded .name").first).to_be_visible()
        yield page


@pytest.mark.parametrize(
    ("width", "states"),
    [
        (320, ["waiting"]),
        *(pytest.param(each, [*STATES], marks=pytest.mark.long(30)) for each in (320, 480, 640)),
    ],
)
async def test_a_frame_of_the_size_that_sites_are_told_has_room_for_all_it_says(
    width: int, states: Sequence[str]
) -> None:
    for state in states:
        for query in ("?language=en", "?language=uk", "?results=hidden"):
            async with framed(hub_of(*STATES[state]), width, query) as page:
                measured = "({scrollWidth, scrollHeight}) => [scrollWidth, scrollHeight]"
                seen = await page.locator("html").evaluate(measured)
                assert seen == [*frame_size(width)], (state, query)


LOW = [(320, 240), (400, 300), (480, 270), (480, 360), (560, 315), (640, 480), (320, 360)]


@pytest.mark.parametrize(
    "state",
    ["over", *(pytest.param(each, marks=pytest.mark.long) for each in ("playing", "waiting"))],
)
async def test_a_low_frame_cuts_nothing(state: str) -> None:
    async with framed(hub_of(*STATES[state]), 640) as page:
        for width, height in LOW:
            await page.set_viewport_size({"width": width, "height": height})
            measured = "({scrollWidth, scrollHeight}) => [scrollWidth, scrollHeight]"
            assert await page.locator("html").evaluate(measured) == [width, height]


LOOK = """each => {
  const look = getComputedStyle(each);
  return each.matches(".sum") ? [look.color, look.fontWeight] : [look.borderBottomColor];
}"""


async def test_a_frame_says_who_leads_whose_turn_it_is_and_then_what_the_closed_room_decides() -> (
    None
):
    async with framed(hub_of(*PLAYING), 480) as page:
        assert await page.locator(".team small").all_inner_texts() == ["IMP", "IMP"]
        await expect(page.locator(".said")).to_contain_text(" leads by ")
        await expect(page.locator(".team.leads")).to_have_count(1)
        leads = await page.locator(".leads .sum").evaluate(LOOK)
        for other in (".team:not(.leads) .sum", ".team.on-turn"):
            assert not set(await page.locator(other).evaluate(LOOK)) & set(leads)
        await expect(page.locator(".now")).to_have_text(re.compile(r"(White|Red) to (roll|play)"))
    async with framed(hub_of(*WAITING), 480) as page:
        await expect(page.locator(".now")).to_contain_text("Game 2 now hangs on the closed room: ")


@pytest.mark.long  # a frame follows a match to its end
async def test_a_match_that_ends_in_a_frame_says_who_won_and_then_where_its_rooms_differed() -> (
    None
):
    late = len(WHOLE) - 20
    hub = hub_of(*WHOLE[:late])
    async with framed(hub, 640, timed=True) as page:
        await expect(page.locator("#link")).to_have_text("live")
        await tell_slowly(hub, WHOLE[late:])
        await expect(page.locator(".said")).to_contain_text(" wins by ")
        await expect(page.locator(".embedded > bg-board")).to_be_visible()
        await page.clock.run_for(16_000)
        await expect(page.locator(".boards bg-board:visible")).to_have_count(2)
        await expect(page.locator(".team.won")).to_have_count(1)
        await expect(page.locator(".story")).to_contain_text("Same position, same ")


async def test_a_frame_that_hides_results_has_no_score_and_no_winner() -> None:
    async with framed(hub_of(*WHOLE), 480, "?results=hidden") as page:
        await expect(page.locator(".said")).to_have_text("The result is hidden.")
        await expect(page.locator(".sum, .gains, .team.won")).to_have_count(0)


@pytest.mark.long  # axe reads each frame twice
async def test_axe_finds_nothing_in_a_frame() -> None:
    for events in STATES.values():
        for width in (320, 640):
            async with framed(hub_of(*events), width) as page:
                await check_with_axe(page)
