"""What somebody finds who has mistyped an address: what is near it, and the search."""

import re
from pathlib import Path

import pytest

from tests.server.live.following import whole_match
from tests.server.web.match_page.test_spectator import public
from tests.support.finished_hall import FINISHED, hall_with

HALF = whole_match()[:200]


def offered(page: str) -> list[str]:
    return re.findall(r'href="([^"]+)"', page.partition('id="meant"')[2].partition("</section>")[0])


@pytest.mark.parametrize(
    ("path", "found", "asked"),
    [
        ("/t/clubb", ["/t/club"], "clubb"),
        ("/t/CLUB", ["/t/club"], "CLUB"),
        ("/t/club/matches/9", ["/t/club", "/t/club/matches/1"], "club"),
        ("/t/club/teams/Compas", ["/t/club/teams/Compass"], "club Compas"),
        ("/t/nothing-like-it", [], "nothing-like-it"),
        ("/compass", [], "compass"),
    ],
)
async def test_a_page_that_is_not_found_offers_what_was_meant(
    tmp_path: Path, path: str, found: list[str], asked: str
) -> None:
    async with hall_with(tmp_path, FINISHED) as served, served.client() as client:
        answer = await client.get(path, headers={"accept": "text/html"})
    main = answer.text.partition("<main")[2]
    assert answer.status_code == 404
    assert offered(main) == found
    assert f'name="q" value="{asked}"' in main


async def test_a_link_that_no_longer_works_is_not_sent_to_the_search(tmp_path: Path) -> None:
    async with hall_with(tmp_path) as served, served.client() as client:
        answer = await client.get("/l/some-secret-link/more", headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert "secret" not in answer.text.partition("<search>")[2].partition("</search>")[0]


async def test_a_position_that_is_secret_and_one_that_cannot_be_are_answered_alike() -> None:
    async with public(HALF) as client:
        pages = [
            (await client.get(f"/t/club/matches/1/g1/{step}", headers={"accept": "text/html"})).text
            for step in ("m60", "m999")
        ]
    assert "Page not found" in pages[0]
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/players/000000000000", 404, "Page not found"),
        ("/players/zz%20zz", 404, "Page not found"),
        ("/players?order=xyz", 422, "<code>order=xyz</code>: choose or write one of"),
        (f"/search?q={'q' * 101}", 422, "</code>: at most 100 characters"),
        ("/screen?seconds=0", 422, "<code>seconds=0</code>: 5 or more"),
        ("/screen?show=nope", 422, "<code>show=nope</code>: choose or write one of"),
    ],
)
async def test_people_get_a_page_and_programs_a_code_for_an_address_that_leads_nowhere(
    tmp_path: Path, path: str, status: int, said: str
) -> None:
    async with hall_with(tmp_path) as served, served.client() as client:
        page = await client.get(path, headers={"accept": "text/html"})
        data = await client.get(path, headers={"accept": "application/json"})
    assert (page.status_code, data.status_code) == (status, status)
    assert page.headers["content-type"].startswith("text/html")
    assert said in page.text
    assert "code" in data.json()
