"""The accounts file: boards, accounts, sessions and links behind one connection."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from rules.ledger import from_unix_microseconds
from server.store.accounts_db.tables import ACCOUNTS_SCHEMA
from server.store.database_file import DatabaseFile, DatabaseRefused, open_database
from server.store.disk_fault import disk_fault_of


class AccountsUnavailable(Exception):
    """The accounts file cannot be written or read now; nothing has changed.

    Operator: make room on the disk or restore it, then try again. `fault` is what is wrong.
    """

    def __init__(self, why: BaseException | None) -> None:
        self.fault = disk_fault_of(why)
        super().__init__(
            f"the accounts file failed: {why}; nothing has changed. Operator: make room on the"
            " disk or restore it, then try again"
        )


class AccountsDamaged(DatabaseRefused):
    """What the file holds is nothing that a server has written there."""

    def __init__(self, path: Path, why: Exception) -> None:
        super().__init__(
            f"{path} is damaged: {why}. Operator: keep the file as it is, and put it back from a"
            " backup; the matches in the event log are not touched by it"
        )


class AccountsFile:
    """Transactions on the file, one at a time; any thread may ask, off the event loop.

    `failed` hears of every transaction that fails, in the thread that asked for it.
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
        """Open or make the file; raises DatabaseRefused in one of its kinds (operator)."""
        return cls(open_database(path, ACCOUNTS_SCHEMA), path)

    def read_by(self, reader: Callable[[], None]) -> None:
        """Call `reader` now, and whenever what it has read in a transaction was taken back.

        Raises AccountsDamaged where what is there cannot be read.
        """
        try:
            reader()
        except Exception as error:  # damaged values fail their readers in ways of every kind
            raise AccountsDamaged(self._path, error) from error
        self._readers.append(reader)

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """Give a session that is committed at the block's end; raises AccountsUnavailable.

        What the block's own exceptions interrupt is taken back. A block inside another is part of
        its transaction.
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
        """Have everything read again that the interrupted transaction may have shown."""
        readers, self._readers = self._readers, []
        # What cannot be read now stays: the error that is on its way says what to do.
        with suppress(AccountsUnavailable):
            for reader in readers:
                reader()
        self._readers = readers

    def image(self) -> bytes:
        """The file's content as of now; raises AccountsUnavailable."""
        with self._turn:
            try:
                return self._database.driver.serialize()
            except sqlite3.Error as error:
                raise AccountsUnavailable(error) from error

    def try_write(self) -> None:
        """Write something durably and take it away again; raises AccountsUnavailable."""
        with self._turn:
            try:
                self._database.try_write()
            except sqlite3.Error as error:
                raise AccountsUnavailable(error) from error

    def close(self) -> None:
        """Let go of the file."""
        with self._turn:
            self._database.close()


def moment(stored: int | None) -> datetime | None:
    """A stored moment in UTC, None for none."""
    return None if stored is None else from_unix_microseconds(stored)
