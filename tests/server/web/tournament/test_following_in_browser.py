"""Standings that follow live, and what a device follows, in Chromium on a plain-http name."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, WebSocket, expect

from rules.room import Room
from rules.tables import readings as rd
from tests.server.live.following import on_loopback
from tests.support.axe import check_with_axe
from tests.support.browser import IN_BROWSER, PLAIN_NAME, browser_page
from tests.support.commands import send
from tests.support.endings import lost
from tests.support.ids import match_id
from tests.support.served import DIRECTOR, Served, opened
from tests.support.team_event import EventDesk

pytestmark = IN_BROWSER


async def lost_by_red(served: Served, number: int, game: int) -> None:
    """Both rooms' results of a game are entered: Red lost them, with other checkers left."""
    for room, left in ((Room.OPEN, 3), (Room.CLOSED, 12)):
        reading = rd.EnterResult(game=game, attempt=1, room=room, **lost(left=left))
        await send(served.hall, number, reading, "operator")


async def begun(served: Served, desk: EventDesk) -> dict[str, str]:
    """A round robin whose first match has both line-ups."""
    await desk.set_up("round-robin")
    await desk.order("draw", stage=1)
    (pairing,) = await desk.publish(1)
    await desk.line_up(pairing)
    return dict(pairing)


async def asked_of(page: Page) -> list[str]:
    """The addresses that a page asks the server for from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url + (request.post_data or "")))
    return asked


async def test_a_followed_team_is_told_of_in_the_title_and_the_standings_follow(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        pairing = await begun(served, EventDesk(client))
        number, team = int(pairing["number"]), pairing["home"]
        async with on_loopback(served.app) as port, browser_page(locale="en") as page:
            base = f"http://{PLAIN_NAME}:{port}"
            await page.goto(f"{base}/t/club/teams/{team}")
            asked = await asked_of(page)
            button = page.locator("h1 + [data-follow]")
            await button.click()
            await expect(button).to_have_text("Following")
            assert {urlsplit(each).path.split("/")[1] for each in asked} <= {"static", "live"}

            await page.goto(f"{base}/t/club/standings")
            await expect(page.locator(".standings")).to_contain_text("0–0")
            await page.wait_for_function(FEED_OPEN)
            await lost_by_red(served, number, 1)
            await expect(page).to_have_title(
                f"(1) {team} 4 : 6 {pairing['away']} · Standings · Harbour Cup · Yalta"
            )
            await expect(page.locator(".standings")).to_contain_text("4–6")


def hears(page: Page) -> asyncio.Event:
    """Whether a feed has said something to the page since now."""
    heard = asyncio.Event()

    def follow(socket: WebSocket) -> None:
        socket.on("framereceived", lambda _: heard.set())

    page.on("websocket", follow)
    return heard


async def test_open_pages_of_teams_persons_and_tournaments_follow_a_match(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        pairing = await begun(served, EventDesk(client))
        number, team = int(pairing["number"]), pairing["home"]
        async with on_loopback(served.app) as port, browser_page(locale="en") as page:
            base = f"http://{PLAIN_NAME}:{port}"
            seats = served.hub.snapshot(match_id(number))
            assert seats is not None
            assert seats.line_ups is not None
            person = seats.line_ups.home.open_player.text
            paths = (
                f"/t/club/teams/{team}",
                f"/t/club/schedule?team={team}",
                f"/players/{person}",
                "/tournaments",
            )
            pages = [await page.context.new_page() for _ in paths]
            for path, other in zip(paths, pages, strict=True):
                heard = hears(other)
                await other.goto(base + path)
                await heard.wait()
                await expect(other.locator("main")).not_to_contain_text("4–6")
            await lost_by_red(served, number, 1)
            for other in pages:
                await expect(other.locator("main")).to_contain_text("4–6")


@pytest.mark.long
async def test_what_a_device_follows_is_listed_and_followed_no_more_when_it_is_told_so(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        team = (await begun(served, EventDesk(client)))["home"]
        async with on_loopback(served.app) as port, browser_page(locale="en") as page:
            base = f"http://{PLAIN_NAME}:{port}"
            await page.goto(f"{base}/t/club/teams/{team}")
            await page.locator("h1 + [data-follow]").click()
            await page.goto(f"{base}/t/club/standings")
            await check_with_axe(page)
            await page.goto(f"{base}/following")
            await expect(page.get_by_role("link", name=team, exact=True)).to_be_visible()
            await expect(page.get_by_text("that needs https")).to_be_visible()
            await check_with_axe(page)
            await page.get_by_role("button", name="Stop following").click()
            await expect(page.get_by_text("You follow nothing yet.")).to_be_visible()


FEED_OPEN = "() => performance.getEntriesByType('resource').some(e => e.name.includes('live-feed'))"


@pytest.mark.long  # tests/server/web/search/test_search.py searches in every run
async def test_the_search_field_is_reached_by_its_key_and_searches_without_a_script(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await begun(served, EventDesk(client))
        async with on_loopback(served.app) as port, browser_page(locale="en") as page:
            await page.goto(f"http://{PLAIN_NAME}:{port}/t/club")
            await page.keyboard.press("/")
            await expect(page.get_by_role("searchbox")).to_be_focused()
            await page.keyboard.type("компас")
            await page.keyboard.press("Enter")
            await page.get_by_role("link", name="Compass", exact=True).click()
            await expect(page.get_by_role("heading", level=1)).to_have_text("Compass")


HEARD_AND_SEEN = """() => {
    window.tones = 0;
    window.notices = [];
    window.AudioContext = class extends AudioContext {
        createOscillator() {
            window.tones += 1;
            return super.createOscillator();
        }
    };
    window.Notification = class {
        static permission = "default";
        static async requestPermission() {
            return (this.permission = "granted");
        }
        constructor(title, { body, tag }) {
            window.notices.push([title, body, tag]);
        }
    };
    Notification.permission = localStorage.granted ?? "default";
    document.addEventListener("click", () => localStorage.granted = Notification.permission, true);
    Object.defineProperty(document, "hidden", { get: () => window.isAway ?? false });
}"""
"""Counts tones and notes notifications; a page is away when the test says so."""


async def allow_both(page: Page, base: str) -> None:
    """Sound and notifications are wanted and, once the browser has asked, allowed."""
    await page.goto(f"{base}/following")
    for name in ("Play a sound when the score changes", "Notifications"):
        button = page.get_by_role("button", name=name)
        await button.click()
        await expect(button).to_have_attribute("aria-pressed", "true")
    assert await page.evaluate("window.tones") == 2
    await page.evaluate("localStorage.granted = 'granted'")


async def left(page: Page) -> str:
    """A page that follows, and that nobody looks at any more; its title."""
    await page.wait_for_function(FEED_OPEN)
    await page.evaluate("window.isAway = true")
    return await page.title()


@pytest.mark.long  # what is followed is told of in the title in every run
async def test_a_followed_match_is_heard_and_noticed_once_a_score_in_one_of_two_pages_and_no_more(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        pairing = await begun(served, EventDesk(client))
        number, home, away = int(pairing["number"]), pairing["home"], pairing["away"]
        async with on_loopback(served.app) as port, browser_page(locale="en") as page:
            await page.context.add_init_script(f"({HEARD_AND_SEEN})()")
            base = f"http://localhost:{port}"  # notifications need a secure context
            await allow_both(page, base)
            await page.goto(f"{base}/t/club/matches/{number}")
            follow = page.locator(".title [data-follow]")
            await follow.click()
            await expect(follow).to_have_text("Following")
            other = await page.context.new_page()
            await other.goto(f"{base}/t/club/teams")
            title, titles = await page.title(), [await left(each) for each in (page, other)]
            await lost_by_red(served, number, 1)
            news = f"{home} 4 : 6 {away}"
            for each, before in zip((page, other), titles, strict=True):
                await expect(each).to_have_title(f"(1) {news} · {before}")
            heard = [await each.evaluate("[tones, notices]") for each in (page, other)]
            assert heard == [[2, [["Yalta", news, f"club/{number}"]]], [0, []]]
            await other.close()

            await page.evaluate("window.dispatchEvent(new Event('focus'))")
            assert await page.title() == title
            await follow.click()
            await lost_by_red(served, number, 2)
            await expect(page.locator("#score")).to_contain_text("After 2 of")
            assert await page.title() == title
            assert await page.evaluate("window.tones") == 2
