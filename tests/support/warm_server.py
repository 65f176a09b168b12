"""Servers that begin in milliseconds: forked from a process that has imported the program already.

A start imports two thousand modules, several seconds each; what is started is the same command line
with the same arguments. That a server starts as a user starts it is tested where it is said so.
"""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing.reduction import DupFd
from typing import Any, cast

import pytest

from simulator import server_process

_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload(["yalta.serve", "yalta.cli"])
_cold = server_process.launched


def _run(arguments: Sequence[str], environment: Mapping[str, str], ends: Sequence[Any]) -> None:
    """Be that command, with these ends of pipes as input and output."""
    os.setsid()
    for number, end in zip((0, 1), ends, strict=True):
        os.dup2(end.detach(), number)
    os.dup2(1, 2)
    os.environ.clear()
    os.environ.update(environment)
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), *(os.fdopen(n, "w", 1) for n in (1, 2))
    sys.argv = ["yalta", *arguments]
    from yalta.entry import main

    main()


class WarmProcess:
    """What a server's keeper asks of its process, as far as it does."""

    def __init__(self, process: Any, stdin: int, stdout: asyncio.StreamReader) -> None:
        self.stdout, self._stdin, self._process = stdout, stdin, process
        self._ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.add_reader(process.sentinel, self._has_ended, loop)

    def _has_ended(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.remove_reader(self._process.sentinel)
        os.close(self._stdin)
        self._process.join()
        self._ended.set()

    @property
    def pid(self) -> int:
        return int(self._process.pid)

    async def wait(self) -> int:
        """Its exit status, negative for the signal that has ended it."""
        await self._ended.wait()
        return int(self._process.exitcode)

    def terminate(self) -> None:
        """Raises ProcessLookupError once it has ended."""
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        """Raises ProcessLookupError once it has ended."""
        self._send(signal.SIGKILL)

    def _send(self, number: signal.Signals) -> None:
        if self._ended.is_set():
            raise ProcessLookupError
        os.kill(self.pid, number)


async def _warm(
    arguments: Sequence[str], environment: Mapping[str, str], within: Sequence[str]
) -> asyncio.subprocess.Process:
    if within:
        return await _cold(arguments, environment, within)
    stdin, kept = os.pipe()
    read, stdout = os.pipe()
    ends = (DupFd(stdin), DupFd(stdout))
    process = _FORKING.Process(target=_run, args=(arguments, dict(environment), ends))
    process.start()
    os.close(stdin)
    os.close(stdout)
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(read, "rb")
    )
    return cast(asyncio.subprocess.Process, WarmProcess(process, kept, reader))


@contextlib.contextmanager
def warm_servers() -> Iterator[None]:
    """Have `start_server` start them so."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_process, "launched", _warm)
        yield
