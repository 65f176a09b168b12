"""Who is turned away, and which port cannot be served, is told to those who keep the boards."""

import asyncio
import contextlib
import fcntl
import json
import os
import tty
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from html import unescape
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from board_drivers.errors import LinkLost
from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import BoardLinkEvent, Refused, Welcomed
from board_drivers.transports.transport import pipe
from board_drivers.wire.frames import Decoder, Flag, Frame, encode
from board_drivers.wire.handshake import Hello, Welcome
from board_drivers.wire.table import CODES, pack
from board_drivers.wire.values import Capability, FaultCode
from rules.room import Room
from server.boards.ports import Ports
from server.hall import Hall
from server.web.edge.authorization import COOKIE
from server.words.languages import LANGUAGES
from tests.board_drivers.wire.examples import HELLO, frame_of
from tests.server.live.following import on_loopback
from tests.server.web.plain_forms import OPERATOR
from tests.support.account_commands import given_key
from tests.support.commands import assign_board
from tests.support.plugged import on_line
from tests.support.served import DIRECTOR, everybody, opened, started_match

ADDRESS = "10.0.0.7:50123"
HELD = {
    "en": "another program is using the port",
    "uk": "порт зайнятий іншою програмою",
    "ru": "порт занят другой программой",
}


def fresh() -> MemoryJournal:
    return MemoryJournal(b"journal1")


@contextlib.asynccontextmanager
async def board(
    hall: Hall,
    board_id: str,
    where: str,
    expected: type[Welcomed | Refused],
    *,
    key: bytes | None = None,
    journal: MemoryJournal | None = None,
    cable: bool = False,
) -> AsyncIterator[BoardLinkEvent]:
    """A board at that port or address, once it has heard what is expected, which it gives."""
    link = BoardLink(
        BoardIdentity(board_id, "Test", "1"), journal or fresh(), key, 1, b"0123456789abcdef"
    )
    heard: asyncio.Queue[BoardLinkEvent] = asyncio.Queue()

    def hear(events: Sequence[BoardLinkEvent]) -> None:
        for event in events:
            heard.put_nowait(event)

    async with on_line(hall, link, hear, where, cable=cable):
        async with asyncio.timeout(30):
            event = await heard.get()
            while not isinstance(event, expected):
                event = await heard.get()
        yield event


def heard_welcome(chunk: bytes) -> bool:
    return CODES[Welcome] in [frame.kind for frame in Decoder().feed(chunk).frames]


@contextlib.asynccontextmanager
async def greeted(hall: Hall, where: str, *hellos: Hello) -> AsyncIterator[None]:
    """A far end that greets, and greets anew after each answer as who found it wrong does."""
    near, far = pipe()
    serving = asyncio.create_task(hall.boards.serve(near, cable=False, where=where))
    try:
        async with asyncio.timeout(30):
            for hello in hellos:
                await far.send(encode(frame_of(hello)))
                while not heard_welcome(await far.receive()):
                    pass
        yield
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


def wrong_key(hall: Hall, board_id: str) -> AbstractAsyncContextManager[None]:
    """A board with another key than the server's: it hears a wrong proof and greets anew."""
    hello = replace(HELLO, board_id=board_id, capabilities=Capability.KEYED)
    return greeted(hall, ADDRESS, hello, replace(hello, nonce=bytes(8)))


async def seen(client: httpx.AsyncClient, path: str) -> str:
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


async def test_a_board_with_a_wrong_key_is_named_until_it_gets_in(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(OPERATOR) as client:
        key = given_key(served.hall.board_keys, "BZ-1")
        async with wrong_key(served.hall, "BZ-1"):
            pass
        for path in ("/hall", "/boards"):
            page = await seen(client, path)
            assert "BZ-1" in page
            assert "10.0.0.7" in page
            assert "its key is not the one it was given: give it a new key under Boards" in page
        (listed,) = (await client.get("/api/boards/alarms")).json()
        assert (listed["where"], listed["boards"], listed["count"]) == ("10.0.0.7", ["BZ-1"], 1)
        async with board(served.hall, "BZ-1", "10.0.0.7:50124", Welcomed, key=key):
            assert "its key is not" not in await seen(client, "/hall")
        assert (await client.get("/api/boards/alarms")).json() == []


async def test_a_refused_board_is_told_of_at_the_table_it_stands_on(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        number = await started_match(client)
        given_key(served.hall.board_keys, "BZ-2")
        await assign_board(served.hall, number, Room.CLOSED, "BZ-2")
        async with wrong_key(served.hall, "BZ-2"):
            text = "Check board BZ-2 in the closed room: refused: its key is not the one"
            assert text in await seen(client, f"/hall/t/club/matches/{number}")


async def test_a_board_ahead_of_the_records_is_named_with_what_to_do(tmp_path: Path) -> None:
    journal = MemoryJournal(b"journal1", first=81)
    async with (
        opened(tmp_path) as served,
        served.client(OPERATOR) as client,
        board(served.hall, "BZ-1", "usb-1", Refused, cable=True, journal=journal) as heard,
    ):
        assert heard == Refused(FaultCode.BOARD_AHEAD, 0)
        page = await seen(client, "/hall")
        assert "usb-1" in page
        assert "start the server with the newest records" in page


async def test_a_second_board_of_one_name_is_named_and_the_first_stays(tmp_path: Path) -> None:
    async with (
        opened(tmp_path) as served,
        served.client(OPERATOR) as client,
        board(served.hall, "BZ-1", "usb-1", Welcomed, cable=True),
        board(served.hall, "BZ-1", "usb-2", Refused, cable=True) as second,
    ):
        assert second == Refused(FaultCode.BOARD_TWICE, 0)
        (listed,) = (await client.get("/api/boards/alarms")).json()
        assert (listed["where"], listed["boards"]) == ("usb-2", ["BZ-1"])
        assert "another board with that name" in await seen(client, "/hall")
        assert served.hall.boards.seats["BZ-1"].where == "usb-1"


async def test_a_board_of_another_version_is_named_by_where_it_is(tmp_path: Path) -> None:
    raw = pack(HELLO)
    later = encode(Frame(raw[0], bytes((9, 9)) + raw[3:], 0, 0, 0, Flag(0)))
    async with opened(tmp_path) as served, served.client(OPERATOR) as client:
        near, far = pipe()
        serving = asyncio.create_task(served.hall.boards.serve(near, cable=True, where="usb-1"))
        await far.send(later)
        with contextlib.suppress(LinkLost):
            async with asyncio.timeout(30):
                while not (await client.get("/api/boards/alarms")).json():
                    await far.receive()
        assert "it uses a different version of the wire" in await seen(client, "/hall")
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


async def test_strangers_who_come_again_and_again_are_one_line(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(OPERATOR) as client:
        for attempt in range(5):
            async with board(served.hall, f"x{attempt}", f"10.0.0.7:{50000 + attempt}", Refused):
                pass
        (listed,) = (await client.get("/api/boards/alarms")).json()
        assert listed["count"] == 5
        page = await seen(client, "/hall")
        assert page.count("it came without a key") == 1
        assert "5 times" in page
        number = listed["number"]
        assert (await client.post("/boards/alarms/dismissed", data={"alarm": number})).is_redirect
        assert "it came without a key" not in await seen(client, "/hall")
        assert (await client.delete(f"/api/boards/alarms/{number}")).status_code == 404


async def test_a_name_that_would_turn_a_page_around_is_shown_without_its_controls(
    tmp_path: Path,
) -> None:
    async with (
        opened(tmp_path) as served,
        served.client(OPERATOR) as client,
        board(served.hall, "BZ\u202e\x1b[2J", ADDRESS, Refused),
    ):
        for path in ("/hall", "/boards", "/api/boards/alarms"):
            text = (await client.get(path)).text
            assert "BZ" in text
            for control in ("\u202e", "\x1b", "\\u202e", "\\u001b"):
                assert control not in text


async def test_nobody_else_is_told_of_boards_that_were_turned_away(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        async with served.client(DIRECTOR) as client:
            number = await started_match(client)
        async with board(served.hall, "BZ-1", ADDRESS, Refused):
            for name, visitor in everybody(number).items():
                if name in ("director", "operator"):
                    continue
                async with served.client(visitor) as client:
                    for path in ("/hall", "/boards", "/api/boards/alarms", "/room", "/seat", "/"):
                        assert "10.0.0.7" not in (await client.get(path)).text, (name, path)


async def test_an_open_hall_page_hears_at_once_even_before_there_is_a_match(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, on_loopback(served.app) as port:
        headers = {
            "origin": f"http://127.0.0.1:{port}",
            "cookie": f"{COOKIE}={await served.session(OPERATOR)}",
        }
        address = f"ws://127.0.0.1:{port}/hall/live"
        async with (
            connect(address, additional_headers=headers) as socket,
            served.client(OPERATOR) as client,
        ):
            assert 'data-live="/hall/live?page=1"' in await seen(client, "/hall")
            assert "came without a key" not in json.loads(await socket.recv())["parts"]["boards"]
            async with board(served.hall, "BZ-1", ADDRESS, Refused), asyncio.timeout(30):
                parts = json.loads(await socket.recv())["parts"]
            assert "it came without a key" in parts["boards"]
            assert "1 board or port needs attention" in parts["link-alarms"]


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Path]:
    """A serial device in a folder of its own."""
    far, near = os.openpty()
    tty.setraw(near)
    link = tmp_path / "devices" / "usb-Yalta_BZ-1"
    link.parent.mkdir()
    link.symlink_to(os.ttyname(near))
    yield link
    for handle in (far, near):
        os.close(handle)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_port_that_another_program_holds_is_named_until_it_is_free(
    tmp_path: Path, device: Path, language: str
) -> None:
    held = os.open(device, os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(held, fcntl.LOCK_EX)
    async with opened(tmp_path / "records") as served, served.client(OPERATOR) as client:
        client.headers["accept-language"] = language
        changed = asyncio.Event()
        served.hall.boards.alarms.listeners.append(changed.set)
        watching = asyncio.create_task(Ports(served.hall.boards, device.parent, 115_200).watch())
        try:
            async with asyncio.timeout(20):
                await changed.wait()
                page = await seen(client, "/hall")
                assert device.name in page
                assert HELD[language] in page
                changed.clear()
                os.close(held)
                await changed.wait()
                assert (await client.get("/api/boards/alarms")).json() == []
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
