import asyncio
import importlib.util
import os
import pty
import sys
import tty
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from board_drivers.conformance.points import POINTS, try_board
from board_drivers.conformance.trial_end import TrialEnd
from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.transports.transport import Transport, pipe
from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited, Capability, WireSide
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from simulator.connected_board import ConnectedBoard
from simulator.people import People
from simulator.sensor_board import SensorBoard

FILE = Path(__file__).parents[3] / "docs" / "example_board.py"
POLLED_EVERY = 0.005


def example() -> Any:
    """The module, as whoever copies it has it."""
    spec = importlib.util.spec_from_file_location("example_board", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Stream:
    """A transport as such a board reads and writes: without waiting."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._read, self._written = b"", b""

    def read(self) -> bytes:
        """What has come."""
        chunk, self._read = self._read, b""
        return chunk

    def write(self, chunk: bytes) -> None:
        """Put bytes on the line."""
        self._written += chunk

    async def receive(self) -> None:
        """Take in what comes until the far end has gone."""
        while chunk := await self._transport.receive():
            self._read += chunk

    async def flush(self) -> None:
        """Send what was written."""
        chunk, self._written = self._written, b""
        if chunk:
            waiting = self._transport.send(chunk)
            if waiting is not None:
                await waiting


@asynccontextmanager
async def polled(kind: Any, transport: Transport, journal: Path) -> AsyncIterator[Any]:
    """A board of that class on a transport, polled as its own loop would."""
    loop, stream = asyncio.get_running_loop(), Stream(transport)
    board = kind(stream, lambda: int(loop.time() * 1000), b"example-1", str(journal))

    async def poll() -> None:
        while True:
            board.poll()
            await stream.flush()
            await asyncio.sleep(POLLED_EVERY)

    tasks = [loop.create_task(stream.receive()), loop.create_task(poll())]
    try:
        yield board
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


pytestmark = pytest.mark.long
EXAMPLE = example()
KEY = bytes(range(32))

if TYPE_CHECKING:

    class Board:
        """The example's, of which a type checker knows nothing."""

        nonce: bytes
        last: int
        taken: int

        def clock(self) -> int: ...
        def greet(self, at: int) -> None: ...
        def hear(self, body: bytes, now: int) -> None: ...
        def hello(self, now: int) -> bytes: ...
        def event(self, number: int, flags: int) -> None: ...
        def say(self, kind: int, payload: bytes) -> None: ...
        def take(self, kind: int, payload: bytes, number: int) -> None: ...
else:
    Board = EXAMPLE.Board


async def wrong_points(kind: Any, journal: Path) -> list[str]:
    """The points at which a board of that class does otherwise."""
    ours, its = pipe()
    async with polled(kind, its, journal):
        findings = await try_board(TrialEnd(ours, None), None, lambda _: None)
    assert [each.point for each in findings] == [*POINTS][: len(findings)]
    return [each.point for each in findings if each.wrong]


class Careless(Board):
    """Takes whatever WELCOME comes, and its own echo."""

    def hear(self, body: bytes, now: int) -> None:
        if body[1] == EXAMPLE.WELCOME:
            body = body[:20] + self.nonce + body[28:]
        super().hear(body, now)


class Forgetful(Board):
    """Forgets what is acknowledged, and with it what a restored server asks for."""

    def hello(self, now: int) -> bytes:
        raw = super().hello(now)
        forgotten = (self.last + 1).to_bytes(4, "little")
        return raw[:9] + forgotten + raw[13:]


class Unmarked(Board):
    """Repeats its events as if they were new."""

    def event(self, number: int, flags: int) -> None:
        super().event(number, 0)


class OtherDice(Board):
    """Shows other dice than it was given."""

    def say(self, kind: int, payload: bytes) -> None:
        dice = bytes((5, 5)) if kind == EXAMPLE.DICE_SHOWN else payload[-2:]
        super().say(kind, payload[:-2] + dice)


class Impatient(Board):
    """Greets at once after a refusal."""

    def greet(self, at: int) -> None:
        super().greet(min(at, self.clock()))


class Gapless(Board):
    """Takes commands in whatever order they come."""

    def take(self, kind: int, payload: bytes, number: int) -> None:
        self.taken = max(self.taken, number - 1)
        super().take(kind, payload, number)


async def test_a_board_that_errs_is_told_where_and_the_example_errs_nowhere(tmp_path: Path) -> None:
    kinds = (Board, Careless, Forgetful, Unmarked, OtherDice, Impatient, Gapless)
    found = await asyncio.gather(
        *(wrong_points(kind, tmp_path / f"{number}") for number, kind in enumerate(kinds))
    )
    wrong = dict(zip((kind.__name__ for kind in kinds), found, strict=True))
    assert wrong.pop("Board") == []
    assert {name: points[:1] for name, points in wrong.items()} == {
        "Careless": ["ignores a WELCOME for another nonce"],
        "Forgetful": ["says again what was acknowledged, to a server that knows less"],
        "Unmarked": [
            "says a SNAPSHOT after the handshake, and repeats it while it is not acknowledged"
        ],
        "OtherDice": ["echoes the dice it shows"],
        "Impatient": ["waits five seconds after a refusal"],
        "Gapless": ["asks by NAK for a command that is missing"],
    }


@pytest.mark.parametrize(
    "key", [pytest.param(None, marks=pytest.mark.soak), KEY], ids=["without a key", "with a key"]
)
async def test_the_simulated_board_keeps_to_every_point(key: bytes | None) -> None:
    can = Capability.CONSOLE | Capability.DISPLAY
    identity = BoardIdentity("simulated", "Simulated board", "1", can)
    link = BoardLink(identity, MemoryJournal(bytes(range(8))), key, 1, bytes(range(16)))
    board = SensorBoard(BACKGAMMON, People(1, Room.CLOSED), None)
    board.hear(wire.GameStart(1, 1))
    board.hear(wire.Wait(1, 1, 1, WireSide.NONE, Awaited.OTHER_ROOM))
    ours, its = pipe()

    async def connect() -> Any:
        return its

    playing = asyncio.create_task(ConnectedBoard(board, link, 60.0).run(connect))
    findings = await try_board(TrialEnd(ours, key), key, lambda _: None)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    assert [(each.point, each.wrong) for each in findings if each.wrong] == []
    assert len(findings) == len(POINTS)


async def test_the_command_tries_a_board_on_a_serial_line(tmp_path: Path) -> None:
    ours, its = pty.openpty()
    tty.setraw(its)
    os.set_blocking(ours, False)
    board = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _ON_A_LINE, str(ours), str(tmp_path / "journal")), pass_fds=(ours,)
    )
    command = [sys.executable, "-m", "yalta", "board-check", os.ttyname(its)]
    try:
        check = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        output, _ = await check.communicate()
    finally:
        board.kill()
        await board.wait()
    assert check.returncode == 0, output.decode()
    assert output.decode().endswith(f"{len(POINTS)} of {len(POINTS)} points kept, 0 not.\n")


_ON_A_LINE = """
import os, sys, time
sys.path.insert(0, "docs")
from example_board import Board
line = int(sys.argv[1])
class Stream:
    def read(self):
        try:
            return os.read(line, 4096)
        except BlockingIOError:
            return b""
    def write(self, chunk):
        os.write(line, chunk)
board = Board(Stream(), lambda: int(time.monotonic() * 1000), b"example-1", sys.argv[2])
while True:
    board.poll()
    time.sleep(0.005)
"""
