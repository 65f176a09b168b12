from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.server import ServerConnection, serve

from board_drivers.errors import LinkLost, PortUnavailable
from board_drivers.transports.websocket import open_websocket


@asynccontextmanager
async def hall(*, closes: bool = False) -> AsyncIterator[str]:
    async def echo(connection: ServerConnection) -> None:
        await connection.send("a text")
        if not closes:
            async for message in connection:
                await connection.send(message)

    async with serve(echo, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"ws://127.0.0.1:{port}/boards"


async def test_bytes_pass_both_ways_and_texts_are_ignored() -> None:
    async with hall() as address:
        transport = await open_websocket(address)
        await transport.send(b"\x00wire\x00")
        assert await transport.receive() == b"\x00wire\x00"
        await transport.close()
        assert await transport.receive() == b""
        await transport.close()


async def test_a_server_that_has_gone_reads_as_the_end() -> None:
    async with hall(closes=True) as address:
        transport = await open_websocket(address)
        assert await transport.receive() == b""
        with pytest.raises(LinkLost):
            await transport.send(b"x")


async def test_an_address_that_does_not_answer_is_named() -> None:
    with pytest.raises(PortUnavailable, match=r"ws://127\.0\.0\.1:1/boards"):
        await open_websocket("ws://127.0.0.1:1/boards")
