"""`yalta ledger verify URL`: matches of a server elsewhere, of which nothing is believed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI, Response
from typer.testing import CliRunner, Result

from tests.server.live.following import on_loopback
from tests.support.golden_records import FINISHED, UNDER_WAY, restored
from tests.support.served import opened
from yalta.cli import application


async def verify(address: str) -> Result:
    arguments = ["ledger", "verify", address]
    return await asyncio.to_thread(CliRunner().invoke, application("ledger"), arguments)


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[tuple[str, list[bytes]]]:
    """A server on the golden records; its address, and a ledger's lines as it gives them."""
    restored("0.2.0", folder)
    async with opened(folder) as served, on_loopback(served.app) as port:
        async with served.client() as client:
            answer = await client.get(f"/t/club/matches/{FINISHED}/ledger.jsonl")
        yield f"http://127.0.0.1:{port}", answer.content.splitlines(keepends=True)


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Those of the finished match's ledger."""

    async def given() -> list[bytes]:
        async with server(tmp_path_factory.mktemp("records")) as (_, lines):
            return lines

    return asyncio.run(given())


@asynccontextmanager
async def lying(content: bytes) -> AsyncIterator[str]:
    """A server that gives these bytes as a match's ledger."""
    app = FastAPI()

    @app.get("/t/club/matches/1/ledger.jsonl")
    async def ledger() -> Response:
        return Response(content)

    async with on_loopback(app) as port:
        yield f"http://127.0.0.1:{port}/t/club/matches/1"


async def test_a_match_and_a_whole_server_are_sound(tmp_path: Path) -> None:
    async with server(tmp_path) as (address, _):
        one = await verify(f"{address}/t/club/matches/{FINISHED}/ledger")
        assert one.exit_code == 0, one.stderr
        assert "907 events whole" in one.stdout
        assert "rolls given to the closed room" in one.stdout
        every = await verify(address)
        assert every.exit_code == 0, every.stderr
        assert every.stdout.splitlines()[-1] == "2 ledgers, none with findings"


async def test_a_match_that_is_not_over_and_other_addresses_are_refused(tmp_path: Path) -> None:
    async with server(tmp_path) as (address, _):
        for asked, why in (
            (f"{address}/t/club/matches/{UNDER_WAY}", "a match that is over in both rooms"),
            (f"{address}/t/club/matches/99", "allowed: 1, 2, 3"),
            (f"{address}/hall", "is the address of no match and no server"),
            ("http://127.0.0.1:1/t/club/matches/1", "cannot be reached"),
            ("http://[::1", "cannot be reached: Invalid port"),
            ("http://xn--/t/club/matches/1", "cannot be reached: Malformed A-label"),
        ):
            refused = await verify(asked)
            assert (refused.exit_code, refused.stdout) == (2, ""), refused.stdout
            assert why in refused.stderr


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda lines: [*lines[:300], *lines[301:]], "broken at event 300"),
        (lambda lines: [*lines[:300], lines[301], lines[300], *lines[302:]], "broken at event 300"),
        (lambda lines: lines[:-5], "gone with all behind it"),
        (
            lambda lines: [
                line.replace(b'dice\\":\\"31', b'dice\\":\\"66') if b"RollThrown" in line else line
                for line in lines
            ],
            "entry or its hash changed",
        ),
    ],
    ids=["one removed", "two swapped", "the last five gone", "dice changed"],
)
async def test_what_a_server_has_changed_is_found(
    change: Any, found: str, lines: list[bytes]
) -> None:
    async with lying(b"".join(change(lines))) as address:
        checked = await verify(address)
        assert checked.exit_code == 1, checked.stderr
        assert found in checked.stdout


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "the file is empty"),
        (b"<!doctype html>\n", "no line of an archive"),
        (b'{"format":"yalta archive"', "cut off"),
    ],
)
async def test_what_is_no_ledger_is_refused(content: bytes, why: str) -> None:
    async with lying(content) as address:
        refused = await verify(address)
        assert refused.exit_code == 2
        assert why in refused.stderr


async def test_the_ledger_of_another_match_is_refused(lines: list[bytes]) -> None:
    other = b"".join(line.replace(b"/match/1", b"/match/7") for line in lines)
    async with lying(other) as address:
        refused = await verify(address)
        assert refused.exit_code == 2
        assert "the ledger of another match" in refused.stderr


@asynccontextmanager
async def saying(content: bytes, status: int = 200) -> AsyncIterator[str]:
    """A server that says this whatever it is asked."""
    app = FastAPI()

    @app.get("/{path:path}")
    async def anything(path: str) -> Response:
        return Response(content, status)

    async with on_loopback(app) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.mark.parametrize(
    "content",
    [
        b"<!doctype html>",
        b"[]",
        b'{"matches": 7}',
        b'{"matches": ["club/1", "../hall"]}',
        b"[" * 100_000,
    ],
    ids=["no JSON", "a list", "a number", "another address", "deep"],
)
async def test_what_is_no_list_of_matches_is_refused(content: bytes) -> None:
    async with saying(content) as address:
        refused = await verify(address)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert f"{address}/ledgers.json: no list of matches" in refused.stderr


@pytest.mark.parametrize("content", [b"", b"<!doctype html>", b"[]", b"[" * 100_000])
async def test_another_server_that_has_nothing_there_is_told_by_its_status(content: bytes) -> None:
    async with saying(content, 404) as address:
        refused = await verify(address)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert "the server answers 404: nothing is there" in refused.stderr


async def test_no_more_is_taken_than_a_ledger_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yalta.inputs.ledger_download.MOST_BYTES", 1000)
    async with saying(b"x" * 1001) as address:
        refused = await verify(address)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert "larger than 1000 bytes" in refused.stderr
