"""What a process does that appends until it is killed: each batch is three events and one frame."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from server.store.event_log.contract import Batch
from server.store.event_log.sqlite_log import SqliteEventLog
from tests.server.store.samples import counted, frames, stored


def append_for_ever(path: Path, acknowledged: Callable[[int], object]) -> None:
    """Append, and tell each batch's number once it is acknowledged."""
    asyncio.run(_append(path, acknowledged))


async def _append(path: Path, acknowledged: Callable[[int], object]) -> None:
    log = await SqliteEventLog.open(path)
    so_far = await log.read("match/5")
    last = so_far[-1] if so_far else None
    number = len(so_far) // 3
    while True:
        number += 1
        events = stored([counted(number)] * 3, last=last)
        await log.append(Batch(events, frames(number, 1)))
        last = events[-1]
        acknowledged(number)
