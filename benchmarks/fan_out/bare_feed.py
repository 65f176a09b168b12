"""A baseline for the application's feed: a process that sends frames of the same size.

`python -m benchmarks.fan_out.bare_feed broadcast` sends them with `websockets.broadcast` on uvloop
to all websockets connected to it; with `fastapi` in its place, a bare FastAPI application behind
uvicorn accepts the sockets and sends nothing. Orders are read from standard input, one per line:
`step LAST SIZE` sends a frame of SIZE bytes whose last item has the number LAST. The answer is JSON
with the time just before the sending.
"""

import asyncio
import json
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

import uvicorn
from fastapi import FastAPI, WebSocket
from websockets.asyncio.server import ServerConnection, broadcast, serve


def frame_of(last: int, size: int) -> str:
    """Return a frame of `size` bytes that begins like a feed's, with its last item's number."""
    head = f'{{"last":{last},"filled":"'
    return head + "." * (size - len(head) - 2) + '"}'


async def _obey(send: Callable[[str], None]) -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    async for line in reader:
        _, last, size = line.split()
        text, at = frame_of(int(last), int(size)), time.time()
        send(text)
        print(json.dumps({"stored": at, "last": int(last)}), flush=True)


async def _broadcasting() -> None:
    connections = set[ServerConnection]()

    async def follow(connection: ServerConnection) -> None:
        connections.add(connection)
        await connection.wait_closed()
        connections.discard(connection)

    async with serve(follow, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
        print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
        await _obey(lambda text: broadcast(connections, text))


async def _accepting() -> None:
    app = FastAPI()

    @app.websocket("/{path:path}")
    async def follow(connection: WebSocket) -> None:
        await connection.accept()
        await connection.receive()

    listening = socket.create_server(("127.0.0.1", 0))
    settings: dict[str, Any] = {"log_level": "warning", "ws_per_message_deflate": False}
    server = uvicorn.Server(uvicorn.Config(app, timeout_graceful_shutdown=1, **settings))
    serving = asyncio.create_task(server.serve([listening]))
    print(json.dumps({"port": listening.getsockname()[1]}), flush=True)
    await _obey(lambda _: None)
    server.should_exit = True
    await serving


if __name__ == "__main__":
    feed = {"broadcast": _broadcasting, "fastapi": _accepting}[sys.argv[1]]
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        runner.run(feed())
