"""The overlay over a stream's picture, as it is first sent, and what leads to it."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from rules import events as ev
from tests.server.live.following import hub_of, whole_match
from tests.server.web.front.test_table_pages import NAMES, check_shown_apart, match_of
from tests.server.web.test_pages_without_records import PLAYED, answered
from tests.support.public_pages import public_app
from tests.support.served import opened, served, started_match
from yalta_extras.broadcast.hooks import HOOKS

HALF = whole_match()[: len(whole_match()) // 2]


@asynccontextmanager
async def public(events: Sequence[ev.Event]) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the public's pages, the extra's too, over a match."""
    app = public_app(hub_of(*events), hooks=[HOOKS.pages])
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://yalta.test") as client:
        yield client


async def page_of(path: str, events: Sequence[ev.Event]) -> str:
    async with public(events) as client:
        answer = await client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text


@pytest.mark.parametrize(
    ("show", "board", "score"), [("score", 0, 1), ("board", 1, 0), ("both", 1, 1)]
)
async def test_an_overlay_shows_what_its_address_says(show: str, board: int, score: int) -> None:
    page = await page_of(f"/t/club/matches/1/overlay?show={show}", HALF)
    assert (page.count("<bg-board"), page.count('class="score-line"')) == (board, score)
    assert page.count("data-cube=") == 2 * score
    assert '<header class="served"' not in page


@pytest.mark.parametrize(
    ("part", "shown"),
    [
        ("names", 'data-card="home-player"'),
        ("score", 'data-card="home-sum"'),
        ("turn", 'data-card="roll"'),
        ("cube", 'data-cube="white"'),
    ],
)
async def test_each_part_of_an_overlay_can_be_left_out(part: str, shown: str) -> None:
    parts = [each for each in ("names", "score", "turn", "cube") if each != part]
    others = "&".join(f"parts={each}" for each in parts)
    assert shown in await page_of("/t/club/matches/1/overlay", HALF)
    assert shown not in await page_of(f"/t/club/matches/1/overlay?{others}", HALF)


async def test_the_address_of_an_overlay_has_what_was_chosen_and_opens() -> None:
    chosen = "show=both&parts=names&parts=cube&place=bottom&size=large&ground=green"
    async with public(HALF) as client:
        page = await client.get(
            f"/t/club/matches/1/overlay/address?{chosen}&overlay_theme=light&overlay_language=ru"
        )
        found = re.search(r'<code id="address">[^<]*(/t/club[^<]+)</code>', page.text)
        assert found
        built = found[1].replace("&amp;", "&")
        assert built == f"/t/club/matches/1/overlay?{chosen}&theme=light&language=ru"
        assert (await client.get(built)).status_code == 200
        assert (await client.get("/t/club/matches/9/overlay/address")).status_code == 404


@pytest.mark.parametrize("query", ["parts=dice", "place=middle", "size=9", "ground=red"])
async def test_a_setting_of_an_overlay_that_there_is_not_is_refused(query: str) -> None:
    async with public(HALF) as client:
        assert (await client.get(f"/t/club/matches/1/overlay?{query}")).status_code == 422


async def test_an_overlay_of_no_match_is_refused() -> None:
    async with public(HALF) as client:
        assert (await client.get("/t/club/matches/9/overlay")).status_code == 404


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("path", ["/t/club/matches/1/overlay?show=both", "/screen/address"])
async def test_a_name_is_shown_apart_from_its_surroundings_and_never_obeyed(
    name: str, path: str
) -> None:
    check_shown_apart(name, await page_of(path, match_of(name)))


@pytest.mark.long(4)  # the core's public pages are made so in every run
def test_an_overlay_is_made_without_records(tmp_path: Path) -> None:
    address = f"/t/club/matches/{PLAYED}/overlay"
    status, text = answered(tmp_path, [address], "yalta_extras.broadcast.public")[address]
    assert (status, "Compass" in text) == (200, True)


async def test_no_other_site_may_frame_an_overlay() -> None:
    async with public(HALF) as client:
        policy = (await client.get("/t/club/matches/1/overlay")).headers["content-security-policy"]
    assert "frame-ancestors 'self'" in policy


async def test_the_page_of_screens_leads_to_overlays_while_the_extra_is_on(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        number = await started_match(client)
        address = f"/t/club/matches/{number}/overlay"
        assert f'href="{address}/address"' in (await client.get("/screen/address")).text
        assert (await client.get(address)).status_code == 200
    async with opened(tmp_path, extras=()) as off, off.client() as client:
        assert "overlay" not in (await client.get("/screen/address")).text
        assert (await client.get(address)).status_code == 404
