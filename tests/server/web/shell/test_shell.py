"""What all pages share: language, colours, the way back, what may be loaded."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html.parser import HTMLParser

import httpx
import pytest
from fastapi import FastAPI, Request
from starlette.responses import HTMLResponse

from rules.errors import MatchRefused
from rules.room import Room
from server.access import PUBLIC, Role, Visitor
from server.web.edge.refusals import add_refusals
from server.web.shell.refusal_pages import add_unknown_pages
from server.web.shell.shell import Shell, places_of, router
from tests.support.ids import match_id
from tests.support.part_services import part_services
from tests.support.persons import person_id


@asynccontextmanager
async def pages(language: str = "en") -> AsyncIterator[httpx.AsyncClient]:
    """A server with next to no pages, whose language is that unless a visitor says another."""
    app, shell = FastAPI(), Shell(language)
    app.state.services = part_services(language=language)
    app.include_router(router)

    @app.get("/")
    async def page(request: Request) -> HTMLResponse:
        return shell.page(request, "shell/unknown.html", match="<b>none</b>", near=None, faults=())

    @app.get("/form")
    async def form(request: Request) -> HTMLResponse:
        return shell.page(request, "accounts/sign_in.html", next="/", name="", error="")

    add_refusals(app)
    add_unknown_pages(app, shell)

    @app.get("/t/{tournament}/matches/{number}")
    async def match(number: int) -> None:
        raise MatchRefused("match", number, "none yet")

    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://yalta.test") as client:
        yield client


def language_of(answer: httpx.Response) -> str:
    lang = re.search(r'<html lang="(\w+)"', answer.text)
    assert lang is not None
    assert answer.headers["content-language"] == lang[1]
    return lang[1]


async def test_a_page_is_in_the_browsers_language_until_another_is_chosen() -> None:
    async with pages() as client:
        ask = {"accept-language": "uk"}
        assert language_of(await client.get("/", headers=ask)) == "uk"
        answer = await client.post(
            "/language", data={"language": "ru", "back": "/t/club/matches/1?x=2"}
        )
        assert answer.status_code == 303
        assert answer.headers["location"] == "/t/club/matches/1?x=2"
        assert language_of(await client.get("/", headers=ask)) == "ru"


async def test_who_asks_for_no_language_of_ours_gets_the_house_s() -> None:
    async with pages("ru") as client:
        assert language_of(await client.get("/", headers={"accept-language": "fr"})) == "ru"


async def test_colours_follow_the_device_until_they_are_chosen() -> None:
    async with pages() as client:
        assert "data-theme" not in (await client.get("/")).text
        await client.post("/theme", data={"theme": "dark"})
        page = (await client.get("/")).text
        assert 'data-theme="dark">' in page
        assert '<meta name="color-scheme" content="dark">' in page
        await client.post("/theme", data={"theme": "auto"})
        assert "data-theme" not in (await client.get("/")).text


@pytest.mark.parametrize(
    "back", ["https://elsewhere.test/", "//elsewhere.test", "/\\elsewhere.test"]
)
async def test_the_way_back_never_leaves_this_server(back: str) -> None:
    async with pages() as client:
        for form in ({"language": "uk"}, {"theme": "dark"}):
            answer = await client.post(f"/{next(iter(form))}", data={**form, "back": back})
            assert answer.headers["location"] == "/"


@pytest.mark.parametrize("form", [{"language": "<x>"}, {"theme": "pink"}])
async def test_a_choice_there_is_not_is_no_choice(form: dict[str, str]) -> None:
    async with pages() as client:
        assert (await client.post(f"/{next(iter(form))}", data=form)).status_code == 303
        page = await client.get("/")
        assert language_of(page) == "en"
        assert "data-theme" not in page.text


async def test_a_page_is_packed_only_where_all_it_holds_is_public() -> None:
    async with pages() as client:
        packs = {"accept-encoding": "gzip"}

        async def encoding(path: str, cookie: str = "", **headers: str) -> str | None:
            asked = {**packs, **({"cookie": cookie} if cookie else {}), **headers}
            answer = await client.get(path, headers=asked)
            assert answer.status_code == 200
            assert "yalta" in answer.text.lower()
            assert answer.headers["vary"] == "Cookie, Accept-Language, Accept-Encoding"
            found: str | None = answer.headers.get("content-encoding")
            return found

        assert await encoding("/") == "gzip"
        assert await encoding("/", "yalta_language=uk; yalta_theme=dark") == "gzip"
        assert await encoding("/", "yalta_session=none") is None
        assert await encoding("/", "yalta_theme=dark; yalta_device=abc") is None
        assert await encoding("/form") is None
        assert await encoding("/", **{"accept-encoding": "identity"}) is None


async def test_no_page_is_kept_by_anybody_and_none_runs_what_stands_in_it() -> None:
    async with pages() as client:
        answer = await client.get("/")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["vary"] == "Cookie, Accept-Language, Accept-Encoding"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "&lt;b&gt;none" in answer.text


async def test_a_person_who_asks_for_what_is_not_there_is_shown_where_to_go() -> None:
    person = {"accept": "text/html", "accept-language": "en"}
    async with pages() as client:
        for path, text in (
            ("/nowhere", "Page not found"),
            ("/t/club/matches/9", "no match 9"),
        ):
            answer = await client.get(path, headers=person)
            assert answer.status_code == 404
            assert text in answer.text
            assert 'href="/"' in answer.text
            assert (await client.get(path)).json()["detail"]


async def test_a_choice_in_the_address_goes_before_one_that_was_made() -> None:
    async with pages() as client:
        await client.post("/language", data={"language": "ru"})
        page = await client.get("/?language=uk&theme=dark")
        assert language_of(page) == "uk"
        assert 'data-theme="dark"' in page.text
        assert language_of(await client.get("/?language=xx")) == "ru"


class Tags(HTMLParser):
    """The attributes of every tag."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


async def test_the_first_stop_of_the_keyboard_leads_past_the_header() -> None:
    async with pages() as client:
        tags = Tags((await client.get("/")).text).found
    stops = [attrs for tag, attrs in tags if tag in ("a", "button")]
    assert stops[0]["href"] == "#content"
    assert [attrs.get("tabindex") for _, attrs in tags if attrs.get("id") == "content"] == ["-1"]


def paths(visitor: Visitor) -> list[str]:
    return [place.path for place in places_of(visitor, "/")]


def test_the_header_offers_what_its_visitor_may_do() -> None:
    assert paths(PUBLIC) == ["/", "/tournaments", "/players", "/duplicate"]
    assert paths(Visitor(Role.DIRECTOR, person_id("Ann"))) == [
        "/",
        "/hall",
        "/hall/tournament",
        "/hall/teams",
        "/hall/people",
        "/boards",
        "/accounts",
    ]
    assert paths(Visitor(Role.OPERATOR, person_id("Bob"))) == [
        "/",
        "/hall",
        "/hall/tournament",
        "/hall/teams",
        "/hall/people",
        "/boards",
    ]
    assert paths(Visitor(Role.CLERK, person_id("Cy"), room=Room.OPEN)) == ["/", "/room"]
    assert paths(Visitor(Role.CLERK, person_id("Di"), room=Room.CLOSED)) == ["/room"]
    captain = Visitor(Role.CAPTAIN, person_id("Ed"), match=match_id(1), team="Compass")
    assert paths(captain) == ["/", "/captain", "/tournaments", "/players", "/duplicate"]


def test_the_place_one_is_at_is_marked() -> None:
    assert [
        place.current for place in places_of(Visitor(Role.OPERATOR, person_id("Bob")), "/hall")
    ] == [False, True, False, False, False, False]
