"""Boards over a websocket: who has not proved himself does not stay."""

import asyncio
from pathlib import Path

from fastapi import FastAPI
from websockets.asyncio.client import connect

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import BoardState
from board_drivers.link.runner import pump
from board_drivers.transports.websocket import open_websocket
from server.web.board_socket import board_socket
from tests.server.live.following import on_loopback
from tests.support.served import opened


async def test_a_board_stays_and_a_stranger_does_not(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        key = house.hall.board_keys.add("BZ-1", "")
        app = FastAPI()
        app.include_router(board_socket(house.hall, strangers_stay=0.5))
        link = BoardLink(
            BoardIdentity("BZ-1", "board", "1"), MemoryJournal(bytes(8)), key, 1, bytes(16)
        )
        up = asyncio.Event()

        def heard(_: object) -> None:
            if link.state is BoardState.READY:
                up.set()

        async with on_loopback(app) as port, asyncio.timeout(20):
            address = f"ws://127.0.0.1:{port}/boards"
            board = asyncio.create_task(pump(link, await open_websocket(address), heard))
            await up.wait()
            async with connect(address, compression=None) as stranger:
                async for _ in stranger:
                    pass
            assert link.state is BoardState.READY
            assert list(house.hall.boards.seats) == ["BZ-1"]
            board.cancel()
            await asyncio.gather(board, return_exceptions=True)
