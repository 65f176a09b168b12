"""The accounts file: boards, accounts, sessions and links behind one connection.

Also here: the latest time in the accounts file.

Also here: the note that these records were made from a backup, and since when entries are missing.

Also here: the match that the operator shows large to spectators: stored, so that a restart changes
nothing.
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
    """The accounts file cannot be written or read now; nothing has changed.

    Operator: make room on the disk or restore it, then try again. `fault` is the disk's fault.
    """

    def __init__(self, why: BaseException | None) -> None:
        self.fault = disk_fault_of(why)
        super().__init__(
            f"the accounts file failed: {why}; nothing has changed. Operator: make room on the"
            " disk or restore it, then try again"
        )


class AccountsDamaged(DatabaseRefused):
    """The file's content was not written by a server."""

    def __init__(self, path: Path, why: Exception) -> None:
        super().__init__(
            f"{path} is damaged: {why}. Operator: keep the file as it is, and put it back from a"
            " backup; the matches in the event log are not touched by it"
        )


class AccountsFile:
    """Transactions on the file, one at a time; any thread may ask, off the event loop.

    `failed` is called for every transaction that fails, in the calling thread.
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
        """Open or make the file. Raises one of the classes of DatabaseRefused."""
        return cls(open_database(path, ACCOUNTS_SCHEMA), path)

    def read_by(self, reader: Callable[[], None]) -> None:
        """Call `reader` now, and whenever a transaction that it has read in was rolled back.

        Raises AccountsDamaged if the content cannot be read.
        """
        try:
            reader()
        except Exception as error:  # damaged values fail their readers in ways of every kind
            raise AccountsDamaged(self._path, error) from error
        self._readers.append(reader)

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """Open a session that is committed at the block's end; raises AccountsUnavailable.

        A block that raises is rolled back. A block inside another is part of its transaction.
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
            # A session of its own would not give up its transaction when a full disk fails it.
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
        """Have readers read again what they may have read in the interrupted transaction."""
        readers, self._readers = self._readers, []
        # What cannot be read now stays: the error being raised says what to do.
        with suppress(AccountsUnavailable):
            for reader in readers:
                reader()
        self._readers = readers

    def image(self) -> bytes:
        """Return the file's present content; raises AccountsUnavailable."""
        with self._turn:
            try:
                return self._database.driver.serialize()
            except sqlite3.Error as error:
                raise AccountsUnavailable(error) from error

    def try_write(self) -> None:
        """Write something durably and delete it again; raises AccountsUnavailable."""
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
    """Return a stored moment in UTC, None for none."""
    return None if stored is None else from_unix_microseconds(stored)


_WRITTEN = (SessionRow.seen_at, LinkRow.made_at, AccountRow.made_at, FailureRow.last_at)


def latest_moment(accounts_file: AccountsFile) -> datetime | None:
    """Return the latest time written there, UTC; None in an empty file."""
    with accounts_file.transaction() as session:
        latest = [session.exec(select(func.max(column))).one() or 0 for column in _WRITTEN]
    return moment(max(latest) or None)


_ONLY = 1


@dataclass(frozen=True, slots=True)
class Restoration:
    """The time of a restoration, and the end of its backup, UTC; `latest` None for an empty one.

    `matches` are those that were not over, each with the time of its last event.
    """

    restored_at: datetime
    latest: datetime | None
    matches: Mapping[MatchId, datetime] = field(default_factory=dict)


class RestorationNote:
    """The note, in the file and in memory; `noted` never waits, the rest may for the disk.

    Raises AccountsUnavailable.
    """

    def __init__(self, accounts_file: AccountsFile) -> None:
        self._file = accounts_file
        with accounts_file.transaction() as session:
            row = session.get(RestoredRow, _ONLY)
            self.noted = None if row is None else _read(row)

    def note(self, restoration: Restoration) -> None:
        """Store the restoration until it is dismissed."""
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
        """Delete the restoration: what was missing has been entered again."""
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
    """The match chosen to be featured, in the file and in memory; None if nobody chose one.

    `match_id` never waits; `choose` may wait for the disk and raise AccountsUnavailable.
    """

    def __init__(self, accounts_file: AccountsFile) -> None:
        self._file = accounts_file
        with accounts_file.transaction() as session:
            row = session.get(FeaturedRow, _ONLY)
            self.match_id = MatchId.read(row.match) if row and row.match else None

    def choose(self, match_id: MatchId | None) -> None:
        """Show that match large from now on; None leaves the choice to the pages."""
        with self._file.transaction() as session:
            session.merge(FeaturedRow(featured_id=_ONLY, match=str(match_id) if match_id else None))
        self.match_id = match_id
