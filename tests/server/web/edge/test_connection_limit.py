"""How many connections a server keeps, and how many of them one address may have."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from functools import partial
from itertools import count

import pytest
from fastapi import FastAPI, WebSocket
from starlette.types import Scope
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.web.edge.connections import ConnectionLimit, bounded_http
from tests.server.live.following import on_loopback

OK = b"HTTP/1.1 200 OK\r\n"
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def entered(crowd: ConnectionLimit, address: str, times: int) -> int:
    return sum(crowd.enter(address) for _ in range(times))


def test_one_address_that_takes_all_it_can_leaves_four_fifths() -> None:
    assert entered(ConnectionLimit(1000), "192.0.2.1", 1000) == 200


def test_ten_addresses_that_take_all_they_can_leave_a_tenth() -> None:
    crowd = ConnectionLimit(1000)
    taken = sum(entered(crowd, f"192.0.2.{last}", 1000) for last in range(1, 11))
    assert 880 < taken < 900
    assert entered(crowd, "192.0.2.200", 20) == 20


def test_a_proxy_on_this_machine_may_have_all_but_not_more() -> None:
    for own in ("127.0.0.1", "::1"):
        assert entered(ConnectionLimit(100), own, 200) == 100


def test_who_leaves_makes_room() -> None:
    crowd = ConnectionLimit(10)
    assert entered(crowd, "192.0.2.1", 10) == 2
    for _ in range(2):
        crowd.leave("192.0.2.1")
    assert entered(crowd, "192.0.2.1", 10) == 2


def watching(crowd: ConnectionLimit, names: Iterable[str]) -> list[str]:
    """Who of these watchers gets in, and whom it hangs up on as others come."""
    left = list[str]()
    for name in names:
        assert crowd.enter(f"192.0.2.{name}")
        if not crowd.stay(name, partial(left.append, name), is_watcher=True):
            crowd.leave(f"192.0.2.{name}", name)
    return left


def test_watchers_leave_a_quarter_free_and_the_newest_give_way_to_boards_and_to_people() -> None:
    seconds = count(100.0, 1.0)
    told = list[int]()
    crowd = ConnectionLimit(40, lambda: next(seconds))
    crowd.listeners.append(lambda: told.append(crowd.watchers))
    left = watching(crowd, map(str, range(100)))
    assert (crowd.watchers, told) == (30, [30])
    assert crowd.is_crowded
    for board in range(12):
        assert crowd.enter("127.0.0.1")
        assert crowd.stay(f"board {board}", lambda: None, is_watcher=False)
        crowd.leave(f"192.0.2.{left[-1]}", left[-1])
    assert left == [str(each) for each in range(29, 17, -1)]
    assert crowd.watchers == 18
    crowd.leave("127.0.0.1", "board 1")
    assert watching(crowd, ["again", "and again"]) == []
    assert crowd.watchers == 19


@contextlib.asynccontextmanager
async def lines(port: int, count: int) -> AsyncIterator[list[Line]]:
    """So many connections that say nothing yet."""
    opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(count)]
    try:
        yield opened
    finally:
        for _, writer in opened:
            writer.close()


def small_app() -> FastAPI:
    app = FastAPI()

    @app.get("/")
    async def hello() -> str:
        return "hello"

    @app.websocket("/echo")
    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text(await socket.receive_text())

    return app


async def asked(line: Line) -> bytes:
    """The first line of the answer; empty when hung up on instead."""
    reader, writer = line
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    try:
        return await reader.readline()
    except ConnectionError:
        return b""


async def room_at(port: int) -> bool:
    async with lines(port, 1) as (line,):
        return await asked(line) == OK


async def test_a_connection_too_many_is_dropped_and_one_that_ends_makes_room() -> None:
    async with on_loopback(small_app(), http=bounded_http(ConnectionLimit(2))) as port:
        async with lines(port, 2) as those:
            assert [await asked(line) for line in those] == [OK, OK]
            assert not await room_at(port)
        async with asyncio.timeout(30):
            while not await room_at(port):
                pass


async def test_a_websocket_stays_counted_until_it_is_lost() -> None:
    async with on_loopback(small_app(), http=bounded_http(ConnectionLimit(1))) as port:
        async with connect(f"ws://127.0.0.1:{port}/echo", compression=None) as socket:
            assert not await room_at(port)
            await socket.send("still here")
            assert await socket.recv() == "still here"
        async with asyncio.timeout(30):
            while not await room_at(port):
                pass


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: local"])
async def test_who_does_not_ask_in_time_is_hung_up_on(begun: bytes) -> None:
    bounded = bounded_http(ConnectionLimit(9), asked_within=0.05)
    async with on_loopback(small_app(), http=bounded) as port, lines(port, 1) as (line,):
        reader, writer = line
        writer.write(begun)
        async with asyncio.timeout(30):
            assert await reader.read() == b""


async def test_the_second_request_has_to_be_asked_in_time_like_the_first() -> None:
    bounded = bounded_http(ConnectionLimit(9), asked_within=1.0)
    async with on_loopback(small_app(), http=bounded) as port, lines(port, 1) as (line,):
        reader, writer = line
        assert await asked(line) == OK
        writer.write(b"GET / HT")
        async with asyncio.timeout(30):
            assert b"HTTP/1.1" not in await reader.read()


async def test_an_open_websocket_has_asked() -> None:
    bounded = bounded_http(ConnectionLimit(9), asked_within=1.0)
    async with (
        on_loopback(small_app(), http=bounded) as port,
        connect(f"ws://127.0.0.1:{port}/echo", compression=None) as socket,
        lines(port, 1) as (silent,),
    ):
        assert await silent[0].read() == b""
        await socket.send("still here")
        assert await socket.recv() == "still here"


async def test_a_watcher_too_many_is_refused_and_one_is_hung_up_on_for_whoever_is_not() -> None:
    def is_watcher(scope: Scope) -> bool:
        assert scope["path"] == "/echo"
        return b"cookie" not in dict(scope["headers"])

    bounded = bounded_http(ConnectionLimit(4), is_watcher)
    async with on_loopback(small_app(), http=bounded) as port:
        echo = f"ws://127.0.0.1:{port}/echo"
        async with contextlib.AsyncExitStack() as watchers:
            sockets = [
                await watchers.enter_async_context(connect(echo, compression=None))
                for _ in range(3)
            ]
            with pytest.raises(InvalidStatus) as refused:
                await connect(echo)
            assert refused.value.response.status_code == 503
            async with connect(echo, additional_headers={"Cookie": "own=1"}) as own:
                with pytest.raises(ConnectionClosed):
                    await sockets[2].recv()
                for socket in (*sockets[:2], own):
                    await socket.send("still here")
                    assert await socket.recv() == "still here"
