"""A hundred and fifty matches: every list of them comes in pages, and each page is kept up."""

import contextlib
import itertools
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from playwright.async_api import expect

from rules import events as ev
from rules.room import Room
from server.access import Role, Visitor
from server.web.shell.lists import AT_MOST, paged
from tests.server.live.following import hub_of, whole_match
from tests.server.web.front.test_table_pages_in_browser import hall, pages
from tests.server.web.match_page.test_spectator import public
from tests.support.browser import browser_page, in_browser
from tests.support.commands import register_team, schedule
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.rooms import scheduled
from tests.support.served import DIRECTOR, Served, opened
from tests.support.stored import stored

WHOLE = whole_match()
BEGUN, HALF = WHOLE[:60], WHOLE[: len(WHOLE) // 2]
PLANNED: list[ev.Event] = [scheduled()]
MANY = 150
LARGEST = 64 * 1024


def numbered(*matches: Sequence[ev.Event]) -> Iterator[Sequence[ev.Event]]:
    """The matches with their numbers from 1."""
    for number, events in enumerate(matches, 1):
        yield [replace(scheduled(), match_id=match_id(number)), *events[1:]]


def numbers(page: str) -> list[int]:
    """The matches a page of tables lists, in its order."""
    return [int(number) for number in re.findall(r'data-match="club/(\d+)"', page)]


def tables_of(page: str) -> list[int]:
    """The matches of which that page shows a board, in its order."""
    return numbers(page.partition('class="front"')[0])


def link(page: str, to: str) -> str:
    found = re.search(rf'href="([^"]+)" rel="{to}"', page)
    return found[1].replace("&amp;", "&") if found else ""


def test_a_page_has_its_share_and_the_last_one_the_rest() -> None:
    assert paged(range(50), 3, 20).items == tuple(range(40, 50))
    assert paged(range(50), 9, 20).number == 3
    assert (paged([], 1).pages, paged([], 1).items) == (1, ())


async def test_the_list_of_tables_leads_from_page_to_page_and_leaves_none_out() -> None:
    matches = [BEGUN if number % 5 == 0 else PLANNED for number in range(1, MANY + 1)]
    playing = [number for number in range(1, MANY + 1) if number % 5 == 0]
    async with public(*numbered(*matches)) as client:
        address, seen, sizes = "/?language=en", [], []
        while address:
            page = (await client.get(address)).text
            seen.append(tables_of(page))
            sizes.append(len(page.encode()))
            address = link(page, "next")
            assert "language=en" in address or not address
    assert sorted(itertools.chain(*seen)) == playing
    assert {len(page) for page in seen[:-1]} == {AT_MOST}
    assert max(sizes) < LARGEST


async def test_what_is_played_comes_first_then_the_planned_then_the_newest_that_is_over() -> None:
    async with public(*numbered(WHOLE, PLANNED, WHOLE, HALF, PLANNED)) as client:
        assert numbers((await client.get("/")).text) == [4, 2, 5, 3, 1]


@contextlib.asynccontextmanager
async def planned_accounts(folder: Path, matches: int) -> AsyncIterator[Served]:
    async with opened(folder) as served:
        for team in ("Compass", "Rudder"):
            await register_team(served.hall, team, (f"{team} One", f"{team} Two"))
        for _ in range(matches):
            await schedule(served.hall, home="Compass", away="Rudder", games=4)
        yield served


async def test_hall_room_and_api_give_pages_too(tmp_path: Path) -> None:
    clerk = Visitor(Role.CLERK, person_id("Clerk"), Room.OPEN)
    async with planned_accounts(tmp_path, 60) as served:
        async with served.client(DIRECTOR) as client:
            tiles = [await tiles_of(client, f"/hall?page={page}") for page in (1, 2, 3)]
            first = await client.get("/api/t/club/matches?size=25")
            rest = [await client.get(f"/api/t/club/matches?size=25&page={page}") for page in (2, 3)]
            assert (await client.get("/api/t/club/matches?size=0")).status_code == 422
        async with served.client(clerk) as client:
            room = (await client.get("/room?match=club/60")).text
    assert [len(each) for each in tiles] == [AT_MOST, AT_MOST, 60 - 2 * AT_MOST]
    assert sorted(itertools.chain(*tiles)) == list(range(1, 61))
    assert first.links["next"]["url"] == "/api/t/club/matches?size=25&page=2"
    listed = [match["number"] for answer in (first, *rest) for match in answer.json()]
    assert listed == list(range(1, 61))
    assert 'id="match-club-60"' in room
    assert 'id="match-club-1"' not in room


async def tiles_of(client: httpx.AsyncClient, address: str) -> list[int]:
    page = (await client.get(address)).text
    return [int(number) for number in re.findall(r'class="tile[^>]*id="match-club-(\d+)"', page)]


async def test_a_feed_of_all_matches_begins_with_those_it_is_asked_for() -> None:
    hub = hub_of(*WHOLE)
    hub.receive(stored(2, [replace(scheduled(), match_id=match_id(2))]))
    assert b'"match":"club/2"' in await hub.follow_all(None, [match_id(2)]).next_frame()
    rest = hub.follow_all(None, [match_id(9)])
    live = ev.EmbargoSet(embargo=ev.Embargo.LIVE, by="director", reason="all watch")
    hub.receive(stored(2, [live]))
    assert b'"match":"club/2"' in await rest.next_frame()


@pytest.mark.long
@in_browser
async def test_a_page_of_the_list_is_kept_up_when_a_match_begins() -> None:
    hub = hall(*[*[BEGUN] * 30, PLANNED])
    async with pages(hub) as address, browser_page() as page:
        await page.goto(address)
        await expect(page.locator("#link")).to_have_text("live")
        await page.keyboard.press("Period")
        await page.wait_for_url("**/?page=2")
        begun = page.locator('.tables [data-match="club/31"]')
        await expect(page.locator('.tables [data-match="club/30"]')).to_be_visible()
        await expect(begun).to_have_count(0)
        hub.receive(stored(31, BEGUN[1:]))
        await expect(begun.locator("bg-board")).to_be_visible()
        await page.keyboard.press("Comma")
        await page.wait_for_url("**/?page=1")
        await expect(page.locator('.tables [data-match="club/1"]')).to_be_visible()
        await expect(page.locator('[data-match="club/31"]')).to_have_count(0)
