"""Databases whose disk takes nothing for as long as it is wanted."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from server.store.database_file import DatabaseFile
from server.store.disk_fault import DiskFault
from server.store.event_log.contract import LogUnavailable
from server.store.event_log.log_file import LogFile


@contextmanager
def log_stores_nothing(fault: DiskFault = DiskFault.IO_ERROR) -> Iterator[None]:
    """Every event log of this process refuses what is appended, as its disk does."""

    def fails(*_: object) -> None:
        raise LogUnavailable(f"the event log failed: {fault.value}", fault)

    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(LogFile, "append_all", fails)
        broken.setattr(LogFile, "try_write", fails)
        yield


@contextmanager
def takes_no_writing(database: DatabaseFile) -> Iterator[None]:
    """SQLite refuses to write to that database, as to a file that became read-only."""
    database.driver.execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        database.driver.execute("PRAGMA query_only = OFF")
