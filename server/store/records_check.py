"""Checks of the databases in a records folder, and of the speed of the folder's disk.

The checks change nothing. A database that a server has open is locked against every other program
and is reported as in use.
"""

import os
import sqlite3
import statistics
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path

from rules.ledger import from_unix_microseconds
from server.platform_support import lock_file
from server.store.database_file import SETTINGS, read_only
from server.store.known_schemas import Schemas
from server.store.schemas import known_revisions

_COMMITS = 40
_ROW = 512
"""The bytes of a row for measuring commits: about as many as an event with its frame has."""


class DatabaseState(Enum):
    """The state in which `look_at` found a database file."""

    SOUND = "sound"
    MISSING = "missing"
    IN_USE = "in use"
    OF_ANOTHER_VERSION = "of another version"
    DAMAGED = "damaged"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class DatabaseLook:
    """The result of checking a database file.

    `detail` depends on `state`: it is SQLite's text for a fault, the revision of the file's
    database tables, or the number of the process that has the file open. `latest` is the time in
    UTC of an event log's last event; None for another file, or if there is none.
    """

    state: DatabaseState
    detail: str = ""
    latest: datetime | None = None


@dataclass(frozen=True, slots=True)
class CommitTimes:
    """The milliseconds that durable commits of one event took: the median and the slowest."""

    median: float
    slowest: float


def look_at(path: Path, schema: Schemas) -> DatabaseLook:
    """Check the whole database file, which should be one of that schema, and return the result."""
    if not path.exists():
        return DatabaseLook(DatabaseState.MISSING)
    holder = _holder(Path(f"{path}.lock"))
    if holder is not None:
        return DatabaseLook(DatabaseState.IN_USE, holder)
    try:
        with read_only(path) as database:
            return _look(database, schema)
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        damaged = name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))
        state = DatabaseState.DAMAGED if damaged else DatabaseState.UNREADABLE
        return DatabaseLook(state, str(error))


def durable_commits(folder: Path) -> CommitTimes:
    """Measure how long commits take in that folder, with as many bytes as the event log writes.

    The commits are made in a temporary file, which is then deleted. Raises OSError if nothing can
    be written.
    """
    with tempfile.TemporaryDirectory(prefix="yalta-doctor-", dir=folder) as scratch:
        try:
            return _timed(Path(scratch) / "trial.sqlite3")
        except sqlite3.Error as error:
            raise OSError(f"SQLite cannot write there: {error}") from error


def _timed(path: Path) -> CommitTimes:
    times = list[float]()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for setting in SETTINGS:
            database.execute(setting)
        database.execute("CREATE TABLE trial (filler BLOB)")
        for _ in range(_COMMITS):
            started = time.perf_counter()
            database.execute("INSERT INTO trial VALUES (zeroblob(?))", (_ROW,))
            times.append((time.perf_counter() - started) * 1000)
    return CommitTimes(statistics.median(times), max(times))


def _look(database: sqlite3.Connection, schema: Schemas) -> DatabaseLook:
    (found,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        return DatabaseLook(DatabaseState.DAMAGED, found)
    try:
        row = database.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError:
        row = None
    revision = row[0] if row else "none"
    if revision not in known_revisions(schema.value):
        return DatabaseLook(DatabaseState.OF_ANOTHER_VERSION, revision)
    latest = None
    if schema is Schemas.EVENT_LOG:
        latest = database.execute(
            "SELECT recorded_at FROM event ORDER BY place DESC LIMIT 1"
        ).fetchone()
    return DatabaseLook(
        DatabaseState.SOUND, revision, from_unix_microseconds(latest[0]) if latest else None
    )


def is_in_use(path: Path) -> bool:
    """Return True if a server has that database open."""
    return _holder(Path(f"{path}.lock")) is not None


def _holder(lock_path: Path) -> str | None:
    """Return the number of the process that has the database open, None if no process has it open.

    `lock_path` is the lock file beside the database. The text is empty if a process has the
    database open but that process's number is not known.
    """
    try:
        lock = os.open(lock_path, os.O_RDWR)
    except OSError:
        return None
    try:
        if lock_file(lock):
            return None
        return os.read(lock, 20).decode(errors="replace").strip()
    finally:
        os.close(lock)
