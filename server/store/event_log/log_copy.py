"""A copy of an event log's file, to which an update adds only the log's new rows.

The rows of a log are never changed, so an update adds only the rows after the copy's last row. The
copy is itself an event log's file with the same tables, whose triggers refuse a row that is not the
next. An update is one transaction: if it is interrupted, the copy is as it was before the update.
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
"""The most rows read between two commits of the log (our choice).

Reading so many rows takes about a millisecond.
"""

Row = tuple[object, ...]


class LogMark(NamedTuple):
    """The end of a log's file: the number of the last row of each of its database tables.

    A number is 0 if the database table is empty.
    """

    streams: int = 0
    journals: int = 0
    events: int = 0
    frames: int = 0


class AnotherLogsCopy(Exception):
    """The backup folder has the backup of other records. The operator can choose another folder."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is the backup of other records, or has more than these. Operator: give these"
            " records another backup folder"
        )


class _Table(NamedTuple):
    """The SQL statements for copying one database table.

    Columns that triggers keep up to date are read as 0, so that the copy's triggers count them up
    again.
    """

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
"""The database tables in LogMark's order.

Each database table comes after the database tables to which its rows refer.
"""

_DIGEST = "SELECT digest FROM event WHERE place = ?"
_LATEST = "SELECT recorded_at FROM event WHERE place = ?"


def mark_of(driver: sqlite3.Connection) -> LogMark:
    """Return the present end of the file. Raises sqlite3.Error."""
    return LogMark(*(driver.execute(table.last).fetchone()[0] for table in _TABLES))


def rows_behind(driver: sqlite3.Connection, table: int, after: int, last: int) -> list[Row]:
    """Return the rows of a database table that come after row `after`, up to row `last`.

    `table` is the database table's index in LogMark. At most ROWS_A_STEP rows are returned; the
    caller asks again for the rest. Raises sqlite3.Error.
    """
    rows: list[Row] = driver.execute(_TABLES[table].read, (after, last, ROWS_A_STEP)).fetchall()
    return rows


def digest_at(driver: sqlite3.Connection, place: int) -> bytes | None:
    """Return the hash of the event at `place`, its number among all events of the log, or None.

    None means that there is no such event. Raises sqlite3.Error.
    """
    row = driver.execute(_DIGEST, (place,)).fetchone()
    return None if row is None else row[0]


class LogCopy:
    """A copy of a log's file, opened for one update; one thread at a time may use it.

    Every method can raise sqlite3.Error.
    """

    def __init__(self, path: Path, database: DatabaseFile) -> None:
        self.path = path
        self._database = database
        self._driver = database.driver
        self.mark = mark_of(self._driver)
        self._driver.execute("BEGIN IMMEDIATE")

    @property
    def last_digest(self) -> bytes | None:
        """The hash of the last event in the copy, None if the copy has no events."""
        return digest_at(self._driver, self.mark.events)

    def belongs_to(self, identity: bytes) -> None:
        """Check that the copy is of the log with that identity, or still empty.

        An empty copy is given the identity. Raises AnotherLogsCopy if it is a copy of another log.
        """
        if self.mark == LogMark():
            self._driver.execute("UPDATE identity SET identity = ?", (identity,))
        elif self._driver.execute("SELECT identity FROM identity").fetchone()[0] != identity:
            raise AnotherLogsCopy(self.path)

    def add(self, table: int, rows: Sequence[Row]) -> None:
        """Add the next rows of a database table; `table` is its index in LogMark."""
        self._driver.executemany(_TABLES[table].add, rows)

    def commit(self) -> None:
        """Commit the added rows, so that they are durable."""
        self._driver.execute("COMMIT")

    def close(self) -> None:
        """Close the file; rows that were not committed are lost."""
        try:
            if self._driver.in_transaction:
                self._driver.execute("ROLLBACK")
        finally:
            self._database.close()


def open_copy(path: Path) -> LogCopy:
    """Open the copy, or create it with access for its owner only.

    Raises one of the classes of DatabaseRefused.
    """
    database = open_database(path, EVENT_LOG_SCHEMA)
    try:
        return LogCopy(path, database)
    except sqlite3.Error as error:
        database.close()
        raise DatabaseUnusable(path, error) from error
