"""How much of two teams' names a line of a list shows, in Chromium."""

from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Page

from rules.games.known_games import GAMES
from server.live.hub import LiveHub
from server.web.match_page.parts import page_fragments
from tests.server.live.following import on_loopback, whole_match
from tests.server.web.match_page.test_a_match_ends_in_place import sensible_match, waiting
from tests.support.browser import IN_BROWSER, PLAIN_NAME, browser_page
from tests.support.ids import NAMES, match_id
from tests.support.public_pages import public_app
from tests.support.rooms import scheduled
from tests.support.served import DIRECTOR, line_up_of, opened
from tests.support.stored import stored
from tests.support.ttt import drawn_ttt

pytestmark = IN_BROWSER

LONG = "Lviv Backgammon and Long Gammon Society"
ORDINARY = (("Athens", "Copenhagen"), ("Tbilisi", "Odesa"), ("Lviv", "Paris"))
SIZES = (1920, 1440, 1280, 390)
_CUT = """(names) => names.filter((each) => each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.title)"""
_SEEN = """(rows) => rows.filter((row) => {
    const list = row.closest("ul").getBoundingClientRect(), own = row.getBoundingClientRect();
    return own.bottom <= list.bottom + 1 && own.right <= innerWidth;
}).length"""


async def cut(page: Page, within: str) -> list[str]:
    """The names whose ends are cut."""
    found: list[str] = await page.locator(f"{within} .clip").evaluate_all(_CUT)
    return found


async def begun(client: httpx.AsyncClient, home: str, away: str) -> None:
    """A match of these teams, who are entered, with both line-ups in."""
    for team in (home, away):
        players = [f"{team[:9]} One", f"{team[:9]} Two"]
        body = {"name": team, "players": players}
        assert (await client.post("/api/t/club/teams", json=body)).status_code == 201
    answer = await client.post("/api/t/club/matches", json={"home": home, "away": away})
    for team in (home, away):
        line_up = line_up_of(team, f"{team[:9]} One", f"{team[:9]} Two")
        path = f"/api/t/club/matches/{answer.json()['number']}/line-ups"
        assert (await client.post(path, json=line_up)).status_code == 200


@pytest.mark.long
async def test_ordinary_names_of_matches_under_way_are_whole_on_a_tournaments_first_page(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        for home, away in ORDINARY:
            await begun(client, home, away)
        async with on_loopback(served.app) as port, browser_page(locale="en") as page:
            for width in SIZES:
                await page.set_viewport_size({"width": width, "height": 900})
                await page.goto(f"http://{PLAIN_NAME}:{port}/t/club")
                assert await page.locator(".match-line.playing").count() == len(ORDINARY)
                assert await cut(page, ".match-line") == [], width
            await begun(client, LONG, "Rome")
            await page.reload()
            assert await cut(page, ".match-line") == [LONG]


@pytest.mark.long
async def test_names_in_a_ttts_cross_table_have_what_its_figures_leave_of_a_phones_screen(
    tmp_path: Path,
) -> None:
    ordinary = ("Alex Fields", "Kim Holloway", "Sasha Stonely", "Robin Brook", "Chris Marsh")
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await drawn_ttt(client, served.hall, [*ordinary, "Toni Hill"])
        async with on_loopback(served.app) as port, browser_page(locale="en") as page:
            await page.set_viewport_size({"width": 390, "height": 844})
            await page.goto(f"http://{PLAIN_NAME}:{port}/t/club/ttt")
            names = page.locator(".ttt-grid .clip a")
            assert await names.count() == 6
            assert await names.evaluate_all(_CUT) == []


@pytest.mark.long
async def test_a_waiting_match_names_two_others_and_of_a_long_and_a_short_name_cuts_the_long() -> (
    None
):
    hub = LiveHub(GAMES, page_fragments, names_of=lambda _: NAMES)
    mine, other = sensible_match(), whole_match()[:60]
    own = mine[: waiting(mine, 4)]
    every = [(own, "Compass", "Rudder"), (other, "Copenhagen", "Odesa"), (other, LONG, "Rome")]
    for number, (events, home, away) in enumerate(every, 1):
        first = replace(scheduled(), match_id=match_id(number), home=home, away=away)
        hub.receive(stored(number, [first, *events[1:]]))
    async with on_loopback(public_app(hub)) as port, browser_page(locale="en") as page:
        for width in (1920, 1440, 390):
            await page.set_viewport_size({"width": width, "height": 900})
            await page.goto(f"http://{PLAIN_NAME}:{port}/t/club/matches/1")
            assert await page.locator("#elsewhere li").evaluate_all(_SEEN) == 2, width
            assert set(await cut(page, "#elsewhere")) <= {LONG}, width
