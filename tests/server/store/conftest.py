"""A real log on a real file for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.event_log.sqlite_log import SqliteEventLog


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[SqliteEventLog]:
    opened = await SqliteEventLog.open(tmp_path / "log.sqlite3")
    yield opened
    await opened.close()
