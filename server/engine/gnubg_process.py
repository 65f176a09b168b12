"""One process of GNU Backgammon, which answers over a socket; its owner restarts it.

Debian installs the program in /usr/games, which the PATH of a service leaves out. Its exit status
is always 0, and it evaluates even impossible positions, so positions are checked before they are
sent.

A position is sent as the line that GNU Backgammon's `evaluation fibsboard` reads. Source: "FIBS
Client Protocol Specification", the board string; money play, no dice thrown. The player on roll is
"You", has positive counts and moves from point 24 to point 1.
"""

import asyncio
import contextlib
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from rules.match_files.ids import position_of_id
from rules.position import BAR, CHECKERS, OFF, Side
from server.platform_support import (
    connect_unix,
    end_with_parent,
    have_process_give_way,
    is_running,
    system,
)

_MONEY = 0
_CENTRED_CUBE = (1, 1, 1, 0)
_COLOUR, _DIRECTION, _HOME = 1, -1, 0


def fibs_board(position_id: str) -> str:
    """Return the line that describes a position, as the player on roll sees it.

    `position_id` is the position's ID. Raises InvalidIdentifier.
    """
    position = position_of_id(position_id, Side.WHITE)
    own, other = position.white, position.red
    points = [own[point] - other[BAR - point] for point in range(1, BAR)]
    fields = (
        "board:You:Opponent",
        *(_MONEY, 0, 0),
        *(-other[BAR], *points, own[BAR]),
        *(_COLOUR, 0, 0, 0, 0),
        *_CENTRED_CUBE,
        *(_COLOUR, _DIRECTION, _HOME, CHECKERS + 10),
        *(own[OFF], other[OFF], own[BAR], other[BAR]),
        *(0, 0, 0, 0),
    )
    return ":".join(map(str, fields))


ENGINE, PLIES = "GNU Backgammon", 2
PACKAGE = "gnubg"
"""The Debian package of the program."""
_GAMES = "/usr/games"
_FOLDERS = "yalta-gnubg-"
_STARTS_WITHIN = 30.0
_TRY_EVERY = 0.05
_FIGURES = re.compile(rb"(?:-?\d+\.\d+ ){5}-?\d+\.\d+\s*")
_VERSION = re.compile(rb"Engine: (\S+)\s+Software: (\S+)")
_LONGEST = 4096
_NO_END = "its answer has no end"


class EngineFailed(Exception):
    """The process died, was silent, or answered something that is no evaluation.

    The process cannot be used any more.
    """


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The value of a position to the player on roll; each figure is a chance, 0 to 1.

    The figures have six decimal places. `wins` include gammons, and `gammons` include backgammons.
    `lost_gammons` and `lost_backgammons` are the chances that the other side wins these.
    """

    wins: Decimal
    gammons: Decimal
    backgammons: Decimal
    lost_gammons: Decimal
    lost_backgammons: Decimal


def program() -> str | None:
    """Return the path of the program, or None if it is not installed or this system is Windows.

    The server talks to the program over a Unix socket, which Windows does not have.
    """
    if system() == "windows":
        return None
    folders = os.pathsep.join((os.environ.get("PATH", os.defpath), _GAMES))
    return shutil.which("gnubg", path=folders)


class GnubgProcess:
    """A running program, created by `start`; `software` and `net` are its versions."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        folder: Path,
    ) -> None:
        self._process, self._reader, self._writer = process, reader, writer
        self._folder = folder
        self.software = self.net = ""

    @property
    def process_id(self) -> int:
        """The process id of the program."""
        return self._process.pid

    @classmethod
    async def start(cls, path: str) -> "GnubgProcess":
        """Start the program and ask for its versions. Raises EngineFailed.

        The program ends when this server's process ends, even if the server is killed. Temporary
        folders that earlier processes have left behind are removed.
        """
        await asyncio.to_thread(_clear_away)
        folder = Path(tempfile.mkdtemp(prefix=f"{_FOLDERS}{os.getpid()}-"))
        socket = folder / "socket"
        process = await asyncio.create_subprocess_exec(
            *(path, "--tty", "--quiet", "--no-rc", "--prefsdir", str(folder)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=folder,
            env={"PATH": os.defpath, "HOME": str(folder), "LC_ALL": "C"},
            preexec_fn=end_with_parent(),
        )
        have_process_give_way(process.pid)
        try:
            assert process.stdin is not None
            with contextlib.suppress(RuntimeError):  # uvloop's error if it has ended already
                process.stdin.write(f"external {socket}\n".encode())
            async with asyncio.timeout(_STARTS_WITHIN):
                reader, writer = await _connected(process, socket)
        except (OSError, TimeoutError) as error:
            await _ended(process, folder)
            raise EngineFailed(f"it did not start: {str(error) or 'no answer in time'}") from error
        started = cls(process, reader, writer, folder)
        await started._ask_versions()
        return started

    async def evaluate(self, position_id: str) -> Evaluation:
        """Return the value of a position for money without a cube, two plies deep.

        There is no time limit. Raises EngineFailed or InvalidIdentifier.
        """
        board = fibs_board(position_id)
        answer = await self._ask(f"evaluation fibsboard {board} plies {PLIES} cube off")
        if _FIGURES.fullmatch(answer) is None:
            raise EngineFailed(f"it answered {answer[:80].decode('latin-1').strip()!r}")
        return Evaluation(*(Decimal(each.decode()) for each in answer.split()[:5]))

    async def close(self) -> None:
        """End the program, whatever it is doing."""
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()
        await _ended(self._process, self._folder)

    async def _ask_versions(self) -> None:
        try:
            async with asyncio.timeout(_STARTS_WITHIN):
                answer = await self._ask("version", b"Software: ")
        except (EngineFailed, TimeoutError) as error:
            await self.close()
            raise EngineFailed(f"it did not tell its version: {error}") from error
        found = _VERSION.search(answer)
        if found is not None:
            self.net, self.software = (each.decode("latin-1") for each in found.groups())

    async def _ask(self, line: str, until: bytes = b"") -> bytes:
        """Return the answer to a line, up to the end of the first line that begins with `until`."""
        try:
            self._writer.write(line.encode() + b"\n")
            await self._writer.drain()
            answer = b""
            while len(answer) < _LONGEST:
                read = await self._reader.readline()
                answer += read
                if not read.endswith(b"\n"):
                    raise EngineFailed("it ended")
                if read.startswith(until):
                    return answer
        except OSError as error:
            raise EngineFailed(f"it ended: {error}") from error
        except ValueError as error:  # a line longer than the reader's limit
            raise EngineFailed(_NO_END) from error
        raise EngineFailed(_NO_END)


async def _connected(
    process: asyncio.subprocess.Process, socket: Path
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection to the socket as soon as the program listens on it."""
    while process.returncode is None:
        try:
            return await connect_unix(socket)
        except OSError:
            await asyncio.sleep(_TRY_EVERY)
    raise OSError("it ended")


async def _ended(process: asyncio.subprocess.Process, folder: Path) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    await process.wait()
    await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


def _clear_away() -> None:
    """Remove the temporary folders of programs whose servers are no longer running."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDERS}*-*"):
        owner = folder.name.removeprefix(_FOLDERS).partition("-")[0]
        if owner.isdecimal() and not is_running(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)
