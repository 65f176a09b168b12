"""Rows of the event log's file: where the next ones stand, what is in them, how they go in.

How far streams and journals go is only a memory of rows in the file, whose triggers have the last
word; it holds those that were written to, and is forgotten when a transaction is rolled back.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from sqlalchemy import insert
from sqlalchemy.dialects.sqlite import dialect
from sqlmodel import SQLModel

from rules.ledger import unix_microseconds
from server.store.event_log.contract import JournalEntry, StoredEvent

_LAST_PLACE = "SELECT coalesce(max(place), 0) FROM event"
_STREAM = "SELECT stream_id, last_place FROM stream WHERE name = ?"
_NEW_STREAM = "INSERT INTO stream (name, head, last_place, journalled) VALUES (?, 0, 0, 0)"
_JOURNAL = "SELECT journal_number FROM board_journal WHERE board_id = ? AND journal_id = ?"
_NEW_JOURNAL = "INSERT INTO board_journal (board_id, journal_id, head) VALUES (?, ?, 0)"
_NEXT_EVENT = "SELECT head + 1 FROM stream WHERE name = ?"
_NEXT_FRAME = "SELECT head + 1 FROM board_journal WHERE board_id = ? AND journal_id = ?"

_SIZES = (64, 32, 16, 8, 4, 2, 1)
"""Rows in one statement: few enough sizes for the driver to keep every statement prepared."""
Row = tuple[object, ...]


class Placed(NamedTuple):
    """Where an event goes: its place, its stream, the place of the stream's event before it."""

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
        """What was remembered may have been rolled back: read it again."""
        self._streams.clear()
        self._journals.clear()
        self._last_place = None

    def place(self, stream: str) -> Placed:
        """The place of that stream's next event, behind all others."""
        known = self._known(stream)
        if self._last_place is None:
            self._last_place = self._one(_LAST_PLACE)
        self._last_place += 1
        placed = Placed(self._last_place, known.stream_id, known.last_place)
        known.last_place = self._last_place
        return placed

    def stream(self, stream: str) -> int:
        """The stream's id."""
        return self._known(stream).stream_id

    def journal(self, board_id: str, journal_id: bytes) -> int:
        """The number of that journal in this file."""
        key = board_id, journal_id
        if key not in self._journals:
            row = self._driver.execute(_JOURNAL, key).fetchone()
            self._journals[key] = row[0] if row else self._made(_NEW_JOURNAL, key)
        return self._journals[key]

    def next_event(self, stream: str) -> int:
        """The sequence that is next in a stream."""
        return self._one(_NEXT_EVENT, stream)

    def next_frame(self, board_id: str, journal_id: bytes) -> int:
        """The number that is next in a journal."""
        return self._one(_NEXT_FRAME, board_id, journal_id)

    def _known(self, stream: str) -> _Stream:
        if stream not in self._streams:
            row = self._driver.execute(_STREAM, (stream,)).fetchone()
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
    """The row of an event; its place is taken with it."""
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
    """The row of a board's frame."""
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
    """Inserts rows of one table, each with all its columns in their order, in few calls.

    Each call of the driver gives the interpreter's lock away and may wait a switch interval to get
    it back while the loop works; `executemany` does so for every row.
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
