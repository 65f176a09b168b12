"""The event log's SQLite file as one thread uses it: batches in, rows out.

Statements go to the driver as text: a commit costs some 100 µs on a good disk, and SQLAlchemy's
own execution would add a third of that to every roll. The inserts are compiled from the tables.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import insert
from sqlalchemy.dialects.sqlite import dialect

from rules.ledger import from_unix_microseconds, unix_microseconds
from server.store.database_file import DatabaseFile, open_database
from server.store.event_codec import EventUnreadable, decode
from server.store.event_log import Batch, JournalEntry, LogUnavailable, SequenceTaken, StoredEvent
from server.store.log_tables import EventRow, JournalRow
from server.store.schemas import Schemas

_INSERT_EVENT = str(insert(EventRow).compile(dialect=dialect()))
_INSERT_FRAME = str(insert(JournalRow).compile(dialect=dialect()))
_STREAM = """
    SELECT stream, sequence, recorded_at, actor, kind, version, payload, nonce, digest
    FROM event WHERE stream = ? ORDER BY sequence
"""
_STREAMS = "SELECT DISTINCT stream FROM event ORDER BY stream"
_JOURNAL_HEADS = """
    SELECT board_id, journal_id, max(number) AS head
    FROM (SELECT board_id, journal_id, number,
                 row_number() OVER (PARTITION BY board_id, journal_id ORDER BY number) AS place
          FROM board_journal)
    WHERE number = place GROUP BY board_id, journal_id
"""

Answer = SequenceTaken | None
"""What became of a batch: None when it is durable."""


class StoredRow(NamedTuple):
    """A row of the table of events, in the order of its columns."""

    stream: str
    sequence: int
    recorded_at: int
    actor: str
    kind: str
    version: int
    payload: bytes
    nonce: bytes
    digest: bytes


class LogFile:
    """The file; every method raises LogUnavailable when the disk or SQLite fails."""

    def __init__(self, database: DatabaseFile) -> None:
        self._database = database
        self._driver = database.driver

    def append_all(self, batches: Sequence[Batch]) -> list[Answer]:
        """Store the batches in one transaction; one that conflicts does not hold back the rest."""
        try:
            with self._transaction():
                self._insert(batches)
        except sqlite3.IntegrityError:
            with self._transaction():
                return [self._insert_alone(batch) for batch in batches]
        return [None] * len(batches)

    def rows_of(self, stream: str) -> list[StoredRow]:
        """Give a stream's rows in order."""
        return [StoredRow(*row) for row in self._rows(_STREAM, stream)]

    def streams(self) -> list[str]:
        """Name the streams in alphabetical order."""
        return [stream for (stream,) in self._rows(_STREAMS)]

    def journal_heads(self) -> dict[tuple[str, bytes], int]:
        """Give every journal's head by board and journal."""
        rows = self._rows(_JOURNAL_HEADS)
        return {(board_id, journal_id): head for board_id, journal_id, head in rows}

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def _insert(self, batches: Iterable[Batch]) -> None:
        events = [_event_row(event) for batch in batches for event in batch.events]
        frames = [_frame_row(entry) for batch in batches for entry in batch.journal]
        if events:
            self._driver.executemany(_INSERT_EVENT, events)
        if frames:
            self._driver.executemany(_INSERT_FRAME, frames)

    def _insert_alone(self, batch: Batch) -> Answer:
        self._driver.execute("SAVEPOINT alone")
        taken = self._first_taken(batch)
        if taken is not None:
            self._driver.execute("ROLLBACK TO alone")
        self._driver.execute("RELEASE alone")
        return taken

    def _first_taken(self, batch: Batch) -> Answer:
        for event in batch.events:
            if not self._inserted(_INSERT_EVENT, _event_row(event)):
                return SequenceTaken(f"stream {event.stream!r}", event.sequence)
        for entry in batch.journal:
            if not self._inserted(_INSERT_FRAME, _frame_row(entry)):
                place = f"journal {entry.journal_id.hex()} of board {entry.board_id!r}"
                return SequenceTaken(place, entry.number)
        return None

    def _inserted(self, statement: str, row: tuple[object, ...]) -> bool:
        try:
            self._driver.execute(statement, row)
        except sqlite3.IntegrityError:
            return False
        return True

    def _rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        with _explained():
            return self._driver.execute(question, values).fetchall()

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
    return LogFile(open_database(path, Schemas.EVENT_LOG.value))


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
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        raise LogUnavailable(
            f"the event log failed: {error} ({error.sqlite_errorname}); nothing was stored."
            " Operator: make room on the disk or restore it; the boards will try again"
        ) from error


def _event_row(event: StoredEvent) -> tuple[object, ...]:
    return StoredRow(
        stream=event.stream,
        sequence=event.sequence,
        recorded_at=unix_microseconds(event.recorded_at),
        actor=event.actor,
        kind=event.kind,
        version=event.version,
        payload=event.payload,
        nonce=event.nonce,
        digest=event.digest,
    )


def _frame_row(entry: JournalEntry) -> tuple[object, ...]:
    return (
        entry.board_id,
        entry.journal_id,
        entry.number,
        entry.frame,
        unix_microseconds(entry.recorded_at),
    )
