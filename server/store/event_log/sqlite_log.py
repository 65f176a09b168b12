"""The event log on one SQLite file: a writer thread, group commit, one connection."""

import asyncio
from datetime import datetime
from pathlib import Path
from typing import cast

from server.store.event_log.contract import Batch, StoredEvent, Told
from server.store.event_log.log_file import LogFile, StoredRow, stored_event
from server.store.event_log.writer_thread import WriterThread


class SqliteEventLog:
    """An EventLog; made by `SqliteEventLog.open` and used on that event loop only."""

    def __init__(self, writer: WriterThread) -> None:
        self._writer = writer

    @classmethod
    async def open(cls, path: Path) -> "SqliteEventLog":
        """Open or make the file and migrate it.

        Raises DatabaseRefused in one of its kinds (operator, as each says).
        """
        writer = WriterThread(path)
        await writer.open()
        return cls(writer)

    async def identity(self) -> bytes:
        """Sixteen bytes that no other log has, drawn when the file was made."""
        return cast(bytes, await self._writer.ask(lambda file: file.identity))

    async def append(self, batch: Batch) -> None:
        """See EventLog.append."""
        await self._writer.append(batch)

    def put(self, batch: Batch, told: Told) -> None:
        """See EventLog.put."""
        self._writer.put(batch, told)

    async def read(self, stream: str) -> list[StoredEvent]:
        """See EventLog.read."""
        rows = cast(list[StoredRow], await self._writer.ask(lambda file: file.rows_of(stream)))
        return await asyncio.to_thread(lambda: [stored_event(row) for row in rows])

    async def heads(self) -> dict[str, int]:
        """See EventLog.heads."""
        return cast(dict[str, int], await self._writer.ask(LogFile.heads))

    async def journal_heads(self) -> dict[tuple[str, bytes], int]:
        """See EventLog.journal_heads."""
        return cast(dict[tuple[str, bytes], int], await self._writer.ask(LogFile.journal_heads))

    async def latest(self) -> datetime | None:
        """When the last event was recorded, UTC; None before the first."""
        return cast(datetime | None, await self._writer.ask(LogFile.latest))

    async def try_write(self) -> None:
        """Write something durably and take it away again; raises LogUnavailable."""
        await self._writer.ask(LogFile.try_write)

    async def close(self) -> None:
        """See EventLog.close."""
        await self._writer.close()
