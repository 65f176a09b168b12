"""The event log's SQLite file as one thread uses it: batches in, rows out.

Statements go to the driver as text: a commit costs some 100 µs on a good disk, and SQLAlchemy's
own execution would add a third of that to every roll. The inserts are compiled from the tables.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rules.ledger import from_unix_microseconds, unix_microseconds
from server.store.database_file import DatabaseFile, DatabaseUnusable, open_database
from server.store.event_log.codec import EventUnreadable, decode
from server.store.event_log.contract import (
    Batch,
    JournalEntry,
    LogUnavailable,
    SequenceTaken,
    StoredEvent,
)
from server.store.event_log.log_index import Admission, LogIndex
from server.store.event_log.tables import EVENT_LOG_SCHEMA, EventRow, JournalRow
from server.store.row_insert import RowInsert

_EVENTS = RowInsert(EventRow)
_FRAMES = RowInsert(JournalRow)
_STREAM = """
    SELECT stream, sequence, recorded_at, actor, command_id, kind, version, payload, nonce, digest
    FROM json_each(?) AS wanted CROSS JOIN event ON event.place = wanted.value ORDER BY sequence
"""
_IDENTITY = "SELECT identity FROM identity"
_ALL_EVENTS = "SELECT place, stream, sequence FROM event ORDER BY place"
_ALL_FRAMES = "SELECT board_id, journal_id, number FROM board_journal"
_JOURNALLED = "SELECT stream, max(head) FROM board_journal WHERE stream <> '' GROUP BY stream"

Answer = SequenceTaken | None
"""What became of a batch: None when it is durable."""


class StoredRow(NamedTuple):
    """A row of the table of events without its place, in the order of its columns."""

    stream: str
    sequence: int
    recorded_at: int
    actor: str
    command_id: str
    kind: str
    version: int
    payload: bytes
    nonce: bytes
    digest: bytes


class LogFile:
    """The file; every method raises LogUnavailable when the disk or SQLite fails.

    Made for a file that is open, by reading all numbers in it; raises sqlite3.Error. `identity`
    are sixteen bytes that no other log has; `unfolded` counts the commits that may stand in the
    write-ahead log only.
    """

    def __init__(self, database: DatabaseFile) -> None:
        self._database = database
        self._driver = database.driver
        self._index = _index_of(self._driver)
        self.identity: bytes = self._driver.execute(_IDENTITY).fetchone()[0]
        self.unfolded = 0

    def append_all(self, batches: Sequence[Batch]) -> list[Answer]:
        """Store the batches in one transaction; one that conflicts does not hold back the rest."""
        admission = Admission(self._index)
        answers = [admission.admit(batch) for batch in batches]
        admitted = [batch for batch, taken in zip(batches, answers, strict=True) if taken is None]
        if admitted:
            self._insert(admitted)
        for batch in admitted:
            self._index.add_batch(batch)
        return answers

    def rows_of(self, stream: str) -> list[StoredRow]:
        """Give a stream's rows in the order of their numbers."""
        places = json.dumps(self._index.places_of(stream))
        with _explained():
            return [StoredRow(*row) for row in self._driver.execute(_STREAM, (places,)).fetchall()]

    def streams(self) -> list[str]:
        """Name the streams in alphabetical order."""
        return self._index.streams()

    def journal_heads(self) -> dict[tuple[str, bytes], int]:
        """Give every journal's head by board and journal."""
        return self._index.journal_heads()

    def journalled_heads(self) -> dict[str, int]:
        """Give by stream the highest sequence that a frame was stored with or behind."""
        with _explained():
            return dict(self._driver.execute(_JOURNALLED).fetchall())

    def fold(self) -> None:
        """Fold the write-ahead log into the file, so that no commit has to; it takes some ms."""
        with _explained():
            self._driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self.unfolded = 0

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def _insert(self, batches: Sequence[Batch]) -> None:
        stored = (event for batch in batches for event in batch.events)
        events = [
            _event_row(*numbered) for numbered in enumerate(stored, self._index.last_place + 1)
        ]
        frames = [_frame_row(entry) for batch in batches for entry in batch.journal]
        with self._transaction():
            _EVENTS.into(self._driver, events)
            _FRAMES.into(self._driver, frames)
        self.unfolded += 1

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with _explained():
            self._driver.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._driver.execute("COMMIT")
            except BaseException:
                # A full disk makes SQLite roll back by itself.
                if self._driver.in_transaction:
                    self._driver.execute("ROLLBACK")
                raise


def open_log_file(path: Path) -> LogFile:
    """Open or make the file; raises DatabaseRefused in one of its kinds."""
    database = open_database(path, EVENT_LOG_SCHEMA)
    try:
        return LogFile(database)
    except sqlite3.Error as error:
        database.close()
        raise DatabaseUnusable(path, error) from error


def stored_event(row: StoredRow) -> StoredEvent:
    """Read a row; raises EventUnreadable."""
    try:
        event = decode(row.kind, row.version, row.payload)
    except EventUnreadable as unreadable:
        unreadable.sequence = row.sequence
        raise
    return StoredEvent(
        stream=row.stream,
        sequence=row.sequence,
        recorded_at=from_unix_microseconds(row.recorded_at),
        actor=row.actor,
        command_id=row.command_id,
        kind=row.kind,
        version=row.version,
        payload=row.payload,
        nonce=row.nonce,
        digest=row.digest,
        event=event,
    )


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise LogUnavailable(
            f"the event log failed: {error} ({error.sqlite_errorname}); nothing was stored."
            " Operator: make room on the disk or restore it; the boards will try again"
        ) from error


def _index_of(driver: sqlite3.Connection) -> LogIndex:
    index = LogIndex()
    for row in driver.execute(_ALL_EVENTS):
        index.add_event(*row)
    for row in driver.execute(_ALL_FRAMES):
        index.add_frame(*row)
    return index


def _event_row(place: int, event: StoredEvent) -> tuple[object, ...]:
    return (
        place,
        event.stream,
        event.sequence,
        unix_microseconds(event.recorded_at),
        event.actor,
        event.command_id,
        event.kind,
        event.version,
        event.payload,
        event.nonce,
        event.digest,
    )


def _frame_row(entry: JournalEntry) -> tuple[object, ...]:
    return (
        None,
        entry.board_id,
        entry.journal_id,
        entry.number,
        entry.frame,
        unix_microseconds(entry.recorded_at),
        entry.stream,
        entry.head,
    )
