"""The index of routes: an application with it answers as one that tries all its routes."""

from pathlib import Path
from string import Formatter

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from hypothesis import example, given
from hypothesis import strategies as st
from starlette.responses import PlainTextResponse
from starlette.routing import Host, Mount, Route, Router, WebSocketRoute

from server.web.edge.route_index import RouteIndex, index_routes
from tests.support.served import opened

SEGMENTS = st.sampled_from(["", "a", "b", "a{x}", "{x}", "{x:int}", "{x:path}", "{x}.json"])
WRITTEN = st.sampled_from(["", "a", "b", "ab", "7", "7.json", "a\n", "\n"])
PATHS = st.lists(SEGMENTS, max_size=4).map(lambda segments: "/" + "/".join(segments))
ASKED = st.lists(WRITTEN, max_size=5).map(lambda segments: "/" + "/".join(segments))


def once(path: str) -> str:
    """The path with each of its parts under a name of its own."""
    return "".join(
        literal + ("" if name is None else f"{{p{place}{f':{kind}' if kind else ''}}}")
        for place, (literal, name, kind, _) in enumerate(Formatter().parse(path))
    )


async def answer(_: object) -> PlainTextResponse:
    return PlainTextResponse("here")


def also_found_elsewhere(path: str) -> tuple[str, ...]:
    """The path, and where Starlette looks for it besides: with a slash at its end or none."""
    return (path, path.rstrip("/") if path.endswith("/") else f"{path}/")


@given(st.lists(PATHS, max_size=8), ASKED)
@example(["/{x}"], "/\n")
def test_whatever_routes_match_a_path_are_found_in_their_order(
    paths: list[str], asked: str
) -> None:
    routes = [Route(once(path), answer) for path in paths]
    few = RouteIndex(APIRouter(routes=[*routes])).routes_for(asked)
    for path in also_found_elsewhere(asked):
        matching = [id(route) for route in routes if route.path_regex.match(path)]
        assert [
            id(each) for each in few if isinstance(each, Route) and each.path_regex.match(path)
        ] == matching


async def test_every_route_of_the_application_is_found_among_few(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        router = served.app.router
    index = RouteIndex(router)
    routes = [each for each in router.routes if isinstance(each, (Route, WebSocketRoute))]
    for asked in {each.path.replace("{", "").replace("}", "") for each in routes}:
        few = index.routes_for(asked)
        matching = [id(each) for each in routes if each.path_regex.match(asked)]
        assert matching
        assert set(matching) <= {id(each) for each in few}
        assert len(few) <= 12, asked


def an_application() -> FastAPI:
    """Routes that overlap, of all kinds that Starlette has."""
    app = FastAPI(openapi_url=None)
    below = Router([Route("/deep", answer)])

    def named(name: str) -> Route:
        async def told(_: object) -> PlainTextResponse:
            return PlainTextResponse(name)

        return Route(name, told)

    app.router.routes += [
        named("/"),
        named("/a/{x}"),
        named("/a/b"),
        named("/b/b"),
        named("/b/{x}"),
        named("/ends/"),
        named("/files/{x:path}"),
        named("/files/one"),
        Mount("/mounted", below),
        Host("other.test", below),
    ]

    @app.post("/a/b")
    async def written() -> str:
        return "written"

    @app.put("/a/{x}/{y}")
    async def put(x: str, y: int) -> str:
        return f"{x} {y}"

    return app


ADDRESSES = (
    *(
        "/",
        "//",
        "/a",
        "/a/",
        "/a/b",
        "/a/b/",
        "/a/c",
        "/a/c/1",
        "/a/c/x",
        "/a/c/1/",
        "/b/b",
        "/b/c",
    ),
    *("/ends", "/ends/", "/ends//", "/files", "/files/", "/files/one", "/files/a/b", "/nowhere"),
    *("/mounted", "/mounted/", "/mounted/deep", "/mounted/deeper", "/deep", "/a/b%0A", "/a/b%0A/"),
)


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "OPTIONS"])
@pytest.mark.parametrize("host", ["yalta.test", "other.test"])
async def test_every_address_is_answered_as_without_the_index(method: str, host: str) -> None:
    indexed = an_application()
    index_routes(indexed.router)
    answers = []
    for app in (an_application(), indexed):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as client:
            asked = [await client.request(method, address) for address in ADDRESSES]
        answers.append(
            [(each.status_code, each.headers.multi_items(), each.text) for each in asked]
        )
    assert answers[0] == answers[1]
    assert len({status for status, _, _ in answers[0]}) > 1
