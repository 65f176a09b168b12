"""What every demonstration has: a folder, a server of its own, boards that play on it."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import httpx

from simulator.server_process import ServerProcess, start_server

NOTICED_WITHIN = 2.0
"""Seconds until the end of a child process is known."""
LOOK_EVERY = 0.25
"""Seconds between looks at whether a match is over."""
Failure = TypeVar("Failure", bound=Exception)


@dataclass(frozen=True, slots=True)
class DemoFolder:
    """Where a demonstration keeps everything."""

    folder: Path

    @property
    def devices(self) -> Path:
        """Where the open rooms' boards are plugged in."""
        return self.folder / "devices"

    @property
    def log(self) -> Path:
        """What the server writes."""
        return self.folder / "server.log"


class Demonstration(Protocol):
    """What runs on a server; `finished`: all was played, and it only stays to be looked at."""

    finished: bool

    async def run(self) -> None:
        """Play it."""


async def run_served(
    folder: DemoFolder, port: int, pace: float, made: Callable[[ServerProcess], Demonstration]
) -> None:
    """Run what is made on a server of its own; its cancellation once finished is no failure.

    `pace` is how many seconds people take for an action: with 0 nobody has time for a double, and
    watchers hear its answer at once.

    Raises ServerDied.
    """
    folder.folder.mkdir(parents=True, exist_ok=True)
    set_by = {} if pace else {"YALTA_DOUBLE_PAUSE": "0"}
    server = await start_server(folder.folder, folder.devices, port, folder.log, environment=set_by)
    demonstration = made(server)
    try:
        await _while_it_lives(server, demonstration.run())
    except asyncio.CancelledError:
        if not demonstration.finished:
            raise
    finally:
        await server.stop()


async def _while_it_lives(server: ServerProcess, work: Coroutine[Any, Any, None]) -> None:
    """Do the work while the server runs; raises ServerDied when it ends before."""
    working = asyncio.create_task(work)
    watching = asyncio.create_task(server.watch())
    try:
        await asyncio.wait((working, watching), return_when=asyncio.FIRST_COMPLETED)
        if working.done() and isinstance(working.exception(), httpx.TransportError):
            # A lost connection is noticed before the death that caused it.
            await asyncio.wait((watching,), timeout=NOTICED_WITHIN)
        if watching.done():
            await watching
        await working
    finally:
        for task in (working, watching):
            task.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)


def cancel_by_signals() -> None:
    """Have a closed terminal or a polite kill cancel the current task, as Ctrl-C does."""
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)


def first_of(group: BaseExceptionGroup[Failure]) -> Failure:
    """What the first of several that failed together met is all there is to say."""
    first = group.exceptions[0]
    return first_of(first) if isinstance(first, BaseExceptionGroup) else first


@contextlib.asynccontextmanager
async def in_background(
    work: Coroutine[Any, Any, None],
) -> AsyncIterator[Callable[[], Coroutine[Any, Any, None]]]:
    """Do the work until the block ends; what it gives waits LOOK_EVERY and raises what failed."""
    doing = asyncio.create_task(work)

    async def wait_a_little() -> None:
        await asyncio.wait((doing,), timeout=LOOK_EVERY)
        if doing.done():
            await doing

    try:
        yield wait_a_little
    finally:
        doing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await doing
