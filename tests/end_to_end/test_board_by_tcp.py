"""A match whose open board's serial line comes over raw TCP, as ser2net gives it."""

import asyncio
from pathlib import Path

import pytest

from board_drivers.transports.tcp import TcpTransport
from board_drivers.transports.transport import Transport
from rules import events as ev
from rules.room import Room
from simulator.dice_supply import SeededDice
from simulator.operator_desk import OperatorDesk
from simulator.people import sensible_players
from simulator.room_boards import Table, by_websocket
from simulator.server_process import start_server
from tests.end_to_end.agent_run import set_up_with_keys
from tests.end_to_end.conftest import SEED
from tests.end_to_end.match_run import (
    DEADLINE,
    PASSPHRASE,
    Run,
    dice_by_turn,
    finished,
    log_of,
    signed_form,
)

CUTS = 5


class SerialLine:
    """The device server at a board; `cuts` counts the connections it has ended."""

    def __init__(self) -> None:
        self.cuts = 0
        self._clients: asyncio.Queue[TcpTransport] = asyncio.Queue()
        self._changes = 0
        self._client: TcpTransport | None = None

    async def listen(self) -> tuple[asyncio.Server, str]:
        """Take connections; close what this gives first."""

        async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._clients.put_nowait(TcpTransport(reader, writer))

        server = await asyncio.start_server(take, "127.0.0.1", 0)
        return server, f"tcp://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    async def connect(self) -> Transport:
        """The next client, from the board's side."""
        self._client = await self._clients.get()
        return self._client

    def changed(self) -> None:
        """Something was told or said at the board: now and then that ends the connection."""
        self._changes += 1
        if self._changes % 40 == 0 and self.cuts < CUTS and self._client is not None:
            self.cuts += 1
            self._client._writer.transport.abort()


@pytest.mark.long
async def test_a_match_over_raw_tcp_ends_as_by_cable_though_connections_are_cut(
    tmp_path: Path, undisturbed: Run
) -> None:
    folder, line = tmp_path / "tcp", SerialLine()
    listening, address = await line.listen()
    async with asyncio.timeout(DEADLINE), listening:
        server = await start_server(folder, folder / "devices", settings=["--board-port", address])
        desk = OperatorDesk(server.address)
        try:
            await desk.become_director(server.set_up_link, PASSPHRASE)
            keys = await set_up_with_keys(desk)
            table = Table(SEED, SeededDice(SEED), folder / "boards", 0.0, sensible_players)
            opened = table.board(Room.OPEN, keys[Room.OPEN], line.changed)
            closed = table.board(Room.CLOSED, keys[Room.CLOSED], lambda: None)
            playing = asyncio.gather(
                opened.run(line.connect), closed.run(by_websocket(server.address))
            )
            await finished(desk)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            protocol = await signed_form(desk)
        finally:
            await desk.close()
            await server.stop()
    log = await log_of(folder)
    assert line.cuts == CUTS
    assert protocol == undisturbed.protocol
    assert dice_by_turn(log) == dice_by_turn(undisturbed.log)
    assert not [e for e in log if isinstance(e, ev.ThrowVoided | ev.ReadingRefused)]
