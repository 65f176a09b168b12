"""Matches on other sites: the page for a frame, and what oEmbed tells of an address."""

import asyncio
import html
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from fastapi import FastAPI
from websockets.asyncio.client import connect

from protocol_forms.sheets.share_card import HEIGHT, WIDTH
from rules import events as ev
from rules.room import Room
from server.access import Role, Visitor
from server.live.hub import LiveHub
from server.settings import ServerAddresses
from server.web.edge.authorization import COOKIE
from server.words.languages import LANGUAGES
from tests.server.live.following import hub_of, on_loopback, whole_match
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, NAME, opened, started_match
from yalta_extras.sharing.tests.shared_pages import shared_app
from yalta_extras.sharing.tests.test_share_cards import HERE, LINE_UPS_IN, client_of, until

SITE = "https://club.example.org"
MATCH = "/t/club/matches/1"
OPEN_ROOM, CLOSED_ROOM = (
    Visitor(Role.CLERK, person_id(f"Clerk of the {room.value} room"), room) for room in Room
)


def app_of(hub: LiveHub, *sites: str) -> FastAPI:
    return shared_app(hub, ServerAddresses(HERE, embed_sites=sites))


def begun() -> LiveHub:
    return hub_of(*until(whole_match(), ev.RollReleased, 12))


def ancestors(answer: httpx.Response) -> str:
    """Who may frame an answer."""
    found = re.search(r"frame-ancestors ([^;]+)", answer.headers["content-security-policy"])
    assert found
    return found[1]


async def oembed(client: httpx.AsyncClient, url: str, **query: Any) -> dict[str, Any]:
    answer = await client.get("/oembed", params={"url": url, **query})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_only_the_sites_that_are_set_may_frame_a_match_and_no_site_anything_else() -> None:
    pages = [f"/embed{MATCH}", f"/embed{MATCH}/g1", f"/embed{MATCH}/g1/m1", f"/embed{MATCH}/g9"]
    others = [MATCH, f"{MATCH}/g1/m1", "/", "/screen", f"{MATCH}/live.json"]
    for sites, allowed in (((), "'self'"), ((SITE,), SITE), (("*",), "*")):
        async with client_of(app_of(begun(), *sites)) as client:
            assert {ancestors(await client.get(page)) for page in pages} == {allowed}
            framed = [(await client.get(page)).headers for page in others]
            policies = {each.get("content-security-policy", "'self'") for each in framed}
            assert all(SITE not in each and "*" not in each for each in policies)


async def test_a_framed_match_shows_names_score_and_board_and_leads_to_nothing_but_its_page() -> (
    None
):
    async with client_of(app_of(begun(), SITE)) as client:
        for language in LANGUAGES:
            page = (await client.get(f"/embed{MATCH}?language={language}")).text
            assert f'<html lang="{language}"' in page
            assert all(each in page for each in ("Compass", "Rudder", "<bg-board", "data-feed"))
            assert re.findall(r'<a\s[^>]*href="([^"]+)"', page) == [f"{HERE}{MATCH}"]
            assert "<form" not in page
        still = (await client.get(f"/embed{MATCH}/g1/m1")).text
        assert "data-feed" not in still


async def test_a_position_under_embargo_is_framed_as_one_there_will_never_be() -> None:
    async with client_of(app_of(begun(), SITE)) as client:
        story = (await client.get(f"{MATCH}/games/1/story.json")).json()
        latest = len(story["steps"])
        assert (await client.get(f"/embed{MATCH}/g1/m{latest}")).status_code == 200
        later = [f"g1/m{latest + 1}", "g1/m9999", "g1/c1", "g2", "g77/m1", "gx"]
        pages = [await client.get(f"/embed{MATCH}/{each}") for each in later]
        assert {(each.status_code, each.content) for each in pages} == {(404, pages[0].content)}
        urls = [{"url": f"{HERE}{MATCH}/{each}"} for each in later]
        answers = [await client.get("/oembed", params=each) for each in urls]
        assert {(each.status_code, each.content) for each in answers} == {
            (404, b'{"detail":"there is nothing to show at that address"}')
        }


PICTURES = (f"/cards{MATCH}.png", "/cards/front.png", "/cards/t/club.png")


async def test_whoever_has_signed_in_gets_the_public_s_page_and_feed_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        async with served.client(DIRECTOR) as director, served.client() as public:
            await started_match(director)
            while (await public.get(f"{MATCH}/live.json")).json()["last"] < LINE_UPS_IN:  # noqa: ASYNC110
                await asyncio.sleep(0)  # views follow what is stored
            async with served.client(OPEN_ROOM) as clerk:
                for path in (f"/embed{MATCH}", f"/embed{MATCH}/g1", f"/embed{MATCH}/g2/m4"):
                    shown, own = [await each.get(path) for each in (public, clerk)]
                    assert shown.status_code == own.status_code
                    assert shown.content == own.content
                    assert shown.headers == own.headers
                session = clerk.cookies[COOKIE]
            async with served.client(CLOSED_ROOM) as clerk:
                for path in (MATCH, f"/embed{MATCH}", f"/embed{MATCH}/g1", *PICTURES):
                    assert (await clerk.get(path)).status_code == 403
        async with on_loopback(served.app) as port:
            frames = [
                await _first_frame(port, f"/embed{MATCH}/live", cookie)
                for cookie in ("", f"{COOKIE}={session}")
            ]
            assert frames[0] == frames[1]
            assert json.loads(frames[0])["match"] == "club/1"


async def _first_frame(port: int, path: str, cookie: str) -> str:
    headers = {"cookie": cookie} if cookie else {}
    async with connect(
        f"ws://{NAME}{path}",
        host="127.0.0.1",
        port=port,
        origin=f"http://{NAME}",  # type: ignore[arg-type]
        additional_headers=headers,
        compression=None,
    ) as socket:
        return str(await socket.recv())


async def test_oembed_gives_a_frame_that_is_there_in_the_room_that_was_asked_for() -> None:
    async with client_of(app_of(begun(), SITE)) as client:
        for place in ("", "/g1", "/g1/m1"):
            shown = await oembed(client, f"{HERE}{MATCH}{place}?language=uk", format="json")
            assert shown["version"], shown["type"] == ("1.0", "rich")
            assert shown["title"] == "Compass 0 – 0 Rudder"
            assert (shown["thumbnail_width"], shown["thumbnail_height"]) == (WIDTH, HEIGHT)
            source = re.search(r'src="([^"]+)"', shown["html"])
            assert source
            for address in (html.unescape(source[1]), shown["thumbnail_url"]):
                assert address.startswith(f"{HERE}/")
                parts = urlsplit(address)
                answer = await client.get(f"{parts.path}?{parts.query}")
                assert answer.status_code == 200, address
        narrow = await oembed(client, f"{HERE}{MATCH}", maxwidth=320, maxheight=300)
        assert (narrow["width"], narrow["height"]) == (320, 300)
        assert "thumbnail_url" not in narrow
        page = (await client.get(MATCH)).text
        link = re.search(r'type="application/json\+oembed" href="([^"]+)"', page)
        assert link
        parts = urlsplit(html.unescape(link[1]))
        assert (await client.get(f"{parts.path}?{parts.query}")).json()["type"] == "rich"


@pytest.mark.parametrize(
    "url",
    [
        f"https://elsewhere.example{MATCH}",
        f"{HERE}.evil.example{MATCH}",
        f"http://yalta.example.org{MATCH}",
        f"{HERE}/t/club/matches/77",
        f"{HERE}/t/nowhere/matches/1",
        f"{HERE}/hall{MATCH}",
        f"{HERE}{MATCH}/live",
        "javascript:alert(1)",
        "//[",
        "",
    ],
)
async def test_oembed_knows_no_address_but_this_server_s(url: str) -> None:
    async with client_of(app_of(begun(), SITE)) as client:
        answer = await client.get("/oembed", params={"url": url})
        assert answer.status_code == 404
        assert answer.json() == {"detail": "there is nothing to show at that address"}


async def test_oembed_speaks_json_alone_and_gives_a_link_where_nobody_may_frame_a_match() -> None:
    async with client_of(app_of(begun())) as client:
        asked = {"url": f"{HERE}{MATCH}", "format": "xml"}
        assert (await client.get("/oembed", params=asked)).status_code == 501
        shown = await oembed(client, f"{HERE}{MATCH}")
        assert (shown["type"], "html" in shown) == ("link", False)
