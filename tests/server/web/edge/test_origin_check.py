"""What is asked of every request: a host the server knows, and an origin of its own pages."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from starlette.types import Message
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from rules.room import Room
from server.access import PUBLIC, Role, Visitor
from server.web.edge.authorization import COOKIE
from server.web.edge.origin_check import LONGEST, BodyRefused, with_whole_body
from tests.server.live.following import on_loopback
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, opened, opened_match, served

CLERK = Visitor(Role.CLERK, person_id("Clerk"), Room.CLOSED)
TEAM = {"name": "Compass", "players": ["Brook", "Fields"]}


@pytest.mark.parametrize(
    "host",
    ["yalta.test", "YALTA.test:8000", "localhost:8000", "127.0.0.1", "192.0.2.7:80", "[::1]:8000"],
)
async def test_the_server_is_known_by_its_names_and_by_any_address(
    tmp_path: Path, host: str
) -> None:
    async with served(tmp_path) as client:
        assert (await client.get("/healthz", headers={"host": host})).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "yalta.test.evil.example", "", "yalta.test:x", "[::1"]
)
async def test_a_name_it_does_not_know_reaches_nothing(tmp_path: Path, host: str) -> None:
    async with served(tmp_path) as client:
        answer = await client.get("/healthz", headers={"host": host})
        assert answer.status_code == 421
        assert "start it with --name" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("yalta.test", "http://yalta.test"),
        ("yalta.test", "https://yalta.test"),
        ("yalta.test:8000", "http://yalta.test:8000"),
        ("YALTA.TEST", "http://yalta.test:80"),
        ("[::1]:8000", "http://[::1]:8000"),
    ],
)
async def test_its_own_pages_may_write(tmp_path: Path, host: str, origin: str) -> None:
    async with served(tmp_path) as client:
        headers = {"host": host, "origin": origin}
        assert (
            await client.post("/api/t/club/teams", json=TEAM, headers=headers)
        ).status_code == 201


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://yalta.test.evil.example",
        "http://yalta.test:8001",
        "http://evil.example/yalta.test",
        "null",
        "",
        "file://",
        "yalta.test",
    ],
)
async def test_pages_of_others_may_not(tmp_path: Path, origin: str) -> None:
    async with served(tmp_path) as client:
        answer = await client.post("/api/t/club/teams", json=TEAM, headers={"origin": origin})
        assert answer.status_code == 403
        assert "only its own pages may write here" in answer.json()["detail"]
        assert (await client.get("/api/t/club/teams")).json() == []


async def test_a_session_without_an_origin_may_look_but_not_write(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        del client.headers["origin"]
        assert (await client.get("/api/t/club/teams")).status_code == 200
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert (await client.request(method, "/api/session")).status_code == 403


async def test_a_program_signs_in_without_an_origin_when_it_has_no_session(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        await served.session(DIRECTOR)
        async with served.client() as client:
            given = {"name": "director", "passphrase": "four quiet words here"}
            answer = await client.post("/api/session", json=given)
            assert answer.json()["role"] == "director"


async def refusal_of(address: str, **headers: str) -> int:
    """The status a socket is refused with; 101 when it is not."""
    try:
        async with connect(address, additional_headers=headers, compression=None):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


async def test_sockets_are_opened_by_its_own_pages_and_by_boards(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, _):
        cookie = f"{COOKIE}={await served.session(DIRECTOR)}"
        async with on_loopback(served.app) as port:
            here = f"http://127.0.0.1:{port}"
            for path in ("t/club/matches/1/live", "boards"):
                address = f"ws://127.0.0.1:{port}/{path}"
                assert await refusal_of(address) == 101
                assert await refusal_of(address, Origin=here) == 101
                assert await refusal_of(address, Origin=here, Cookie=cookie) == 101
                assert await refusal_of(address, Origin="http://evil.example") == 403
                assert await refusal_of(address, Origin=here + "1") == 403
                assert await refusal_of(address, Cookie=cookie) == 403


async def test_a_socket_asks_who_comes_like_any_route(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, _):
        clerk = await served.session(CLERK)
        async with on_loopback(served.app) as port:
            here, cookie = f"http://127.0.0.1:{port}", f"{COOKIE}={clerk}"
            address = f"ws://127.0.0.1:{port}/t/club/matches/1/live"
            assert await refusal_of(address, Origin=here, Cookie=cookie) == 403


async def test_only_static_files_may_be_kept_by_caches(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (_, client):
        paths = [
            "/",
            "/t/club/matches/1",
            "/accounts",
            "/api/t/club/teams",
            "/t/club/matches/1/forms/protocol.pdf",
            "/none",
        ]
        for path in paths:
            assert (await client.get(path)).headers["cache-control"] == "no-store", path


async def test_pages_files_and_answers_are_taken_for_what_they_say_they_are(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (_, client):
        for path in (
            "/",
            "/api/t/club/teams",
            "/t/club/matches/1/forms/protocol.html",
            "/t/club/matches/1/forms/protocol.pdf",
        ):
            headers = (await client.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff", path
            assert headers["referrer-policy"] == "same-origin", path
            assert "frame-ancestors 'self'" in headers["content-security-policy"], path


async def test_nothing_runs_in_a_match_protocol(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (_, client):
        answer = await client.get("/t/club/matches/1/forms/protocol.html")
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src")


async def test_a_body_is_refused_before_anybody_reads_it_when_it_is_too_long(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client() as client:
        for path in ("/api/t/club/teams", "/sign-in", "/language", "/none"):
            answer = await client.post(path, content=b"x" * (LONGEST + 1))
            assert (answer.status_code, answer.headers["connection"]) == (413, "close"), path
            assert f"allowed: up to {LONGEST}" in answer.json()["detail"]


@pytest.mark.parametrize("signed_in", [PUBLIC, DIRECTOR])
async def test_who_sends_too_much_from_a_page_reads_so_on_a_page_when_all_is_sent(
    signed_in: Visitor, tmp_path: Path
) -> None:
    async with opened(tmp_path) as served, on_loopback(served.app) as port:
        token = await served.session(signed_in) if signed_in is not PUBLIC else ""
        length = 8 * 1024 * 1024
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = (
            f"POST /hall/t/club/teams/import HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nAccept: text/html\r\nCookie: {COOKIE}={token}\r\n"
            f"Content-Length: {length}\r\n\r\n"
        )
        writer.write(head.encode())
        for _ in range(128):
            writer.write(b"x" * (length // 128))
            await writer.drain()
        answer = (await reader.read()).decode()
        writer.close()
    assert answer.startswith("HTTP/1.1 413 ")
    assert "connection: close" in answer
    assert "At most 64 kB can be sent at once" in answer


async def test_a_body_has_to_say_its_length(tmp_path: Path) -> None:
    async def parts() -> AsyncIterator[bytes]:
        yield b"language=en"

    async with opened(tmp_path) as served, served.client() as client:
        assert (await client.post("/language", content=parts())).status_code == 411


async def test_a_body_that_does_not_end_is_not_waited_for() -> None:
    messages = iter([{"type": "http.request", "body": b"ab", "more_body": True}])

    async def receive() -> Message:
        try:
            return next(messages)
        except StopIteration:
            await asyncio.Event().wait()
            raise

    with pytest.raises(BodyRefused) as refused:
        await with_whole_body({"content-length": "3"}, receive, within=0.01)
    assert refused.value.answer.status_code == 408


async def test_a_body_comes_in_one_piece_and_then_what_follows() -> None:
    messages: Iterator[Message] = iter(
        [
            {"type": "http.request", "body": b"ab", "more_body": True},
            {"type": "http.request", "body": b"c"},
            {"type": "http.disconnect"},
        ]
    )

    async def receive() -> Message:
        return next(messages)

    whole = await with_whole_body({"content-length": "3"}, receive)
    assert await whole() == {"type": "http.request", "body": b"abc", "more_body": False}
    assert await whole() == {"type": "http.disconnect"}
