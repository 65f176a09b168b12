"""SQLite files, each opened, locked and migrated by one server and used through one connection.

SQLite before 3.51.3 can corrupt a write-ahead log that two connections write or checkpoint at once.
Therefore each file has exactly one connection, which has SQLite's own lock while it is open
(exclusive locking mode). A second server is refused at once by an advisory lock on another file
beside the database.

Also here: the reasons why a disk cannot store, as far as SQLite reports them.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextvars import ContextVar
from enum import Enum
from functools import cache
from pathlib import Path
from typing import cast

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import DBAPIError

from server.platform_support import lock_file
from server.store.schemas import Schema, SchemaUnknown, SchemaUnreleased
from server.store.up_to_date import bring_up

_PRIVATE = 0o600
_TRIAL_BYTES = 128 * 1024
SETTINGS = (
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    # What is deleted is overwritten: no name of an erased person stays in a free page (ruling 33).
    "PRAGMA secure_delete = ON",
)
"""The SQL statements that set up every connection: with them a commit waits until it is durable."""


class DatabaseRefused(Exception):
    """The server cannot start with a database file. The message says what the operator can do."""


class DatabaseInUse(DatabaseRefused):
    """Another process has the file open."""

    def __init__(self, path: Path, holder: str) -> None:
        super().__init__(
            f"{path} is in use by {holder}. Operator: stop that process, or give this server"
            " another data folder"
        )


class DatabaseNewer(DatabaseRefused):
    """The file was written by a later version of Yalta, or is another kind of file."""

    def __init__(self, path: Path, branch: str, revision: str) -> None:
        super().__init__(
            f"{path} has schema {revision!r}, which is not one of this program's for {branch}."
            " Operator: start the version of Yalta that wrote the file, or a later one"
        )


class DatabaseUnreleased(DatabaseRefused):
    """The file was written by a version of Yalta from before the first release."""

    def __init__(self, path: Path, revision: str) -> None:
        super().__init__(
            f"{path} holds records of a Yalta from before its first release (schema {revision!r});"
            " this program reads none of them and has changed nothing. Operator: give this server"
            " another data folder, and keep this one for the Yalta that wrote it, which still"
            " reads and exports its matches"
        )


class DatabaseUnusable(DatabaseRefused):
    """The file cannot be opened, read or made."""

    def __init__(self, path: Path, why: object) -> None:
        super().__init__(
            f"{path} cannot be used: {why}. Operator: check the folder, its permissions and the"
            " room on the disk, or restore a backup"
        )


class DatabaseFile:
    """An open, locked and migrated file, made by `open_database`, for one thread at a time."""

    def __init__(self, connection: Connection, lock: int) -> None:
        self.connection = connection
        self._lock = lock

    @property
    def driver(self) -> sqlite3.Connection:
        """The sqlite3 connection to the file; it begins no transaction by itself."""
        return cast(sqlite3.Connection, self.connection.connection.dbapi_connection)

    def try_write(self) -> None:
        """Write as many bytes as matches write in a busy second, durably, and delete them again.

        The pages by which the file grew stay in it for later use. Raises sqlite3.Error if the bytes
        cannot be written.
        """
        driver = self.driver
        driver.execute("BEGIN IMMEDIATE")
        try:
            driver.execute("CREATE TABLE trial (filler BLOB)")
            driver.execute("INSERT INTO trial VALUES (zeroblob(?))", (_TRIAL_BYTES,))
            driver.execute("DROP TABLE trial")
            driver.execute("COMMIT")
        except BaseException:
            if driver.in_transaction:
                driver.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the file; SQLite moves the write-ahead log's content into it first."""
        try:
            self.connection.close()
        finally:
            os.close(self._lock)


def open_database(path: Path, schema: Schema) -> DatabaseFile:
    """Open the file or create it, and migrate it to the newest form of the schema's tables.

    Only the file's owner can read a new file. Raises DatabaseInUse, DatabaseNewer,
    DatabaseUnreleased or DatabaseUnusable.
    """
    lock = _lock(path)
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, _PRIVATE))
        connection = _connect(path, schema)
    except OSError as error:
        os.close(lock)
        raise DatabaseUnusable(path, error) from error
    except BaseException:
        os.close(lock)
        raise
    return DatabaseFile(connection, lock)


def _lock(path: Path) -> int:
    """Lock a file beside the database and return its descriptor.

    The database itself is not locked: closing a descriptor of it would drop SQLite's own locks.
    """
    try:
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, _PRIVATE)
    except OSError as error:
        raise DatabaseUnusable(path, error) from error
    if not lock_file(lock):
        holder = os.read(lock, 20).decode(errors="replace").strip()
        os.close(lock)
        raise DatabaseInUse(path, f"another Yalta server (process {holder})")
    # On a full disk the number is not stored; a second server is refused without it as well.
    with contextlib.suppress(OSError):
        os.ftruncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())
    return lock


def _connect(path: Path, schema: Schema) -> Connection:
    connection: Connection | None = None
    _opening.set(path)
    try:
        connection = _engine().connect()
        with connection.begin():
            bring_up(schema, connection)
    except BaseException as error:
        if connection is not None:
            connection.close()
        _explain(error, path, schema)
        raise
    return connection


def _explain(error: BaseException, path: Path, schema: Schema) -> None:
    """Raise the DatabaseRefused for this error, which tells the operator what to do.

    Does nothing if there is no DatabaseRefused for such an error.
    """
    if isinstance(error, SchemaUnreleased):
        raise DatabaseUnreleased(path, error.revision) from error
    if isinstance(error, SchemaUnknown):
        raise DatabaseNewer(path, schema.branch, error.revision) from error
    if isinstance(error, DBAPIError):
        if getattr(error.orig, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            raise DatabaseInUse(path, "another program") from error
        raise DatabaseUnusable(path, error.orig) from error
    if isinstance(error, UnicodeDecodeError):  # SQLite's own words quote what is damaged
        raise DatabaseUnusable(path, "it is damaged") from error


_opening: ContextVar[Path] = ContextVar("the file that is being opened")


@cache
def _engine() -> Engine:
    """Return one engine for all files, so that compiled statements are shared by all of them."""
    engine = create_engine(
        "sqlite://",
        poolclass=NullPool,
        creator=lambda: sqlite3.connect(_opening.get(), timeout=1.0, check_same_thread=False),
    )

    @event.listens_for(engine, "connect")
    def _set_up(driver: sqlite3.Connection, _record: object) -> None:
        driver.isolation_level = None
        for setting in SETTINGS:
            driver.execute(setting)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


class DiskFault(Enum):
    """A reason why the disk can store nothing; pages tell the technician what to do about each."""

    FULL = "full"
    READ_ONLY = "read-only"
    IO_ERROR = "I/O error"
    DAMAGED = "damaged"
    OTHER = "other"


_BY_CODE = {
    "SQLITE_FULL": DiskFault.FULL,
    "SQLITE_READONLY": DiskFault.READ_ONLY,
    "SQLITE_PERM": DiskFault.READ_ONLY,
    "SQLITE_CANTOPEN": DiskFault.READ_ONLY,
    "SQLITE_IOERR": DiskFault.IO_ERROR,
    "SQLITE_CORRUPT": DiskFault.DAMAGED,
    "SQLITE_NOTADB": DiskFault.DAMAGED,
}


def disk_fault_of(error: BaseException | None) -> DiskFault:
    """Return the disk's fault that an error of SQLite reports; OTHER for every other error.

    SQLite's extended error codes begin with the primary code, by which the fault is found.
    """
    name = getattr(error, "sqlite_errorname", None) if isinstance(error, sqlite3.Error) else None
    primary = "_".join((name or "").split("_")[:2])
    return _BY_CODE.get(primary, DiskFault.OTHER)


_AS_IT_LIES = "mode=ro&immutable=1"


@contextlib.contextmanager
def read_only(path: Path, how: str = "") -> Iterator[sqlite3.Connection]:
    """Open an existing database file for reading. Raises sqlite3.Error.

    Call it only if no other program has the file open. `how` are the options of SQLite's URI for
    the file, such as "mode=ro"; if it is empty, fitting ones are chosen.
    """
    log = Path(f"{path}-wal")
    # If there is no write-ahead log, SQLite need not create a file beside this one to read it.
    how = how or ("mode=ro" if log.exists() and log.stat().st_size else _AS_IT_LIES)
    address = f"{path.absolute().as_uri()}?{how}"
    with contextlib.closing(sqlite3.connect(address, uri=True)) as database:
        yield database


def has_rows(path: Path, table: str) -> bool:
    """Return True if that database table of the file has rows.

    Return False if the file or the table is missing or cannot be read. If a server has the file
    open, what is only in the write-ahead log may be overlooked, so that the result can be out of
    date.
    """
    if not path.exists():
        return False
    for how in ("", _AS_IT_LIES):
        with contextlib.suppress(sqlite3.Error), read_only(path, how) as database:
            return database.execute(f'SELECT 1 FROM "{table}" LIMIT 1').fetchone() is not None
    return False
