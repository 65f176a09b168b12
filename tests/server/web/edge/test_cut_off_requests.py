"""A server that stops while somebody is still waiting for an answer logs no fault of its own."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from httpx import AsyncClient
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import connect

from server.web.edge.connections import ends_when_cut_off
from tests.server.live.following import on_loopback


def never_answering(asked: asyncio.Event) -> ASGIApp:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
        if scope["type"] != "lifespan":
            asked.set()
            await asyncio.Event().wait()

    return app


async def unanswered_page(port: int) -> None:
    async with AsyncClient(timeout=None) as client:
        answer = await client.get(f"http://127.0.0.1:{port}/")
    assert answer.status_code == 500


async def unanswered_socket(port: int) -> None:
    async with connect(f"ws://127.0.0.1:{port}/") as socket:
        await socket.recv()


@pytest.mark.parametrize("ask", [unanswered_page, unanswered_socket])
async def test_what_is_under_way_when_the_time_to_stop_is_up_leaves_no_traceback(
    ask: Callable[[int], Awaitable[None]], caplog: pytest.LogCaptureFixture
) -> None:
    asked = asyncio.Event()
    app = ends_when_cut_off(never_answering(asked))
    async with on_loopback(app, timeout_graceful_shutdown=0) as port:
        asking = asyncio.ensure_future(ask(port))
        await asked.wait()
    await asyncio.gather(asking, return_exceptions=True)
    assert "Cancel 1 running task(s)" in caplog.text
    assert [each for each in caplog.records if each.exc_info] == []
