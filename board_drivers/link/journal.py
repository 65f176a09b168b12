"""A board's journal: its events, stored until the server has them and for a while after.

If a server was restored from a backup, it lacks events that it had acknowledged. They are sent
again from the number for which the server asks. An event's number is never given to another event
of the journal, even after reboots and reconnections. The file survives `kill -9` and loss of power:
an event is on the disk before its number is returned.
"""

import contextlib
import os
from collections import deque
from pathlib import Path
from struct import Struct
from typing import Protocol
from zlib import crc32

from board_drivers.errors import JournalDamaged

KEPT_ACKNOWLEDGED = 1024
"""The least number of acknowledged events to store.

Source: docs/wire.md, "Numbers and acknowledgement".
"""


class Journal(Protocol):
    """The interface of a store for a board's events, which a board's link uses.

    An implementer must number the events from `first` on without gaps and store each durably.
    `first` is the number of the oldest event in the journal, or `last` + 1 if the journal is empty.
    """

    @property
    def journal_id(self) -> bytes:
        """The journal's id: eight bytes that no other journal has."""
        ...

    @property
    def first(self) -> int:
        """The number of the oldest event in the journal."""
        ...

    @property
    def last(self) -> int:
        """The number of the newest event."""
        ...

    @property
    def stored(self) -> int:
        """The number of the latest event that the server has acknowledged, 0 for none."""
        ...

    def append(self, raw: bytes) -> int:
        """Store an event durably and return its number.

        `raw` is the event's type byte and payload.
        """
        ...

    def since(self, number: int) -> list[tuple[int, bytes]]:
        """Return the events after `number`, in order, each as its number and its bytes."""
        ...

    def acknowledged(self, number: int) -> None:
        """Record that the server has stored event `number` and all before it."""
        ...


class MemoryJournal:
    """A journal in memory, which is lost with the object."""

    def __init__(self, journal_id: bytes, first: int = 1) -> None:
        self.journal_id = journal_id
        self.first = first
        self.stored = first - 1
        self._kept: deque[bytes] = deque()

    @property
    def last(self) -> int:
        """The number of the newest event."""
        return self.first + len(self._kept) - 1

    def append(self, raw: bytes) -> int:
        """Store an event and return its number; `raw` is its type byte and payload."""
        self._kept.append(raw)
        return self.last

    def since(self, number: int) -> list[tuple[int, bytes]]:
        """Return the events after `number`, in order, each as its number and its bytes."""
        return [(at, raw) for at, raw in enumerate(self._kept, self.first) if at > number]

    def acknowledged(self, number: int) -> None:
        """Record that event `number` and all before it are stored; ignore a number never given.

        The latest KEPT_ACKNOWLEDGED of these events stay in the journal.
        """
        if not self.stored < number <= self.last:
            return
        self.stored = number
        while self.first <= number - KEPT_ACKNOWLEDGED:
            self._kept.popleft()
            self.first += 1


_MAGIC = b"YJ1\n"
_HEAD = Struct("<4s8sI")
_RECORD = Struct("<BIH")
_CRC = Struct("<I")
_EVENT, _ACKNOWLEDGED = 1, 2
_APPENDING = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)
_COMPACT_AFTER = 1024 * 1024
"""The size of the file in bytes above which it is rewritten without old events.

The acknowledged events that stay take at most a quarter of this size.
"""


class FileJournal(MemoryJournal):
    """A journal in an append-only file that is synchronised to the disk at every event.

    An incomplete record at the end, left by a loss of power, is cut off, as its number was never
    returned to anyone. Acknowledged events are removed from the file once it has grown large.
    """

    def __init__(self, path: Path, new_id: bytes, first: int = 1) -> None:
        """Open the journal, or create it if the file does not exist. Raises JournalDamaged.

        A new journal has the id `new_id`, and its first event will have the number `first`.
        """
        self._path = path
        if not path.exists():
            self._replace(_HEAD.pack(_MAGIC, new_id, first))
        content = path.read_bytes()
        if len(content) < _HEAD.size or content[:4] != _MAGIC:
            raise JournalDamaged(f"{path} is not a board's journal")
        _, journal_id, first = _HEAD.unpack_from(content)
        super().__init__(journal_id, first)
        end = self._replay(content)
        self._file = os.open(path, _APPENDING)
        os.ftruncate(self._file, end)
        os.fsync(self._file)
        self._size = end

    def append(self, raw: bytes) -> int:
        """Store an event on the disk and return its number. Raises OSError if the disk fails."""
        number = self.last + 1
        self._write(_record(_EVENT, number, raw), synchronised=True)
        return super().append(raw)

    def acknowledged(self, number: int) -> None:
        """Record that event `number` and all before it are stored; ignore a number never given."""
        if not self.stored < number <= self.last:
            return
        super().acknowledged(number)
        self._write(_record(_ACKNOWLEDGED, number, b""))
        if self._size > _COMPACT_AFTER:
            self._compact()

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _replay(self, content: bytes) -> int:
        at = _HEAD.size
        while (end := _record_end(content, at)) is not None:
            kind, number, _ = _RECORD.unpack_from(content, at)
            if kind == _EVENT:
                super().append(content[at + _RECORD.size : end - _CRC.size])
            else:
                super().acknowledged(number)
            at = end
        return at

    def _write(self, record: bytes, *, synchronised: bool = False) -> None:
        """Write the whole record; if the disk fails, remove what was written and raise OSError."""
        written = 0
        try:
            while written < len(record):
                written += os.write(self._file, record[written:])
            if synchronised:
                os.fsync(self._file)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise
        self._size += len(record)

    def _compact(self) -> None:
        kept = b"".join(_record(_EVENT, number, raw) for number, raw in self.since(0))
        stored = _record(_ACKNOWLEDGED, self.stored, b"")
        content = _HEAD.pack(_MAGIC, self.journal_id, self.first) + kept + stored
        # Windows does not replace open files.
        os.close(self._file)
        try:
            self._replace(content)
            self._size = len(content)
        finally:
            self._file = os.open(self._path, _APPENDING)

    def _replace(self, content: bytes) -> None:
        aside = self._path.with_name(self._path.name + ".new")
        with aside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(self._path)
        try:
            folder = os.open(self._path.parent, os.O_RDONLY)
        except PermissionError:
            return  # Windows does not open folders, and keeps their entries without fsync
        os.fsync(folder)
        os.close(folder)


def _record(kind: int, number: int, raw: bytes) -> bytes:
    body = _RECORD.pack(kind, number, len(raw)) + raw
    return body + _CRC.pack(crc32(body))


def _record_end(content: bytes, at: int) -> int | None:
    if at + _RECORD.size > len(content):
        return None
    _, _, size = _RECORD.unpack_from(content, at)
    end: int = at + _RECORD.size + size + _CRC.size
    if end > len(content):
        return None
    (crc,) = _CRC.unpack_from(content, end - _CRC.size)
    return end if crc32(content[at : end - _CRC.size]) == crc else None
