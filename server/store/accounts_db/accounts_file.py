"""The accounts file: one SQLite connection to all that the server stores besides the events.

Also here: the latest time stored in the accounts file; the note that the server's records were
restored from a backup; the match that the operator chose to be shown large to spectators.
"""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, delete, func, select

from rules.identities import MatchId
from rules.ledger import from_unix_microseconds, unix_microseconds
from server.store.accounts_db.tables import (
    ACCOUNTS_SCHEMA,
    AccountRow,
    FailureRow,
    FeaturedRow,
    LinkRow,
    RestoredRow,
    SessionRow,
)
from server.store.database_file import DatabaseFile, DatabaseRefused, disk_fault_of, open_database


class AccountsUnavailable(Exception):
    """The accounts file cannot be written or read now; nothing was changed.

    The operator can make room on the disk or restore the disk, then try again. `fault` is the
    reason that SQLite reports.
    """

    def __init__(self, why: BaseException | None) -> None:
        self.fault = disk_fault_of(why)
        super().__init__(
            f"the accounts file failed: {why}; nothing has changed. Operator: make room on the"
            " disk or restore it, then try again"
        )


class AccountsDamaged(DatabaseRefused):
    """The accounts file is damaged: it has content that no server wrote."""

    def __init__(self, path: Path, why: Exception) -> None:
        super().__init__(
            f"{path} is damaged: {why}. Operator: keep the file as it is, and put it back from a"
            " backup; the matches in the event log are not touched by it"
        )


class AccountsFile:
    """The accounts file, which is read and changed in transactions, one at a time.

    Any thread except the event loop's may call the methods: they can wait for the disk. `failed`
    is called with the error of every transaction that fails, in the thread of that transaction.
    """

    def __init__(self, database: DatabaseFile, path: Path) -> None:
        self._path = path
        self.failed: Callable[[AccountsUnavailable], None] = lambda _: None
        self._turn = threading.RLock()
        self._database = database
        self._session: Session | None = None
        self._readers: list[Callable[[], None]] = []

    @classmethod
    def open(cls, path: Path) -> "AccountsFile":
        """Open the file, or create a new one. Raises one of the classes of DatabaseRefused."""
        return cls(open_database(path, ACCOUNTS_SCHEMA), path)

    def read_by(self, reader: Callable[[], None]) -> None:
        """Call `reader` now, and again whenever a transaction has been rolled back.

        `reader` must read the file's content into memory. It is called again after a rollback,
        because what it read during the transaction was not stored. Raises AccountsDamaged if the
        first call of `reader` fails.
        """
        try:
            reader()
        except Exception as error:  # damaged values fail their readers in ways of every kind
            raise AccountsDamaged(self._path, error) from error
        self._readers.append(reader)

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """Open a database session that is committed when the `with` block ends.

        The transaction is rolled back if the block raises. A block inside another block belongs to
        the outer transaction. Raises AccountsUnavailable if the file cannot be read or written.
        """
        with self._turn:
            if self._session is not None:
                yield self._session
                self._session.flush()
                return
            try:
                with self._committing() as session:
                    yield session
            except BaseException:
                self._take_back()
                raise

    @contextmanager
    def _committing(self) -> Iterator[Session]:
        connection = self._database.connection
        try:
            # A session without this connection would not end its transaction on a full disk.
            with connection.begin(), Session(connection) as session:
                self._session = session
                yield session
                session.flush()
        except DBAPIError as error:
            unavailable = AccountsUnavailable(error.orig)
            self.failed(unavailable)
            raise unavailable from error
        finally:
            self._session = None

    def _take_back(self) -> None:
        """Call all readers again, because they may have read values that are rolled back now."""
        readers, self._readers = self._readers, []
        # What cannot be read now stays: the error being raised says what to do.
        with suppress(AccountsUnavailable):
            for reader in readers:
                reader()
        self._readers = readers

    def image(self) -> bytes:
        """Return the file's present content, as a database file's bytes.

        Raises AccountsUnavailable if the file cannot be read.
        """
        with self._turn:
            try:
                return self._database.driver.serialize()
            except sqlite3.Error as error:
                raise AccountsUnavailable(error) from error

    def try_write(self) -> None:
        """Write something to the disk and delete it again.

        Raises AccountsUnavailable if that fails.
        """
        with self._turn:
            try:
                self._database.try_write()
            except sqlite3.Error as error:
                raise AccountsUnavailable(error) from error

    def close(self) -> None:
        """Close the file."""
        with self._turn:
            self._database.close()


def moment(stored: int | None) -> datetime | None:
    """Return a stored moment (microseconds from 1970) as a datetime in UTC, or None for None."""
    return None if stored is None else from_unix_microseconds(stored)


_WRITTEN = (SessionRow.seen_at, LinkRow.made_at, AccountRow.made_at, FailureRow.last_at)


def latest_moment(accounts_file: AccountsFile) -> datetime | None:
    """Return the latest time stored in the file, in UTC, or None if the file has no time.

    The times looked at are those of sessions, links, accounts and failed sign-ins.
    """
    with accounts_file.transaction() as session:
        latest = [session.exec(select(func.max(column))).one() or 0 for column in _WRITTEN]
    return moment(max(latest) or None)


_ONLY = 1


@dataclass(frozen=True, slots=True)
class Restoration:
    """A restoration of the server's records from a backup; all times are in UTC.

    `latest` is the time of the last event in the backup, or None if the backup had no events.
    `matches` has the time of the last event of each match that was not over in the backup, keyed by
    match.
    """

    restored_at: datetime
    latest: datetime | None
    matches: Mapping[MatchId, datetime] = field(default_factory=dict)


class RestorationNote:
    """The note that the server's records were restored from a backup, in the file and in memory.

    `noted` is the restoration, None if there is no note; it is read from memory. The methods can
    wait for the disk. The constructor and the methods raise AccountsUnavailable if the file cannot
    be read or written.
    """

    def __init__(self, accounts_file: AccountsFile) -> None:
        self._file = accounts_file
        with accounts_file.transaction() as session:
            row = session.get(RestoredRow, _ONLY)
            self.noted = None if row is None else _read(row)

    def note(self, restoration: Restoration) -> None:
        """Store that the records were restored. The note stays until `dismiss` is called."""
        matches = {str(each): unix_microseconds(at) for each, at in restoration.matches.items()}
        latest = restoration.latest
        with self._file.transaction() as session:
            session.merge(
                RestoredRow(
                    restored_id=_ONLY,
                    restored_at=unix_microseconds(restoration.restored_at),
                    latest=None if latest is None else unix_microseconds(latest),
                    matches=json.dumps(matches),
                )
            )
        self.noted = restoration

    def dismiss(self) -> None:
        """Delete the note. Call it when the director says that everything missing is entered."""
        with self._file.transaction() as session:
            session.exec(delete(RestoredRow))
        self.noted = None


def _read(row: RestoredRow) -> Restoration:
    matches = {
        MatchId.read(each): from_unix_microseconds(at)
        for each, at in json.loads(row.matches).items()
    }
    return Restoration(from_unix_microseconds(row.restored_at), moment(row.latest), matches)


class FeaturedMatch:
    """The match that the operator chose to be shown large to spectators, in file and memory.

    `match_id` is that match, or None if nobody chose one, and is read from memory. `choose` can
    wait for the disk and raise AccountsUnavailable.
    """

    def __init__(self, accounts_file: AccountsFile) -> None:
        self._file = accounts_file
        with accounts_file.transaction() as session:
            row = session.get(FeaturedRow, _ONLY)
            self.match_id = MatchId.read(row.match) if row and row.match else None

    def choose(self, match_id: MatchId | None) -> None:
        """Store the match to be shown large from now on.

        With None stored, the pages choose a match themselves.
        """
        with self._file.transaction() as session:
            session.merge(FeaturedRow(featured_id=_ONLY, match=str(match_id) if match_id else None))
        self.match_id = match_id
