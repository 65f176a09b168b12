"""A match's page in Chromium, on a plain-http name: it follows, catches up and looks back."""

import contextlib
import json
import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, WebSocket, WebSocketRoute, expect

from rules import events as ev
from server.live.hub import LiveHub
from tests.server.live.following import hub_of, on_loopback, tell_slowly, whole_match
from tests.support.axe import check_with_axe
from tests.support.browser import PLAIN_NAME, browser_page, in_browser
from tests.support.ids import match_id
from tests.support.public_pages import public_app

MATCH = whole_match()
THIRD = len(MATCH) // 3
LATE = len(MATCH) - 33
"""So near its end is the match begun to be told in every run."""
SINCE = pytest.mark.parametrize("since", [LATE, pytest.param(THIRD, marks=pytest.mark.long)])
PARTS = ("stage", "open-seats", "latest", "waiting", "score", "moves", "protocol")


@contextlib.asynccontextmanager
async def serving(hub: LiveHub, port: int = 0) -> AsyncIterator[int]:
    """The public's pages behind a real server; its port."""
    app = public_app(hub)
    async with on_loopback(app, port) as bound:
        yield bound


@contextlib.asynccontextmanager
async def page_of(
    hub: LiveHub, link: str = "", live: str = "live", **context: object
) -> AsyncIterator[Page]:
    """The page of the hub's match in a browser, once it follows and says so by this word."""
    async with serving(hub) as port, browser_page(**context) as page:
        await page.goto(f"http://{PLAIN_NAME}:{port}/t/club/matches/1{link}")
        await expect(page.locator("#link")).to_have_text(live)
        yield page


async def shown(page: Page) -> dict[str, str]:
    """What lies in the changing places of the page, the board as it reads itself."""
    parts = {part: await page.locator(f"#{part}").inner_text() for part in PARTS}
    return {**parts, "board": await read(page, "open")}


async def told_at_the_end(page: Page) -> dict[str, str | None]:
    """What the page tells of a match that is over, whichever game its boards show."""
    await expect(page.locator("#stage")).to_contain_text("finished")
    of_match = ("stage", "open-seats", "ending", "score", "protocol")
    return {part: await page.locator(f"#{part}").text_content() for part in of_match}


async def read(page: Page, room: str) -> str:
    """What a screen reader says of a room's board."""
    return str(await page.locator(f"#{room}-board svg").get_attribute("aria-label"))


def heard(page: Page) -> list[int]:
    """The numbers of the items that reach the page from now on."""
    numbers: list[int] = []

    def hear(payload: str | bytes) -> None:
        numbers.extend(item["number"] for item in json.loads(payload)["items"])

    def follow(socket: WebSocket) -> None:
        socket.on("framereceived", hear)

    page.on("websocket", follow)
    return numbers


@in_browser
@SINCE
async def test_what_becomes_public_reaches_an_open_page(since: int) -> None:
    hub = hub_of(*MATCH[:since])
    async with page_of(hub) as page:
        await tell_slowly(hub, MATCH[since:])
        followed = await told_at_the_end(page)
        await page.reload()
        assert await told_at_the_end(page) == followed


@in_browser
async def test_a_page_whose_line_was_cut_for_a_minute_catches_up_exactly() -> None:
    hub, lines, cut = hub_of(*MATCH[:LATE]), list[WebSocketRoute](), [False]

    async def line(route: WebSocketRoute) -> None:
        if cut[0]:
            await route.close()
        else:
            lines.append(route)
            route.connect_to_server()

    async with serving(hub) as port, browser_page() as page:
        await page.clock.install()
        await page.route_web_socket("**/live?**", line)
        await page.goto(f"http://{PLAIN_NAME}:{port}/t/club/matches/1")
        await expect(page.locator("#link")).to_have_text("live")
        cut[0] = True
        await lines[0].close()
        await expect(page.locator("#link")).to_have_text("connection lost, trying again")
        before = await shown(page)
        await tell_slowly(hub, MATCH[LATE:])
        await page.clock.run_for(60_000)
        assert await shown(page) == before
        cut[0] = False
        await page.clock.run_for(20_000)
        followed = await told_at_the_end(page)
        await page.reload()
        assert await told_at_the_end(page) == followed


@pytest.mark.long  # a line that was cut is caught up with in every run
@in_browser
async def test_a_page_follows_a_restarted_server_from_the_last_item_it_has() -> None:
    async with browser_page() as page:
        numbers = heard(page)
        first, last = hub_of(*MATCH[:LATE]), hub_of(*MATCH)
        async with serving(first) as port:
            await page.goto(f"http://{PLAIN_NAME}:{port}/t/club/matches/1")
            await expect(page.locator("#link")).to_have_text("live")
        await expect(page.locator("#link")).to_have_text("connection lost, trying again")
        async with serving(last, port):
            await expect(page.locator("#link")).to_have_text("live", timeout=20_000)
            followed = await told_at_the_end(page)
            assert numbers == list(range(reached(first) + 1, reached(last) + 1))
            await page.reload()
            assert await told_at_the_end(page) == followed


@pytest.mark.long
@in_browser
async def test_axe_finds_nothing_looking_back() -> None:
    async with page_of(hub_of(*MATCH[: 2 * THIRD])) as page:
        await page.evaluate("location.hash = '#g1'")
        await expect(page.locator("#closed-board svg")).to_be_visible()
        await check_with_axe(page)


SAYS_THE_NEWEST_LINE = """() => {
    const told = document.querySelectorAll("#moves .open:not(.quiet) a");
    const line = told[told.length - 1].textContent;
    const plain = (text) => text.replaceAll(":", "").replace(/\\s+/g, " ").trim();
    return [...document.querySelectorAll("[role=status]")]
        .some(region => plain(region.innerText) === plain(line));
}"""
"""Asked in one moment, since lines go on arriving."""


@pytest.mark.long
@in_browser
async def test_the_live_region_says_the_newest_line_and_nothing_else() -> None:
    hub = hub_of(*MATCH[:THIRD])
    async with page_of(hub) as page:
        await tell_slowly(hub, MATCH[THIRD : THIRD + 40])
        await expect(page.locator("#moves tbody tr").first).to_be_visible()
        await page.wait_for_function(SAYS_THE_NEWEST_LINE)
        assert (
            await page.locator(
                ":is([aria-live], [role=status]):not(#announcements, button)"
            ).count()
            == 3
        )


@in_browser
async def test_a_replay_without_results_steps_on_and_has_no_later_roll_in_the_page() -> None:
    async with serving(hub_of(*MATCH)) as port, browser_page() as page:
        await page.goto(f"http://{PLAIN_NAME}:{port}/t/club/matches/1?results=hidden")
        await expect(page.locator("#where")).to_have_text("Game 1, before the first roll")
        start = await page.locator("#open-board").evaluate("(board) => board.table")
        for step in range(1, 4):
            await page.keyboard.press("ArrowRight")
            await expect(page).to_have_url(address(f"/g1/m{step}?results=hidden"))
            await expect(page.locator("#moves tbody tr")).to_have_count(step)
        await page.keyboard.press("ArrowLeft")
        await expect(page.locator("#where")).to_have_text("Game 1, move 2")
        await page.keyboard.press("Home")
        await expect(page).to_have_url(address("/g1?results=hidden"))
        await expect(page.locator("#moves tbody tr")).to_have_count(0)
        board = await page.locator("#open-board").evaluate("(board) => board.table")
        assert board == start
        await page.get_by_role("link", name="Show the result").click()
        await expect(page.locator("#score")).to_be_visible()
        await expect(page).to_have_url(address(""))


@in_browser
async def test_whoever_looks_back_reads_how_far_the_game_has_gone_meanwhile() -> None:
    hub = hub_of(*MATCH[:60])
    async with page_of(hub) as page:
        await page.keyboard.press("ArrowLeft")
        where, moves = page.locator("#where"), page.locator("#moves tbody tr")
        step = await moves.count() - 1
        await expect(where).to_have_text(f"Game 1, move {step} of {step + 1}")
        await tell_slowly(hub, MATCH[60:100])
        await expect(where).not_to_have_text(f"Game 1, move {step} of {step + 1}")
        told = await where.inner_text()
        await page.keyboard.press("KeyL")
        assert told == f"Game 1, move {step} of {await moves.count()}"


@in_browser
async def test_keys_step_through_a_game_lead_back_to_what_goes_on_and_turn_the_board() -> None:
    hub = hub_of(*MATCH[:150])
    game = playing(hub)
    async with page_of(hub) as page:
        live = await shown(page)
        moves = await page.locator("#moves tbody tr").count()
        await page.keyboard.press("Home")
        await expect(page).to_have_url(address(f"/g{game}/m1"))
        for step in range(2, 4):
            await page.keyboard.press("ArrowRight")
            await expect(page).to_have_url(address(f"/g{game}/m{step}"))
        await page.keyboard.press("ArrowLeft")
        await expect(page.locator("#where")).to_have_text(f"Game {game}, move 2 of {moves}")
        await page.keyboard.press("KeyL")
        await expect(page.locator("#where")).to_have_text("Waiting for the closed room")
        assert await shown(page) == live
        turn = page.get_by_role("button", name="Turn the board")
        await turn.click()
        await expect(turn).to_have_attribute("aria-pressed", "true")
        await expect(page.locator("#open-board[flipped] svg")).to_be_visible()
        await page.keyboard.press("KeyF")
        await expect(turn).to_have_attribute("aria-pressed", "false")


@in_browser
async def test_who_looks_back_is_not_disturbed_and_finds_the_newest_when_he_returns() -> None:
    ends = (isinstance(event, ev.GameFinished) and event.game == 1 for event in MATCH)
    last = [at for at, is_end in enumerate(ends) if is_end][-1]
    hub = hub_of(*MATCH[: last - 6])
    async with page_of(hub) as page:
        await page.keyboard.press("Home")
        await expect(page.locator(".looking-back")).to_be_visible()
        board = await read(page, "open")
        await tell_slowly(hub, MATCH[last - 6 : last + 20])
        await expect(page.locator("#score")).to_contain_text("After 1 of 4 games")
        assert await read(page, "open") == board
        await expect(page.locator("#games [data-shown]")).to_have_count(1)
        await page.get_by_role("button", name="Live").click()
        followed = await shown(page)
        await page.reload()
        assert await shown(page) == followed


@pytest.mark.long
@in_browser
async def test_a_finished_game_shows_both_rooms_and_where_they_first_differ_in_sight() -> None:
    wide = {"width": 1440, "height": 900}
    async with page_of(hub_of(*MATCH), "/g2/m14", viewport=wide) as page:
        await expect(page.locator("#moves [aria-current]")).to_be_in_viewport(ratio=1)
        await expect(page.locator("#closed-board svg")).to_be_visible()
        await page.keyboard.press("KeyD")
        row = page.locator("#moves tr[aria-current]")
        await expect(row).to_contain_text("the rooms differ here")
        assert await read(page, "open") != await read(page, "closed")
        texts = await page.locator("#moves tbody tr").evaluate_all(
            """rows => rows.map(row => [row.cells[0], row.cells[2]].map(cell => {
                cell.querySelector(".out-of-sight")?.remove();
                return cell.textContent;
            }))"""
        )
        differs = next(place for place, row in enumerate(texts) if "differ here" in row[1])
        assert all(opened == closed for opened, closed in texts[:differs])


@pytest.mark.long  # tests/server/views/games/test_positions.py asks for positions in every run
@in_browser
async def test_a_link_to_a_move_stays_good_when_the_game_is_over() -> None:
    during: list[str] = []
    after: list[str] = []
    for events, boards in ((MATCH[:THIRD], during), (MATCH, after)):
        async with page_of(hub_of(*events), f"#g{playing(hub_of(*MATCH[:THIRD]))}m3") as page:
            await expect(page.locator("#moves table")).to_be_visible()
            boards.append(await read(page, "open"))
    assert during == after


def address(link: str) -> re.Pattern[str]:

    return re.compile(re.escape(f"/t/club/matches/1{link}") + "$")


def reached(hub: LiveHub) -> int:
    now = hub.snapshot(match_id(1))
    assert now is not None
    return now.last


def playing(hub: LiveHub) -> int:
    now = hub.snapshot(match_id(1))
    assert now is not None
    return now.game


@in_browser
async def test_a_printed_page_has_every_figure_of_a_finished_match() -> None:
    """Figures and terms are buttons that tell more; the controls beside them are left out."""
    async with page_of(hub_of(*MATCH)) as page:
        figures = page.locator("button.cited:not(.terms *)")
        on_screen = await figures.evaluate_all(_SHOWN)
        assert on_screen > 20
        await page.emulate_media(media="print")
        assert await figures.evaluate_all(_SHOWN) == on_screen
        assert await page.locator("button:not(.cited)").evaluate_all(_SHOWN) == 0
        dice = page.locator(".roll i").first
        assert await dice.evaluate("each => getComputedStyle(each).printColorAdjust") == "exact"


_SHOWN = "all => all.filter(each => each.checkVisibility()).length"
