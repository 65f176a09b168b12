"""Boards over a websocket: who has not proved himself does not stay."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import BoardState, Suspicion
from board_drivers.link.runner import pump
from board_drivers.transports.websocket import open_websocket
from server.boards.board_alarm import LinkDoubted
from server.web.boards.sockets import BoardAdmission
from tests.server.live.following import on_loopback
from tests.support.account_commands import given_key
from tests.support.plugged import PluggedBoard
from tests.support.served import Served, opened

NOISE = b"\x00\x01" * 32_768
"""A message as long as may be, of bytes of which no two zeros have a frame between them."""


async def test_a_board_stays_and_a_stranger_does_not(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        key = given_key(served.hall.board_keys, "BZ-1")
        served.services.by_package.of(BoardAdmission).strangers_stay = 0.5
        link = BoardLink(
            BoardIdentity("BZ-1", "board", "1"), MemoryJournal(bytes(8)), key, 1, bytes(16)
        )
        up = asyncio.Event()

        def heard(_: object) -> None:
            if link.state is BoardState.READY:
                up.set()

        async with on_loopback(served.app) as port, asyncio.timeout(20):
            address = f"ws://127.0.0.1:{port}/boards"
            board = asyncio.create_task(pump(link, await open_websocket(address), heard))
            await up.wait()
            async with connect(address, compression=None) as stranger:
                async for _ in stranger:
                    pass
            assert link.state is BoardState.READY
            assert list(served.hall.boards.seats) == ["BZ-1"]
            board.cancel()
            await asyncio.gather(board, return_exceptions=True)


async def make_noise(address: str) -> int:
    """Send noise until hung up on; how many messages were sent."""
    sent = 0
    with contextlib.suppress(ConnectionClosed):
        async with connect(address, compression=None) as stranger:
            while True:
                await stranger.send(NOISE)
                sent += 1
    return sent


@contextlib.asynccontextmanager
async def boards_by_network(folder: Path) -> AsyncIterator[tuple[Served, str]]:
    """A hall and the address of its boards' socket."""
    async with opened(folder) as served, on_loopback(served.app) as port:
        yield served, f"ws://127.0.0.1:{port}/boards"


@contextlib.asynccontextmanager
async def connected(address: str, board_id: str, key: bytes) -> AsyncIterator[PluggedBoard]:
    """A board in session by network."""
    identity = BoardIdentity(board_id, "board", "1")
    board = PluggedBoard(BoardLink(identity, MemoryJournal(bytes(8)), key, 1, bytes(16)))
    pumping = asyncio.create_task(pump(board.link, await open_websocket(address), board.hear))
    try:
        await board.until(lambda it: it.connected)
        yield board
    finally:
        pumping.cancel()
        await asyncio.gather(pumping, return_exceptions=True)


async def test_a_stranger_who_sends_noise_is_hung_up_on_and_named(tmp_path: Path) -> None:
    async with boards_by_network(tmp_path) as (served, address), asyncio.timeout(30):
        key = given_key(served.hall.board_keys, "BZ-1")
        async with connected(address, "BZ-1", key) as board:
            await make_noise(address)
            (alarm,) = served.hall.boards.alarms.all()
            assert (alarm.where, alarm.alarm) == ("127.0.0.1", LinkDoubted(Suspicion.NO_BOARD))
            assert board.connected
            assert board.welcomes == 1


async def test_a_board_at_the_address_of_a_stranger_who_comes_again_at_once_is_let_in(
    tmp_path: Path,
) -> None:
    async def again_and_again() -> None:
        while True:
            await make_noise(address)

    async with boards_by_network(tmp_path) as (served, address), asyncio.timeout(30):
        key = given_key(served.hall.board_keys, "BZ-1")
        await make_noise(address)
        strangers = [asyncio.create_task(again_and_again()) for _ in range(3)]
        async with connected(address, "BZ-1", key) as board:
            assert board.welcomes == 1
        for stranger in strangers:
            stranger.cancel()
        await asyncio.gather(*strangers, return_exceptions=True)


async def test_more_strangers_than_can_wait_are_told_to_come_again(tmp_path: Path) -> None:
    async def refusal() -> InvalidStatus:
        while True:
            try:
                async with connect(address, compression=None):
                    pass
            except InvalidStatus as refused:
                return refused

    async with boards_by_network(tmp_path) as (_, address), asyncio.timeout(30):
        await make_noise(address)
        coming = [asyncio.create_task(refusal()) for _ in range(40)]
        done, _ = await asyncio.wait(coming, return_when=asyncio.FIRST_COMPLETED)
        answer = done.pop().result().response
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        for each in coming:
            each.cancel()
        await asyncio.gather(*coming, return_exceptions=True)
