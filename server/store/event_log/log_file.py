"""The event log's SQLite file as one thread uses it: batches in, rows out.

Statements go to the driver as text: a commit costs some 100 µs on a good disk, and SQLAlchemy's
own execution would add a third of that to every roll. The inserts are compiled from the tables.

Also here: rows of the event log's file: their next places, their columns, their insertion.

The ends of streams and journals are only cached from rows in the file, whose triggers decide; the
cache has those that were written to, and is cleared when a transaction is rolled back.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import insert
from sqlalchemy.dialects.sqlite import dialect
from sqlmodel import SQLModel

from rules.ledger import from_unix_microseconds, unix_microseconds
from server.store.database_file import DatabaseFile, DatabaseUnusable, disk_fault_of, open_database
from server.store.event_log.codec import EventUnreadable, decode
from server.store.event_log.contract import (
    Batch,
    JournalEntry,
    LogDamaged,
    LogUnavailable,
    OutOfSequence,
)
from server.store.event_log.log_copy import LogMark, Row, digest_at, mark_of, rows_behind
from server.store.event_log.tables import EVENT_LOG_SCHEMA, EventRow, FrameRow
from server.values.stored_events import StoredEvent

_LOGS_LAST_PLACE = "SELECT coalesce(max(place), 0) FROM event"
_STREAM_PLACE = "SELECT stream_id, last_place FROM stream WHERE name = ?"
_NEW_STREAM = "INSERT INTO stream (name, head, last_place, journalled) VALUES (?, 0, 0, 0)"
_JOURNAL = "SELECT journal_number FROM board_journal WHERE board_id = ? AND journal_id = ?"
_NEW_JOURNAL = "INSERT INTO board_journal (board_id, journal_id, head) VALUES (?, ?, 0)"
_NEXT_EVENT = "SELECT head + 1 FROM stream WHERE name = ?"
_NEXT_FRAME = "SELECT head + 1 FROM board_journal WHERE board_id = ? AND journal_id = ?"

_SIZES = (64, 32, 16, 8, 4, 2, 1)
"""Rows in one statement: few enough sizes for the driver to cache every statement prepared."""


class Placed(NamedTuple):
    """The place of an event, its stream, and the place of the stream's event before it."""

    place: int
    stream_id: int
    previous: int


@dataclass(slots=True)
class _Stream:
    stream_id: int
    last_place: int


class LogHeads:
    """Rows for streams and journals, made when they are first needed, in the open transaction."""

    def __init__(self, driver: sqlite3.Connection) -> None:
        self._driver = driver
        self._streams: dict[str, _Stream] = {}
        self._journals: dict[tuple[str, bytes], int] = {}
        self._last_place: int | None = None

    def forget(self) -> None:
        """Clear the cache, which may have been rolled back: the rows are read again."""
        self._streams.clear()
        self._journals.clear()
        self._last_place = None

    def place(self, stream: str) -> Placed:
        """Return the place of that stream's next event, after all others."""
        known = self._known(stream)
        if self._last_place is None:
            self._last_place = self._one(_LOGS_LAST_PLACE)
        self._last_place += 1
        placed = Placed(self._last_place, known.stream_id, known.last_place)
        known.last_place = self._last_place
        return placed

    def stream(self, stream: str) -> int:
        """Return the stream's id."""
        return self._known(stream).stream_id

    def journal(self, board_id: str, journal_id: bytes) -> int:
        """Return the number of that journal in this file."""
        key = board_id, journal_id
        if key not in self._journals:
            row = self._driver.execute(_JOURNAL, key).fetchone()
            self._journals[key] = row[0] if row else self._made(_NEW_JOURNAL, key)
        return self._journals[key]

    def next_event(self, stream: str) -> int:
        """Return the next sequence of a stream."""
        return self._one(_NEXT_EVENT, stream)

    def next_frame(self, board_id: str, journal_id: bytes) -> int:
        """Return the next number of a journal."""
        return self._one(_NEXT_FRAME, board_id, journal_id)

    def _known(self, stream: str) -> _Stream:
        if stream not in self._streams:
            row = self._driver.execute(_STREAM_PLACE, (stream,)).fetchone()
            self._streams[stream] = _Stream(*(row or (self._made(_NEW_STREAM, (stream,)), 0)))
        return self._streams[stream]

    def _made(self, statement: str, values: tuple[object, ...]) -> int:
        made = self._driver.execute(statement, values).lastrowid
        assert made is not None
        return made

    def _one(self, question: str, *values: object) -> int:
        row = self._driver.execute(question, values).fetchone()
        return int(row[0]) if row else 1


def event_row(heads: LogHeads, event: StoredEvent) -> Row:
    """Return the row of an event; its place is taken by it."""
    placed = heads.place(event.stream)
    return (
        placed.place,
        placed.stream_id,
        placed.previous,
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


def frame_row(heads: LogHeads, entry: JournalEntry) -> Row:
    """Return the row of a board's frame."""
    return (
        None,
        heads.journal(entry.board_id, entry.journal_id),
        entry.number,
        entry.frame,
        unix_microseconds(entry.recorded_at),
        heads.stream(entry.stream) if entry.stream else 0,
        entry.head,
    )


class RowInsert:
    """Insertion of a table's rows, each with all its columns in their order, in few calls.

    Each call of the driver releases the interpreter's lock and may wait a switch interval for it
    while the loop works; `executemany` does so for every row.
    """

    def __init__(self, table: type[SQLModel]) -> None:
        into, values, row = str(insert(table).compile(dialect=dialect())).partition(" VALUES ")
        self._statements = {size: into + values + ", ".join([row] * size) for size in _SIZES}

    def into(self, driver: sqlite3.Connection, rows: Sequence[Row]) -> None:
        """Insert the rows in that order, in the driver's open transaction."""
        done = 0
        for size in _SIZES:
            while len(rows) - done >= size:
                values = [*chain.from_iterable(rows[done : done + size])]
                driver.execute(self._statements[size], values)
                done += size


_EVENTS = RowInsert(EventRow)
_FRAMES = RowInsert(FrameRow)
_COLUMNS = "sequence, recorded_at, actor, command_id, kind, version, payload, nonce, digest"
_OF_EVENT = ", ".join(f"event.{column}" for column in _COLUMNS.split(", "))
_STREAM = f"""
    WITH RECURSIVE backwards(place, previous, {_COLUMNS}) AS (
        SELECT event.place, event.previous, {_OF_EVENT}
        FROM stream JOIN event ON event.place = stream.last_place WHERE stream.name = :stream
        UNION ALL
        SELECT event.place, event.previous, {_OF_EVENT}
        FROM backwards JOIN event ON event.place = backwards.previous
        WHERE event.place < backwards.place
    )
    SELECT {_COLUMNS} FROM backwards
"""
_DAMAGED_STREAM = f"""
    SELECT {_COLUMNS} FROM event
    WHERE stream_id = (SELECT stream_id FROM stream WHERE name = :stream) ORDER BY place
"""
_STEP = f"""
    WITH RECURSIVE backwards(place, previous, {_COLUMNS}) AS (
        SELECT event.place, event.previous, {_OF_EVENT} FROM event WHERE event.place = :place
        UNION ALL
        SELECT event.place, event.previous, {_OF_EVENT}
        FROM backwards JOIN event ON event.place = backwards.previous
        WHERE event.place < backwards.place
        LIMIT :count
    )
    SELECT previous, {_COLUMNS} FROM backwards
"""
_LAST_PLACE = "SELECT last_place FROM stream WHERE name = ?"
_HEAD = "SELECT head FROM stream WHERE name = ?"
_HEADS = "SELECT name, max(head, journalled) FROM stream WHERE head + journalled > 0 ORDER BY name"
_JOURNAL_HEADS = "SELECT board_id, journal_id, head FROM board_journal WHERE head > 0"
_LATEST = "SELECT recorded_at FROM event ORDER BY place DESC LIMIT 1"
_IDENTITY = "SELECT identity FROM identity"

_KINDS = (int, int, str, str, str, int, bytes, bytes, bytes)
"""The types of an event's columns."""
_BEYOND_TIME = 250_000_000_000_000_000
"""Microseconds from 1970 beyond any valid time."""
_JOURNALS_GONE = """
    SELECT count(*) < coalesce(max(journal_number), 0) OR EXISTS (
        SELECT 1 FROM (SELECT journal_number FROM board_frame ORDER BY place DESC LIMIT 1)
        WHERE journal_number NOT IN (SELECT journal_number FROM board_journal)
    ) FROM board_journal
"""
_BEYOND_ALL = 1 << 62
"""The head of a stream whose stored head is damaged: higher than any event there."""
_SMALL_TABLES = ("identity", "stream", "board_journal")
_IDENTITY_SIZE = 16

Answer = OutOfSequence | None
"""The answer to a batch: None when it is durable."""


class StoredRow(NamedTuple):
    """A row of the table of events, without its keys: a rules.ledger.LedgerEntry.

    `microseconds` are from 1970 in UTC.
    """

    stream: str
    sequence: int
    microseconds: int
    actor: str
    command_id: str
    kind: str
    version: int
    payload: bytes
    nonce: bytes
    digest: bytes

    @classmethod
    def read(cls, stream: str, values: Sequence[object]) -> "StoredRow":
        """Return the row as read from the file; a value that no program wrote there is empty.

        Its hash is then wrong, which marks the row as damaged.
        """
        whole = (
            each if isinstance(each, kind) else kind()
            for each, kind in zip(values, _KINDS, strict=True)
        )
        row = cls(stream, *whole)  # type: ignore[arg-type]
        return row if abs(row.microseconds) < _BEYOND_TIME else row._replace(microseconds=0)

    @property
    def recorded_at(self) -> datetime:
        """The time at which the event was written, UTC."""
        return from_unix_microseconds(self.microseconds)


class LogFile:
    """The file; every method raises LogUnavailable when the disk or SQLite fails.

    Made for an open file; raises sqlite3.Error. `identity` are sixteen bytes that no other log has;
    `unfolded` counts the commits that may be in the write-ahead log only.
    """

    def __init__(self, database: DatabaseFile) -> None:
        self._database = database
        self._driver = database.driver
        self._driver.text_factory = _text
        _check_whole(self._driver)
        self._heads = LogHeads(self._driver)
        self.identity: bytes = self._driver.execute(_IDENTITY).fetchone()[0]
        self.unfolded = 0

    def append_all(self, batches: Sequence[Batch]) -> list[Answer]:
        """Store the batches in one transaction; one that conflicts does not stop the rest."""
        try:
            self._store(lambda: self._insert(batches))
        except sqlite3.IntegrityError:
            answers: list[Answer] = []
            self._store(lambda: answers.extend(map(self._insert_alone, batches)))
            return answers
        return [None] * len(batches)

    def rows_of(self, stream: str) -> list[StoredRow]:
        """Return a stream's rows in the order of their numbers; raises LogDamaged."""
        with _explained(LogDamaged):
            named = {"stream": stream}
            rows = self._driver.execute(_STREAM, named).fetchall()[::-1]
            head = self._driver.execute(_HEAD, (stream,)).fetchone()
            if head is not None and len(rows) != head[0]:
                rows = self._driver.execute(_DAMAGED_STREAM, named).fetchall()
                if not isinstance(head[0], int) or len(rows) > head[0]:
                    raise LogDamaged(f"{len(rows)} events are there, {head[0]} were stored")
        return [StoredRow.read(stream, row) for row in rows]

    def last_place(self, stream: str) -> int:
        """Return the place of a stream's last event, 0 for none."""
        with _explained():
            row = self._driver.execute(_LAST_PLACE, (stream,)).fetchone()
        return int(row[0]) if row else 0

    def rows_back(self, stream: str, place: int, count: int) -> tuple[list[StoredRow], int]:
        """Return at most `count` of a stream's rows, backwards from a place.

        Also returns the place before them, 0 for none. Raises LogDamaged.
        """
        with _explained(LogDamaged):
            rows = self._driver.execute(_STEP, {"place": place, "count": count}).fetchall()
        before = rows[-1][0] if rows else 0
        # A place that leads forward would make a loop; then the stream is shorter than it should
        # be.
        return [StoredRow.read(stream, row) for _, *row in rows], before if before < place else 0

    def heads(self) -> dict[str, int]:
        """Return by stream the highest sequence ever stored, in alphabetical order."""
        with _explained():
            found = self._driver.execute(_HEADS).fetchall()
        return {name: head if isinstance(head, int) else _BEYOND_ALL for name, head in found}

    def journal_heads(self) -> dict[tuple[str, bytes], int]:
        """Return every journal's head by board and journal."""
        with _explained():
            rows = self._driver.execute(_JOURNAL_HEADS).fetchall()
        return {(board_id, journal_id): head for board_id, journal_id, head in rows}

    def fold(self) -> None:
        """Fold the write-ahead log into the file, so that no commit has to; it takes some ms."""
        with _explained():
            self._driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self.unfolded = 0

    def latest(self) -> datetime | None:
        """Return the time of the last event, UTC; None before the first."""
        with _explained():
            row = self._driver.execute(_LATEST).fetchone()
        known = row is not None and isinstance(row[0], int) and abs(row[0]) < _BEYOND_TIME
        return from_unix_microseconds(row[0]) if known else None

    def mark(self) -> LogMark:
        """Return the file's present end."""
        with _explained():
            return mark_of(self._driver)

    def rows_behind(self, table: int, after: int, last: int) -> list[Row]:
        """See server.store.event_log.log_copy.rows_behind."""
        with _explained():
            return rows_behind(self._driver, table, after, last)

    def digest_at(self, place: int) -> bytes | None:
        """See server.store.event_log.log_copy.digest_at."""
        with _explained():
            return digest_at(self._driver, place)

    def try_write(self) -> None:
        """Write something durably and delete it again."""
        with _explained():
            self._database.try_write()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _store(self, insert: Callable[[], None]) -> None:
        """Insert in one transaction; raises sqlite3.IntegrityError if a trigger refuses."""
        with _explained():
            if self._driver.in_transaction:
                # The disk failed even while one was rolled back: nothing could be stored any more.
                self._driver.execute("ROLLBACK")
            self._driver.execute("BEGIN IMMEDIATE")
            try:
                insert()
                self._driver.execute("COMMIT")
            except BaseException:
                self._heads.forget()
                # A full disk makes SQLite roll back by itself.
                if self._driver.in_transaction:
                    self._driver.execute("ROLLBACK")
                raise
        self.unfolded += 1

    def _insert(self, batches: Sequence[Batch]) -> None:
        heads = self._heads
        events = [event_row(heads, event) for batch in batches for event in batch.events]
        frames = [frame_row(heads, entry) for batch in batches for entry in batch.journal]
        _EVENTS.into(self._driver, events)
        _FRAMES.into(self._driver, frames)

    def _insert_alone(self, batch: Batch) -> Answer:
        """Insert one batch, or nothing of it if a number is not the next."""
        self._driver.execute("SAVEPOINT batch")
        try:
            self._insert([batch])
        except sqlite3.IntegrityError:
            self._driver.execute("ROLLBACK TO batch")
            self._heads.forget()
            return _first_out_of_sequence(self._heads, batch)
        finally:
            self._driver.execute("RELEASE batch")
        return None


def open_log_file(path: Path) -> LogFile:
    """Open or make the file. Raises one of the classes of DatabaseRefused."""
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
        recorded_at=row.recorded_at,
        actor=row.actor,
        command_id=row.command_id,
        kind=row.kind,
        version=row.version,
        payload=row.payload,
        nonce=row.nonce,
        digest=row.digest,
        event=event,
    )


def _text(raw: bytes) -> str:
    """Return a text of the file, damaged or not: its hash shows which."""
    return raw.decode("utf-8", "replace")


def _check_whole(driver: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError if the tables that find events are damaged.

    Events themselves are hashed.
    """
    for table in _SMALL_TABLES:
        (found,) = driver.execute(f"PRAGMA integrity_check({table})").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(f"its table {table} is damaged: {found}")
    row = driver.execute(_IDENTITY).fetchone()
    if row is None or not isinstance(row[0], bytes) or len(row[0]) != _IDENTITY_SIZE:
        raise sqlite3.DatabaseError("its identity is damaged")
    if driver.execute(_JOURNALS_GONE).fetchone()[0]:
        raise sqlite3.DatabaseError("rows are gone from its table board_journal")


@contextmanager
def _explained(kind: type[LogUnavailable] = LogUnavailable) -> Iterator[None]:
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or "sqlite3"
        damaged = name.startswith("SQLITE_CORRUPT")
        raise (kind if damaged else LogUnavailable)(
            f"the event log failed: {error} ({name}); nothing was stored."
            " Operator: make room on the disk or restore it; the boards will try again",
            disk_fault_of(error),
        ) from error


def _first_out_of_sequence(heads: LogHeads, batch: Batch) -> OutOfSequence:
    """Return the number of a refused batch that is not the next one of its stream or journal."""
    expected = dict[str, int]()
    for event in batch.events:
        place = f"stream {event.stream!r}"
        following = expected.get(place) or heads.next_event(event.stream)
        if event.sequence != following:
            return OutOfSequence(place, event.sequence, following)
        expected[place] = following + 1
    for entry in batch.journal:
        place = f"journal {entry.journal_id.hex()} of board {entry.board_id!r}"
        following = expected.get(place) or heads.next_frame(entry.board_id, entry.journal_id)
        if entry.number != following:
            return OutOfSequence(place, entry.number, following)
        expected[place] = following + 1
    raise AssertionError("a batch whose numbers are all next was refused")
