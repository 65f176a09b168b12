"""Databases whose disk takes nothing for as long as it is wanted."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from server.store.database_file import DatabaseFile, DiskFault
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
def refuses_table(database: DatabaseFile, table: str) -> Iterator[None]:
    """SQLite refuses whatever would change that table: the disk fails in the midst of a change."""

    def allowed(action: int, name: str | None, *_: object) -> int:
        changes = action in (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE)
        return sqlite3.SQLITE_DENY if changes and name == table else sqlite3.SQLITE_OK

    database.driver.set_authorizer(allowed)
    try:
        yield
    finally:
        database.driver.set_authorizer(None)


@contextmanager
def takes_no_writing(database: DatabaseFile) -> Iterator[None]:
    """SQLite refuses to write to that database, as to a file that became read-only."""
    database.driver.execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        database.driver.execute("PRAGMA query_only = OFF")
