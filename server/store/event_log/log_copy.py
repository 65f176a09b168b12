"""A copy of an event log's file, updated by the log's new rows.

The log's rows are only ever added, so a copy needs only those after its last one. It is a log's
file of its own: the same tables, whose triggers refuse a row that is not the next. An update is one
transaction; a copy that was interrupted at any moment is as the last update left it.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from server.store.database_file import DatabaseFile, DatabaseUnusable, open_database
from server.store.event_log.tables import (
    EVENT_LOG_SCHEMA,
    EventRow,
    FrameRow,
    JournalRow,
    LogTable,
    StreamRow,
)

ROWS_A_STEP: Final = 256
"""Rows read between two commits of the log: reading them takes about a millisecond."""

Row = tuple[object, ...]


class LogMark(NamedTuple):
    """The end of a log's file: the last row of each table, 0 for none."""

    streams: int = 0
    journals: int = 0
    events: int = 0
    frames: int = 0


class AnotherLogsCopy(Exception):
    """The folder holds the backup of other records. The operator can use another folder."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is the backup of other records, or has more than these. Operator: give these"
            " records another backup folder"
        )


class _Table(NamedTuple):
    """The statements of a table; what triggers update in a head begins at nothing."""

    last: str
    read: str
    add: str


def _table(table: type[LogTable], key: str, heads: frozenset[str] = frozenset()) -> _Table:
    name = table.__tablename__
    columns = [column.name for column in LogTable.metadata.tables[str(name)].columns]
    read = ", ".join("0" if column in heads else column for column in columns)
    return _Table(
        last=f"SELECT coalesce(max({key}), 0) FROM {name}",
        read=f"SELECT {read} FROM {name} WHERE {key} > ? AND {key} <= ? ORDER BY {key} LIMIT ?",
        add=f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
    )


_TABLES: Final = (
    _table(StreamRow, "stream_id", frozenset({"head", "last_place", "journalled"})),
    _table(JournalRow, "journal_number", frozenset({"head"})),
    _table(EventRow, "place"),
    _table(FrameRow, "place"),
)
"""The tables in the order of LogMark: a row is added after those it refers to."""

_DIGEST = "SELECT digest FROM event WHERE place = ?"
_LATEST = "SELECT recorded_at FROM event WHERE place = ?"


def mark_of(driver: sqlite3.Connection) -> LogMark:
    """Return the file's present end; raises sqlite3.Error."""
    return LogMark(*(driver.execute(table.last).fetchone()[0] for table in _TABLES))


def rows_behind(driver: sqlite3.Connection, table: int, after: int, last: int) -> list[Row]:
    """Return the next rows of a table, by its index in LogMark, after `after` up to `last`.

    At most ROWS_A_STEP; raises sqlite3.Error.
    """
    rows: list[Row] = driver.execute(_TABLES[table].read, (after, last, ROWS_A_STEP)).fetchall()
    return rows


def digest_at(driver: sqlite3.Connection, place: int) -> bytes | None:
    """Return the ledger's hash of the event at that place, None for none; raises sqlite3.Error."""
    row = driver.execute(_DIGEST, (place,)).fetchone()
    return None if row is None else row[0]


class LogCopy:
    """The copy, open for one update; used by one thread at a time. Every method: sqlite3.Error."""

    def __init__(self, path: Path, database: DatabaseFile) -> None:
        self.path = path
        self._database = database
        self._driver = database.driver
        self.mark = mark_of(self._driver)
        self._driver.execute("BEGIN IMMEDIATE")

    @property
    def last_digest(self) -> bytes | None:
        """The ledger's hash of the log's last event, None before the first."""
        return digest_at(self._driver, self.mark.events)

    def belongs_to(self, identity: bytes) -> None:
        """Give a new copy its log's identity; raises AnotherLogsCopy for that of another one."""
        if self.mark == LogMark():
            self._driver.execute("UPDATE identity SET identity = ?", (identity,))
        elif self._driver.execute("SELECT identity FROM identity").fetchone()[0] != identity:
            raise AnotherLogsCopy(self.path)

    def add(self, table: int, rows: Sequence[Row]) -> None:
        """Add the next rows of a table, by its index in LogMark."""
        self._driver.executemany(_TABLES[table].add, rows)

    def commit(self) -> None:
        """Commit the added events, so that they are durable."""
        self._driver.execute("COMMIT")

    def close(self) -> None:
        """Close the file; what was not committed is lost."""
        try:
            if self._driver.in_transaction:
                self._driver.execute("ROLLBACK")
        finally:
            self._database.close()


def open_copy(path: Path) -> LogCopy:
    """Open or make the copy, readable by its owner only; raises DatabaseRefused in its kinds."""
    database = open_database(path, EVENT_LOG_SCHEMA)
    try:
        return LogCopy(path, database)
    except sqlite3.Error as error:
        database.close()
        raise DatabaseUnusable(path, error) from error
