"""The event log's SQLite file, as used by one thread: batches are written and rows are read.

SQL goes to the driver as text: a commit takes some 100 µs on a good disk, and SQLAlchemy's own
execution would add a third of that to every roll. The insert statements are compiled from the
classes of the database tables.

The place of an event is its number among all events of the log, counted from 1. The places of
streams' last events are cached in memory, and the cache is cleared when a transaction is rolled
back. Only the file decides which number is the next: its triggers refuse every other row.
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
"""The numbers of rows that one insert statement can have.

They are so few that the driver's cache has room for all statements.
"""


class Placed(NamedTuple):
    """A new event's number in the whole log, its stream's id, and the number of the event before.

    `place` counts the events of all streams. `previous` is the `place` of the stream's event before
    this one, or 0 for a stream's first event.
    """

    place: int
    stream_id: int
    previous: int


@dataclass(slots=True)
class _Stream:
    stream_id: int
    last_place: int


class LogHeads:
    """The ids and last places of streams, and the numbers of journals, read from the file once.

    The row of a new stream or journal is inserted when it is first needed, in the transaction that
    is open.
    """

    def __init__(self, driver: sqlite3.Connection) -> None:
        self._driver = driver
        self._streams: dict[str, _Stream] = {}
        self._journals: dict[tuple[str, bytes], int] = {}
        self._last_place: int | None = None

    def forget(self) -> None:
        """Clear the cache. Call this after a rollback, which may have undone what is cached."""
        self._streams.clear()
        self._journals.clear()
        self._last_place = None

    def place(self, stream: str) -> Placed:
        """Reserve the next number of the whole log for the stream's next event, and return it."""
        known = self._known(stream)
        if self._last_place is None:
            self._last_place = self._one(_LOGS_LAST_PLACE)
        self._last_place += 1
        placed = Placed(self._last_place, known.stream_id, known.last_place)
        known.last_place = self._last_place
        return placed

    def stream(self, stream: str) -> int:
        """Return the id that this file uses for that stream."""
        return self._known(stream).stream_id

    def journal(self, board_id: str, journal_id: bytes) -> int:
        """Return the number that this file uses for that journal."""
        key = board_id, journal_id
        if key not in self._journals:
            row = self._driver.execute(_JOURNAL, key).fetchone()
            self._journals[key] = row[0] if row else self._made(_NEW_JOURNAL, key)
        return self._journals[key]

    def next_event(self, stream: str) -> int:
        """Return the number that the stream's next event must have."""
        return self._one(_NEXT_EVENT, stream)

    def next_frame(self, board_id: str, journal_id: bytes) -> int:
        """Return the number that the journal's next frame must have."""
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
    """Return the row of a new event, and reserve its place in the log."""
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
    """The insert statements of one database table, by which many rows need few calls of the driver.

    Each call of the driver releases the interpreter's lock, and may have to wait a switch interval
    to get it back while the event loop works; `executemany` would do so for every row. Each row has
    all columns in their order.
    """

    def __init__(self, table: type[SQLModel]) -> None:
        into, values, row = str(insert(table).compile(dialect=dialect())).partition(" VALUES ")
        self._statements = {size: into + values + ", ".join([row] * size) for size in _SIZES}

    def into(self, driver: sqlite3.Connection, rows: Sequence[Row]) -> None:
        """Insert the rows in their order, in the driver's open transaction."""
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
"""The types of the columns of an event's row, in their order."""
_BEYOND_TIME = 250_000_000_000_000_000
"""A time in microseconds from 1970 that is later than every valid time."""
_JOURNALS_GONE = """
    SELECT count(*) < coalesce(max(journal_number), 0) OR EXISTS (
        SELECT 1 FROM (SELECT journal_number FROM board_frame ORDER BY place DESC LIMIT 1)
        WHERE journal_number NOT IN (SELECT journal_number FROM board_journal)
    ) FROM board_journal
"""
_BEYOND_ALL = 1 << 62
"""The number reported for a stream whose stored number is damaged; no event has such a number."""
_SMALL_TABLES = ("identity", "stream", "board_journal")
_IDENTITY_SIZE = 16

Answer = OutOfSequence | None
"""The result of storing a batch: None if it is durable, else the error."""


class StoredRow(NamedTuple):
    """An event as it is in the file, not decoded; it has the fields of rules.ledger.LedgerEntry.

    `microseconds` is the time when it was written, counted from 1970 in UTC.
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
        """Return the row as read from the file; values of a wrong type are replaced by empty ones.

        The row's hash then does not fit, which shows that the row is damaged.
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
    """An event log's open file. Every method raises LogUnavailable if the disk or SQLite fails.

    The constructor raises sqlite3.Error instead. `identity` is sixteen bytes that no other log has.
    `unfolded` is the number of commits that may be only in the write-ahead log.
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
        """Store the batches in one transaction, and return one answer for each batch.

        The answer is None if the batch is stored, else the reason why the batch was refused. A
        batch is refused if one of its numbers is not the next; the others are stored.
        """
        try:
            self._store(lambda: self._insert(batches))
        except sqlite3.IntegrityError:
            answers: list[Answer] = []
            self._store(lambda: answers.extend(map(self._insert_alone, batches)))
            return answers
        return [None] * len(batches)

    def rows_of(self, stream: str) -> list[StoredRow]:
        """Return all events of a stream in the order of their numbers. Raises LogDamaged."""
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
        """Return the place of a stream's last event, 0 if the stream has none."""
        with _explained():
            row = self._driver.execute(_LAST_PLACE, (stream,)).fetchone()
        return int(row[0]) if row else 0

    def rows_back(self, stream: str, place: int, count: int) -> tuple[list[StoredRow], int]:
        """Return at most `count` of a stream's events: the event at `place` and those before it.

        The last event comes first. Also return the place of the stream's event before all of them,
        or 0 if there is no such event. Raises LogDamaged.
        """
        with _explained(LogDamaged):
            rows = self._driver.execute(_STEP, {"place": place, "count": count}).fetchall()
        before = rows[-1][0] if rows else 0
        # A damaged place could point forward and make a loop. Reading ends there; the stream is
        # then shorter than it should be, which is noticed.
        return [StoredRow.read(stream, row) for _, *row in rows], before if before < place else 0

    def heads(self) -> dict[str, int]:
        """Return the number of each stream's last event, keyed by stream; see EventLog.heads.

        The streams are in alphabetical order.
        """
        with _explained():
            found = self._driver.execute(_HEADS).fetchall()
        return {name: head if isinstance(head, int) else _BEYOND_ALL for name, head in found}

    def journal_heads(self) -> dict[tuple[str, bytes], int]:
        """Return the number of the last frame of each journal, keyed by board id and journal id."""
        with _explained():
            rows = self._driver.execute(_JOURNAL_HEADS).fetchall()
        return {(board_id, journal_id): head for board_id, journal_id, head in rows}

    def fold(self) -> None:
        """Move the write-ahead log's content into the file; this takes some milliseconds.

        It is done between commits, so that no commit has to do it.
        """
        with _explained():
            self._driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self.unfolded = 0

    def latest(self) -> datetime | None:
        """Return the time of the log's last event, UTC.

        Return None if there is no event, or if the stored time is damaged.
        """
        with _explained():
            row = self._driver.execute(_LATEST).fetchone()
        known = row is not None and isinstance(row[0], int) and abs(row[0]) < _BEYOND_TIME
        return from_unix_microseconds(row[0]) if known else None

    def mark(self) -> LogMark:
        """Return the present end of the file, up to which its rows can be copied."""
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
        """Write something to the disk and delete it again."""
        with _explained():
            self._database.try_write()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _store(self, insert: Callable[[], None]) -> None:
        """Call `insert` in one transaction.

        Raises sqlite3.IntegrityError if a trigger refuses a row.
        """
        with _explained():
            if self._driver.in_transaction:
                # The disk failed even in a rollback; while that is open, nothing can be stored.
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
        """Insert one batch, or nothing of it if one of its numbers is not the next."""
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
    """Open the file, or create a new one. Raises one of the classes of DatabaseRefused."""
    database = open_database(path, EVENT_LOG_SCHEMA)
    try:
        return LogFile(database)
    except sqlite3.Error as error:
        database.close()
        raise DatabaseUnusable(path, error) from error


def stored_event(row: StoredRow) -> StoredEvent:
    """Return a row with its event decoded. Raises EventUnreadable."""
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
    """Return bytes of the file as text, with substitutes for bytes that are not UTF-8.

    If an event's bytes are damaged, its stored hash does not fit; by this the damage is found.
    """
    return raw.decode("utf-8", "replace")


def _check_whole(driver: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError if a database table by which events are found is damaged.

    The events need no check here, because their hashes show any damage.
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
    """Return the error for a refused batch, which names its first number that is not the next.

    The number is that of an event or frame; the next is counted in the event's stream or the
    frame's journal.
    """
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
