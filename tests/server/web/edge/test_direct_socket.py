"""What is written straight to a websocket's line, and what may no more be written to it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from server.web.edge.connections import DirectSocket, direct_socket


class Line(asyncio.Transport):
    """Keeps what the server writes."""

    def __init__(self) -> None:
        super().__init__()
        self.written = list[object]()

    def write(self, data: object) -> None:
        self.written.append(data)

    def get_extra_info(self, name: str, default: object = None) -> object:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def pause_reading(self) -> None:
        """The test gives no more than it wants to."""

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        """There is nothing to close."""


class Visitor:
    """A client that has been accepted: the server's end, its line, and the client's protocol."""

    def __init__(self, socket: DirectSocket, line: Line, client: ClientProtocol) -> None:
        self.socket, self.line, self.client = socket, line, client

    def frames(self) -> list[Frame]:
        """What the client reads in all that was written since this was asked last."""
        written, self.line.written = self.line.written, []
        for chunk in written:
            assert isinstance(chunk, bytes)
            self.client.receive_data(chunk)
        return [event for event in self.client.events_received() if isinstance(event, Frame)]


@contextlib.asynccontextmanager
async def accepted() -> AsyncIterator[Visitor]:
    found = asyncio.get_running_loop().create_future()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        found.set_result(direct_socket(scope))
        while (await receive())["type"] != "websocket.disconnect":
            pass

    config = Config(app, ws=DirectSocket, ws_per_message_deflate=False, log_config=None)
    config.load()
    socket, line = DirectSocket(config, ServerState(), {}), Line()
    socket.connection_made(line)
    client = ClientProtocol(parse_uri("ws://127.0.0.1/boards"))
    client.send_request(client.connect())
    socket.data_received(b"".join(client.data_to_send()))
    assert await asyncio.wait_for(found, 30) is socket
    visitor = Visitor(socket, line, client)
    assert visitor.frames() == []
    yield visitor
    socket.connection_lost(None)
    await asyncio.sleep(0)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
async def test_a_message_of_any_size_is_read_whole_by_the_far_end(size: int) -> None:
    async with accepted() as visitor:
        assert visitor.socket.write(bytes(size))
        assert visitor.socket.write_text(b"7" * size)
        assert visitor.frames() == [
            Frame(Opcode.BINARY, bytes(size)),
            Frame(Opcode.TEXT, b"7" * size),
        ]


async def test_an_update_is_framed_once_for_all_who_follow() -> None:
    async with accepted() as one, accepted() as other:
        update = b'{"last": 7}'
        for visitor in (one, other):
            visitor.line.written.clear()
            assert visitor.socket.write_text(update)
        assert one.line.written[0] is other.line.written[0]


async def test_a_far_end_that_does_not_read_is_written_nothing_more() -> None:
    async with accepted() as visitor:
        visitor.socket.pause_writing()
        assert not visitor.socket.write(b"seven:3")
        visitor.socket.resume_writing()
        assert visitor.socket.write(b"seven:3")
        assert [frame.data for frame in visitor.frames()] == [b"seven:3"]


async def test_nothing_is_written_behind_the_applications_close() -> None:
    async with accepted() as visitor:
        await visitor.socket.send({"type": "websocket.close", "code": 1000, "reason": ""})
        assert not visitor.socket.write(b"seven:3")
        assert not visitor.socket.write_text(b"seven:3")


async def test_nothing_is_written_behind_the_answer_to_a_close() -> None:
    async with accepted() as visitor:
        visitor.client.send_close()
        assert visitor.socket.write(b"seven:3")
        visitor.socket.data_received(b"".join(visitor.client.data_to_send()))
        assert not visitor.socket.write(b"seven:3")
        assert not visitor.socket.write_text(b"seven:3")
