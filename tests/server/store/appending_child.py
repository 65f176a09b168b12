"""A process that appends until it is killed; it prints each batch's number once acknowledged.

Every batch is three events and one frame.
"""

import asyncio
import sys
from pathlib import Path

from server.store.event_log.contract import Batch
from server.store.event_log.sqlite_log import SqliteEventLog
from tests.server.store.samples import counted, frames, stored


async def append_for_ever(path: Path) -> None:
    log = await SqliteEventLog.open(path)
    so_far = await log.read("match/5")
    last = so_far[-1] if so_far else None
    number = len(so_far) // 3
    while True:
        number += 1
        events = stored([counted(number)] * 3, last=last)
        await log.append(Batch(events, frames(number, 1)))
        last = events[-1]
        print(number, flush=True)


if __name__ == "__main__":
    asyncio.run(append_for_ever(Path(sys.argv[1])))
