"""A faulty line over each kind of transport: what is sent by a board arrives spoiled as planned."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
import websockets
from websockets.asyncio.server import ServerConnection

from board_drivers.transports.serial_port import open_port
from board_drivers.transports.tcp import open_tcp
from board_drivers.transports.transport import Transport, pipe
from board_drivers.transports.websocket import open_websocket
from board_drivers.wire.frames import Decoder, Flag, Frame, encode
from simulator.connected_board import NetworkPort
from simulator.faults.line import BOOT_LOG, OVERSIZE, READ_AT, SENT_AT, FaultyWay, as_read_at
from simulator.faults.plan import FaultPlan, PlannedFault, Strikes
from simulator.platform_support import PseudoTerminal

ROLL = 0x11
FRAMES = [Frame(ROLL, bytes((n,)) * 17, 1, n, 0, Flag.NUMBERED) for n in range(1, 5)]
Receive = Callable[[], Awaitable[bytes]]
Opened = Callable[[Path], AbstractAsyncContextManager[tuple[Transport, Receive]]]


@asynccontextmanager
async def by_pty(folder: Path) -> AsyncIterator[tuple[Transport, Receive]]:
    cable = PseudoTerminal(folder / "board")
    port = await open_port(str(folder / "board"))
    try:
        yield cable, port.receive
    finally:
        await port.close()
        await cable.close()


@asynccontextmanager
async def by_socket(_: Path) -> AsyncIterator[tuple[Transport, Receive]]:
    come: asyncio.Queue[bytes] = asyncio.Queue()

    async def hear(connection: ServerConnection) -> None:
        async for message in connection:
            assert isinstance(message, bytes)
            come.put_nowait(message)
        come.put_nowait(b"")

    async with websockets.serve(hear, "127.0.0.1", 0, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        board = await open_websocket(f"ws://127.0.0.1:{port}")
        try:
            yield board, come.get
        finally:
            await board.close()


@asynccontextmanager
async def by_tcp(_: Path) -> AsyncIterator[tuple[Transport, Receive]]:
    port = await NetworkPort.opened()
    server = await open_tcp(port.address)
    try:
        yield await port(), server.receive
    finally:
        await server.close()
        await port.close()


@asynccontextmanager
async def by_pipe(_: Path) -> AsyncIterator[tuple[Transport, Receive]]:
    board, server = pipe()
    yield board, server.receive


every_transport = pytest.mark.parametrize("opened", [by_pty, by_tcp, by_socket, by_pipe])


async def faulty(inner: Transport, *lines: str) -> tuple[Transport, Strikes]:
    strikes = Strikes(FaultPlan.of(*lines), seed=1)

    async def connect() -> Transport:
        return inner

    return await FaultyWay(strikes, connect)(), strikes


async def arriving(line: Transport, receive: Receive, size: int) -> bytes:
    """All that comes, at least so many bytes, once everything was sent."""
    for frame in FRAMES:
        waiting = line.send(encode(frame))
        if waiting is not None:
            await waiting
    come = b""
    async with asyncio.timeout(30):
        while len(come) < size:
            come += await receive()
    return come


@every_transport
async def test_without_a_plan_everything_passes(opened: Opened, tmp_path: Path) -> None:
    async with opened(tmp_path) as (board, receive):
        line, _ = await faulty(board)
        sent = b"".join(map(encode, FRAMES))
        assert await arriving(line, receive, len(sent)) == sent


async def test_a_terminal_that_takes_a_few_bytes_at_a_time_loses_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = os.write
    monkeypatch.setattr(os, "write", lambda handle, chunk: taken(handle, chunk[:7]))
    async with by_pty(tmp_path) as (board, receive):
        sent = b"".join(map(encode, FRAMES))
        assert await arriving(board, receive, len(sent)) == sent


@every_transport
async def test_a_spoiled_frame_is_dropped_and_the_others_are_read(
    opened: Opened, tmp_path: Path
) -> None:
    async with opened(tmp_path) as (board, receive):
        line, strikes = await faulty(board, "bit_flip after ROLL at event 2")
        frames, damaged = Decoder().feed(
            await arriving(line, receive, len(b"".join(map(encode, FRAMES))))
        )
        assert [frame.number for frame in frames] == [1, 3, 4]
        assert damaged == 1
        assert strikes.struck == {PlannedFault.BIT_FLIP: 1}


@every_transport
async def test_noise_endless_frames_and_doubles_leave_every_frame_readable(
    opened: Opened, tmp_path: Path
) -> None:
    async with opened(tmp_path) as (board, receive):
        plan = ("boot_log at event 2", "oversize_frame at event 3", "duplicate_frame at event 4")
        line, _ = await faulty(board, *plan)
        noise = len(BOOT_LOG) + 1 + OVERSIZE
        come = await arriving(line, receive, noise + 5 * len(encode(FRAMES[0])))
        assert [frame.number for frame in Decoder().feed(come).frames] == [1, 2, 3, 4, 4]


@every_transport
async def test_bytes_come_one_at_a_time_or_frames_together(opened: Opened, tmp_path: Path) -> None:
    async with opened(tmp_path) as (board, receive):
        line, _ = await faulty(board, "odd_reads at event 2", "odd_reads at event 3")
        sent = b"".join(map(encode, FRAMES))
        assert await arriving(line, receive, len(sent)) == sent


async def test_after_the_cable_is_pulled_out_nothing_passes_and_the_next_port_is_taken(
    tmp_path: Path,
) -> None:
    strikes = Strikes(FaultPlan.of("another_port after ROLL at event 2"), seed=1)
    devices = [tmp_path / "first", tmp_path / "second"]

    def way(device: Path) -> Callable[[], Awaitable[Transport]]:
        async def connect() -> Transport:
            return PseudoTerminal(device)

        return connect

    connect = FaultyWay(strikes, *map(way, devices))
    line = await connect()
    port = await open_port(str(devices[0]))
    for frame in FRAMES:
        waiting = line.send(encode(frame))
        assert waiting is not None
        await waiting
    come = b""
    while chunk := await port.receive():
        come += chunk
    assert len(Decoder().feed(come).frames) <= 2
    assert not devices[0].exists()
    assert await line.receive() == b""
    await port.close()
    again = await connect()
    assert devices[1].exists()
    await again.close()


def test_a_line_at_its_own_rate_reads_what_was_sent_and_at_another_one_no_frame() -> None:
    sent = b"".join(map(encode, FRAMES))
    assert as_read_at(sent, READ_AT, READ_AT) == sent
    for read in (READ_AT, SENT_AT // 6):
        assert not Decoder().feed(as_read_at(sent, SENT_AT, read)).frames
