"""A match whose open board stands behind `yalta board`: a process of its own that can be killed."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from board_drivers.wire.frames import Decoder
from board_drivers.wire.messages import Roll, RollVerdict
from board_drivers.wire.table import CODES
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from simulator.connected_board import ConnectedBoard
from simulator.demo import AWAY, EVENT, HOME
from simulator.dice_supply import SeededDice
from simulator.operator_desk import OperatorDesk
from simulator.people import sensible_players
from simulator.room_boards import BOARD_IDS, Table, by_cable, by_websocket
from simulator.server_process import start_server
from tests.end_to_end.match_run import (
    DEADLINE,
    GAMES,
    PASSPHRASE,
    Run,
    finished,
    log_of,
    signed_form,
)

_ROLL, _VERDICT = CODES[Roll], CODES[RollVerdict]
_OPEN = BOARD_IDS[Room.OPEN]


class Proxy:
    """The network between agent and server. What is swallowed in a direction reaches nobody."""

    def __init__(self, port: int) -> None:
        self.address = ""
        self.swallows_up = self.swallows_down = False
        self.verdict_swallowed = asyncio.Event()
        self._port = port
        self._open: set[asyncio.StreamWriter] = set()

    async def listen(self) -> asyncio.Server:
        """Take connections; close what this gives."""
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return server

    def mend(self) -> None:
        """End what was cut off, and carry everything again."""
        self.swallows_up = self.swallows_down = False
        self.verdict_swallowed.clear()
        for writer in self._open:
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, far_writer}
        self._open |= ends
        ways = (self._up(reader, far_writer), self._down(far_reader, writer))
        await asyncio.wait(
            [asyncio.create_task(way) for way in ways], return_when=asyncio.FIRST_COMPLETED
        )
        for end in ends:
            end.transport.abort()
        self._open -= ends

    async def _up(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while chunk := await reader.read(4096):
                if not self.swallows_up:
                    writer.write(chunk)
                    await writer.drain()

    async def _down(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        decoder = Decoder()
        with contextlib.suppress(OSError):
            while chunk := await reader.read(4096):
                kinds = [frame.kind for frame in decoder.feed(chunk).frames]
                if not self.swallows_down:
                    writer.write(chunk)
                    await writer.drain()
                elif _VERDICT in kinds:
                    self.verdict_swallowed.set()


class AgentProcess:
    """`yalta board` as somebody starts it.

    `lines` are the lines it has printed; `status` is its exit status once it was stopped.
    """

    def __init__(self, folder: Path, device: Path, server: str, key: bytes) -> None:
        self.lines: list[str] = []
        self.status: int | None = None
        self._folder, self._device, self._server, self._key = folder, device, server, key
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._heard = asyncio.Event()

    async def start(self) -> None:
        """Start it; it is connecting when this returns."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "yalta", "board", str(self._device)),
            *("--server", self._server, "--store", str(self._folder), "--room", "open"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, "YALTA_BOARD_KEY": self._key.hex(), "PYTHONUNBUFFERED": "1"},
        )
        self._reading = asyncio.create_task(self._read())

    def kill(self) -> None:
        """Kill it as a power cut would, this very moment."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)

    async def restart(self) -> None:
        """Start it again once it is dead."""
        assert self._process is not None
        await self._process.wait()
        await self.start()

    async def stop(self) -> None:
        """Ask it to end."""
        assert self._process is not None
        assert self._reading is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        self.status = await self._process.wait()
        await self._reading

    async def until_printed(self, words: str) -> None:
        """Wait until it prints a line with these words, from now on."""
        known = len(self.lines)
        while not any(words in line for line in self.lines[known:]):
            self._heard.clear()
            await self._heard.wait()

    async def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            self.lines.append(line.decode().rstrip())
            self._heard.set()


@dataclass
class AgentRun:
    """What disturbers get: the agent, the network, and what the board has said."""

    agent: AgentProcess
    proxy: Proxy
    on_roll: Callable[[], None] = lambda: None
    rolls: int = 0
    board: ConnectedBoard = field(init=False)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _seen: int = 0

    def on_change(self) -> None:
        """The board was told or said something."""
        journal = self.board._link._journal
        if journal.last > self._seen:
            self._seen = journal.last
            ((_, raw),) = journal.since(journal.last - 1)
            if raw[0] == _ROLL:
                self.rolls += 1
                self.on_roll()
        self._changed.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until this is so; looked at whenever the board is told or says something."""
        while not holds():
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.02):
                    await self._changed.wait()

    @property
    def stored(self) -> int:
        """The newest event of the board that the agent has acknowledged."""
        return self.board._link._journal.stored

    @property
    def newest(self) -> int:
        """The newest event of the board."""
        return self.board._link._journal.last


Disturb = Callable[[AgentRun], Awaitable[None]]


async def play_behind_agent(
    folder: Path, seed: int, disturbers: Sequence[Disturb]
) -> tuple[Run, AgentProcess]:
    """Play a match to its signed end, with one disturbance after another; its agent has ended."""
    async with asyncio.timeout(DEADLINE):
        server = await start_server(folder, folder / "devices")
        desk = OperatorDesk(server.address)
        proxy = Proxy(server.port)
        network = await proxy.listen()
        try:
            await desk.become_director(server.set_up_link, PASSPHRASE)
            agent = await _play(desk, proxy, server.address, folder, seed, disturbers)
            protocol = await signed_form(desk)
        finally:
            network.close()
            proxy.mend()
            await desk.close()
            await server.stop()
    return Run(protocol, await log_of(folder), 0, 0), agent


async def _play(
    desk: OperatorDesk,
    proxy: Proxy,
    server: str,
    folder: Path,
    seed: int,
    disturbers: Sequence[Disturb],
) -> AgentProcess:
    keys = await set_up_with_keys(desk)
    table = Table(seed, SeededDice(seed), folder / "boards", 0.0, sensible_players)
    cables = folder / "cables"
    device = cables / f"usb-{_OPEN}-if00"
    agent = AgentProcess(folder / "agent", device, proxy.address, keys[Room.OPEN])
    run = AgentRun(agent, proxy)
    run.board = table.board(Room.OPEN, None, run.on_change)
    closed = table.board(Room.CLOSED, keys[Room.CLOSED], lambda: None)
    playing = asyncio.gather(run.board.run(by_cable(cables)), closed.run(by_websocket(server)))
    try:
        await agent.start()
        for disturb in disturbers:
            await disturb(run)
        await finished(desk)
        await run.until(lambda: run.stored == run.newest)
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await agent.stop()
    return agent


async def set_up_with_keys(desk: OperatorDesk) -> dict[Room, bytes]:
    """Set up a match with both boards and line-ups; the boards' keys."""
    names = {"event": EVENT, "game": BACKGAMMON.name, "tail": "thrown"}
    await desk.schedule(HOME, AWAY, games=GAMES, **names)
    keys = {room: await desk.seat_board(room, BOARD_IDS[room], "") for room in Room}
    for team in (HOME, AWAY):
        await desk.line_up(team)
    return keys
