"""The console's sockets: what has changed, for its visitor alone."""

import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from rules import events as ev
from rules.position import Side
from rules.room import Room
from server.access import PUBLIC, Visitor
from server.hall import Hall
from server.web.edge.authorization import COOKIE
from tests.server.live.following import on_loopback
from tests.support.account_commands import sign_out_devices
from tests.support.commands import assign_board, happen
from tests.support.persons import sign_in_name
from tests.support.plugged import on_line
from tests.support.served import DIRECTOR, Served, everybody, opened_match, throw_opening


@contextlib.asynccontextmanager
async def begun(folder: Path) -> AsyncIterator[tuple[Served, int]]:
    """A hall with match 1 begun, and its port."""
    async with opened_match(folder) as (served, _), on_loopback(served.app) as port:
        yield served, port


@contextlib.asynccontextmanager
async def live(
    served: Served, port: int, visitor: Visitor, path: str
) -> AsyncIterator[ClientConnection]:
    """A visitor's socket of a page."""
    address = f"127.0.0.1:{port}"
    headers = {"origin": f"http://{address}"}
    if visitor is not PUBLIC:
        headers["cookie"] = f"{COOKIE}={await served.session(visitor)}"
    async with connect(f"ws://{address}{path}", additional_headers=headers) as socket:
        yield socket


async def frame(socket: ClientConnection) -> dict[str, Any]:
    """The next frame."""
    return dict(json.loads(await socket.recv()))


async def to_the_end(socket: ClientConnection) -> None:
    """Take frames until the socket is closed; raises ConnectionClosed then."""
    while True:
        await frame(socket)


async def seated_in_closed(served: Served) -> None:
    """A board is at the closed room's table."""
    happened = (
        ev.BoardAssigned(room=Room.CLOSED, board_id="BZ-2"),
        ev.BoardAttached(room=Room.CLOSED, board_id="BZ-2"),
    )
    await happen(served.hall, 1, *happened, actor="operator")


async def set_in_closed(served: Served, side: Side) -> None:
    """A player of the closed room says that he is set."""
    happened = ev.PlayerSet(game=1, attempt=1, room=Room.CLOSED, side=side)
    await happen(served.hall, 1, happened, actor="board BZ-2")


@contextlib.asynccontextmanager
async def connected(hall: Hall, board: str) -> AsyncIterator[None]:
    """A board on a cable of the server's machine."""
    identity = BoardIdentity(board, "Test", "1")
    link = BoardLink(identity, MemoryJournal(b"journal1"), None, 1, b"0123456789abcdef")
    async with on_line(hall, link, lambda _: None):
        yield


async def test_the_director_is_told_of_both_rooms_and_only_of_what_has_changed(
    tmp_path: Path,
) -> None:
    async with (
        begun(tmp_path) as (served, port),
        live(served, port, DIRECTOR, "/hall/t/club/matches/1/live") as socket,
    ):
        assert {"standing", "table-open-club-1", "table-closed-club-1"} < set(
            (await frame(socket))["parts"]
        )
        await throw_opening(served.hall, 1, 1)
        assert set((await frame(socket))["parts"]) == {
            "standing",
            "table-open-club-1",
            "orders-urgent",
            "orders-others",
        }


@pytest.mark.parametrize(
    ("who", "path"), [("clerk of closed", "/room/live"), ("player in closed", "/seat/live")]
)
async def test_no_frame_tells_the_closed_room_that_something_happened_in_the_open_one(
    tmp_path: Path, who: str, path: str
) -> None:
    async with begun(tmp_path) as (served, port):
        await seated_in_closed(served)
        async with live(served, port, everybody(1)[who], path) as socket:
            await frame(socket)
            await throw_opening(served.hall, 1, 1)
            await set_in_closed(served, Side.WHITE)
            update = await frame(socket)
        assert set(update["parts"]) == {"table-closed-club-1"}
        assert "Fields (Red) to set up the checkers" in update["parts"]["table-closed-club-1"]
        assert "4-3" not in json.dumps(update)


async def test_the_hall_tells_the_order_of_its_tiles(tmp_path: Path) -> None:
    async with (
        begun(tmp_path) as (served, port),
        live(served, port, DIRECTOR, "/hall/live?needy=1") as socket,
    ):
        assert (await frame(socket))["order"] == ["club-1"]


async def test_the_page_that_asks_for_a_board_hears_that_one_has_come(tmp_path: Path) -> None:
    async with (
        begun(tmp_path) as (served, port),
        live(served, port, DIRECTOR, "/hall/t/club/matches/1/live") as socket,
    ):
        assert "No board is connected" in (await frame(socket))["parts"]["boards"]
        await assign_board(served.hall, 1, Room.OPEN, "BZ-9")
        async with connected(served.hall, "BZ-9"):
            parts: dict[str, str] = {}
            while "boards" not in parts:
                parts = (await frame(socket))["parts"]
        assert parts["boards"].strip() == ""


async def test_a_socket_ends_with_its_session(tmp_path: Path) -> None:
    async with (
        begun(tmp_path) as (served, port),
        live(served, port, DIRECTOR, "/hall/live") as socket,
    ):
        await frame(socket)
        account = served.authenticator.accounts.find(sign_in_name(DIRECTOR))
        assert account is not None
        await sign_out_devices(served.authenticator.process, account.account_id)
        await throw_opening(served.hall, 1, 1)
        with pytest.raises(ConnectionClosed):
            await to_the_end(socket)


@pytest.mark.parametrize("path", ["/hall/live", "/hall/t/club/matches/1/live", "/room/live"])
async def test_whoever_has_not_signed_in_is_not_let_in(tmp_path: Path, path: str) -> None:
    async with begun(tmp_path) as (served, port):
        with pytest.raises(InvalidStatus) as refusal:
            async with live(served, port, PUBLIC, path):
                pass
        assert refusal.value.response.status_code == 401


@pytest.mark.parametrize("path", ["/hall/t/club/matches/99/live", "/captain/live"])
async def test_a_page_there_is_not_is_refused_before_its_socket_opens(
    tmp_path: Path, path: str
) -> None:
    async with begun(tmp_path) as (served, port):
        with pytest.raises(InvalidStatus) as refusal:
            async with live(served, port, DIRECTOR, path):
                pass
        assert refusal.value.response.status_code == 404
