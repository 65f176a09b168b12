"""A baseline that does the least that could relay a roll durably.

It has uvicorn, the wire's codec, and a writer thread with group commits, but no rules, no ledger,
no repetitions and no check of proofs. It decodes the frames that the real server gets, commits each
to SQLite together with others, and answers READY with the frames of the real server. It is started
as `python -m benchmarks.relay.bare_relay FOLDER`.
"""

import asyncio
import socket
import sqlite3
import sys
import threading
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import uvicorn

from board_drivers.link.admission import Handshake
from board_drivers.wire import messages as wire
from board_drivers.wire.frames import VERSION, Decoder, Flag, Frame, encode, is_authentic
from board_drivers.wire.handshake import Ack, Hello, Welcome
from board_drivers.wire.table import Message, pack, unpack
from board_drivers.wire.values import Awaited, WireRoom
from simulator.server_process import LISTENING

KEY = bytes(range(32))
"""The key of every board at the bare relay."""
_NONCE, _SESSION = bytes(8), 1
_TABLE = "CREATE TABLE frame (board TEXT, number INTEGER, frame BLOB, PRIMARY KEY (board, number))"
Row = tuple[str, int, bytes]


class GroupedWriter:
    """A writer that commits all waiting rows in one transaction, then wakes the event loop once."""

    def __init__(self, path: Path) -> None:
        self._path, self._loop = path, asyncio.get_running_loop()
        self._inbox: SimpleQueue[tuple[Row, asyncio.Future[None]]] = SimpleQueue()
        threading.Thread(target=self._run, daemon=True).start()

    def append(self, row: Row) -> asyncio.Future[None]:
        """Store a row; return a future that is done when the row is durable."""
        durable: asyncio.Future[None] = self._loop.create_future()
        self._inbox.put((row, durable))
        return durable

    def _run(self) -> None:
        driver = durable_file(self._path)
        driver.execute(_TABLE)
        while True:
            group = [self._inbox.get()]
            try:
                while True:
                    group.append(self._inbox.get_nowait())
            except Empty:
                pass
            driver.execute("BEGIN IMMEDIATE")
            driver.executemany("INSERT INTO frame VALUES (?, ?, ?)", [row for row, _ in group])
            driver.execute("COMMIT")
            self._loop.call_soon_threadsafe(_settle, [durable for _, durable in group])


def durable_file(path: Path) -> sqlite3.Connection:
    """Open an SQLite file with the event log's settings: write-ahead log, synchronous=FULL.

    Only one connection to the file is possible.
    """
    driver = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
        driver.execute(f"PRAGMA {setting}")
    return driver


def _settle(durables: list[asyncio.Future[None]]) -> None:
    for durable in durables:
        durable.set_result(None)


class BareConnection:
    """The session of one board at the bare relay: it makes the bytes that answer each frame."""

    def __init__(self, writer: GroupedWriter) -> None:
        self.decoder = Decoder()
        self._writer = writer
        self._board, self._key = "", KEY
        self._received = self._commands = 0

    async def answer(self, frame: Frame) -> bytes:
        """Store the frame, wait until it is durable, and return the bytes that answer it."""
        message = unpack(frame.kind, frame.payload)
        if isinstance(message, Hello):
            return self._welcome(message)
        numbered = Flag.NUMBERED in frame.flags and is_authentic(frame, self._key)
        if numbered and frame.number > self._received:
            raw = bytes((frame.kind,)) + frame.payload
            await self._writer.append((self._board, frame.number, raw))
            self._received = frame.number
            if isinstance(message, wire.Ready):
                return self._roll(message)
        return self._frame(Ack())

    def _welcome(self, hello: Hello) -> bytes:
        shake = Handshake(hello.board_id, hello.journal_id, _SESSION, hello.nonce, _NONCE)
        self._board, self._key = hello.board_id, shake.session_key(KEY)
        proof = shake.server_proof(KEY)
        welcome = Welcome(
            protocol=VERSION,
            session=_SESSION,
            room=WireRoom.CLOSED,
            clock_ms=0,
            board_nonce=hello.nonce,
            server_nonce=_NONCE,
            proof=proof,
        )
        raw = pack(welcome)
        return encode(Frame(raw[0], raw[1:], _SESSION, flags=Flag.SERVER))

    def _roll(self, ready: wire.Ready) -> bytes:
        at = (ready.game, ready.attempt, ready.turn, ready.side)
        dice = self._frame(wire.DiceShow(*at, die1=6, die2=5), numbered=True)
        return dice + self._frame(wire.Wait(*at, what=Awaited.MOVE), numbered=True)

    def _frame(self, message: Message, numbered: bool = False) -> bytes:
        raw, flags = pack(message), Flag.SERVER
        if numbered:
            self._commands += 1
            flags |= Flag.NUMBERED
        number = self._commands if numbered else 0
        return encode(Frame(raw[0], raw[1:], _SESSION, number, self._received, flags), self._key)


def bare_app(writer: GroupedWriter) -> Any:
    """Return an ASGI application in which every websocket is a board."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        connection = BareConnection(writer)
        while (message := await receive())["type"] == "websocket.receive":
            for frame in connection.decoder.feed(message["bytes"]).frames:
                reply = await connection.answer(frame)
                await send({"type": "websocket.send", "bytes": reply})

    return app


def main() -> None:
    """Print the address, as the real server does, and serve until stopped."""
    listening = socket.create_server(("127.0.0.1", 0))
    print(f"{LISTENING}http://127.0.0.1:{listening.getsockname()[1]}", flush=True)

    async def serve() -> None:
        config = uvicorn.Config(
            bare_app(GroupedWriter(Path(sys.argv[1]) / "bare.sqlite3")),
            log_level="warning",
            lifespan="off",
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )
        await uvicorn.Server(config).serve(sockets=[listening])

    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        runner.run(serve())


if __name__ == "__main__":
    main()
