"""The real server as a child process: starting, watching, stopping and killing it."""

import asyncio
import contextlib
import os
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

LISTENING = "Yalta is listening on "
SET_UP = "/set-up/"
START_WITHIN = 30.0
"""Seconds within which a new server must report its address."""
STOP_WITHIN = 8.0
"""Seconds that a server may take to end after it was asked to."""
LAST_LINES = 20


class ServerDied(Exception):
    """The server has ended unexpectedly.

    The error's text has the last lines of the server's output, where the technician finds the
    reason.
    """

    def __init__(self, status: int | None, last_lines: Sequence[str]) -> None:
        output = "\n".join(f"  {line}" for line in last_lines) or "  (it said nothing)"
        how = "did not start in time" if status is None else f"ended with status {status}"
        super().__init__(f"the server {how}; its last lines:\n{output}")


class ServerProcess:
    """A `yalta serve` that runs as a child process on the loopback address.

    Create it with `start_server`. `set_up_link` is the address at which the server's first director
    is created; it is empty if there is a director. All output of the server is appended to the file
    `log`, if there is one.
    """

    def __init__(self, process: asyncio.subprocess.Process, log: Path | None = None) -> None:
        self.address = ""
        self.set_up_link = ""
        self.last_lines: deque[str] = deque(maxlen=LAST_LINES)
        self._process = process
        self._log = log or Path(os.devnull)
        self._listens = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    @property
    def pid(self) -> int:
        """The server's process id."""
        return self._process.pid

    @property
    def port(self) -> int:
        """The TCP port on which the server listens."""
        return int(self.address.rpartition(":")[2])

    async def _read(self) -> None:
        assert self._process.stdout is not None
        # The log contains the set-up link: it is readable by its owner only.
        log = os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            async for raw in self._process.stdout:
                os.write(log, raw)
                self._take_in(raw.decode(errors="replace").rstrip())
        finally:
            os.close(log)

    def _take_in(self, line: str) -> None:
        self.last_lines.append(line)
        if SET_UP in line:
            self.set_up_link = line.strip()
        if line.startswith(LISTENING):
            self.address = line.removeprefix(LISTENING)
            self._listens.set()

    async def ready(self) -> None:
        """Wait until the server listens. Raises ServerDied if it ends or takes too long."""
        listens = asyncio.create_task(self._listens.wait())
        try:
            ended = {listens, self._reading}
            await asyncio.wait(ended, timeout=START_WITHIN, return_when=asyncio.FIRST_COMPLETED)
            if not self._listens.is_set():
                raise ServerDied(await self._status_soon(), self.last_lines)
        finally:
            listens.cancel()

    async def _status_soon(self) -> int | None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                return await self._process.wait()
        return None

    async def watch(self) -> None:
        """Wait until the server ends, and then raise ServerDied."""
        status = await self._process.wait()
        await self._reading
        raise ServerDied(status, self.last_lines)

    async def kill(self) -> None:
        """Kill the server without warning, as a power cut would."""
        self._kill()
        await self._process.wait()
        await self._reading

    async def stop(self) -> None:
        """Ask the server to end, and kill it if it is still running after STOP_WITHIN seconds."""
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            async with asyncio.timeout(STOP_WITHIN):
                await self._process.wait()
        except TimeoutError:
            self._kill()
            await self._process.wait()
        await self._reading

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()


async def launched(
    arguments: Sequence[str], environment: Mapping[str, str], within: Sequence[str]
) -> asyncio.subprocess.Process:
    """Start `yalta` with these arguments as a child process, in a session of its own (setsid).

    Its output can be read from a pipe. `within` is a command that runs the command appended to it,
    such as unshare(1), or empty.
    """
    return await asyncio.create_subprocess_exec(
        *within,
        *(sys.executable, "-m", "yalta", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
        env=environment,
    )


async def start_server(
    data_folder: Path,
    devices: Path,
    port: int = 0,
    log: Path | None = None,
    within: Sequence[str] = (),
    settings: Sequence[str] = (),
    environment: Mapping[str, str] = MappingProxyType({}),
) -> ServerProcess:
    """Start a server on this data folder and these devices, and return once it listens.

    `port` 0 means any free port. The server's output is appended to the file `log`. `within` is a
    command that runs the command appended to it, such as unshare(1). `settings` are more options of
    `yalta serve`, and `environment` has variables in addition to those of this process.

    The server is in a process session of its own (setsid), so that Ctrl-C reaches only the process
    that started it. If that process is killed, the server notices the end of its standard input and
    ends too. Raises ServerDied.
    """
    options = ["--data", data_folder, "--devices", devices, "--port", port, "--host", "127.0.0.1"]
    arguments = ("serve", "--until-stdin-ends", *map(str, options), *settings)
    variables = {**os.environ, "PYTHONUNBUFFERED": "1", **environment}
    server = ServerProcess(await launched(arguments, variables, within), log)
    try:
        await server.ready()
    except BaseException:
        await server.kill()
        raise
    return server
