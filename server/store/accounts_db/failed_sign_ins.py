"""Failed sign-ins on file, so that a restart does not forgive a guesser."""

import threading
from collections.abc import Callable
from datetime import datetime

from sqlmodel import col, delete, select

from rules.ledger import from_unix_microseconds, unix_microseconds
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import FailureRow
from server.store.accounts_db.tokens import digest_of
from server.throttle import FORGOTTEN_AFTER, Failed, failed_again


class Failures:
    """Failures by subject, a name or an address; any thread may call.

    What writes may raise AccountsUnavailable. `now` is the time in UTC.
    """

    def __init__(self, accounts_file: AccountsFile, now: Callable[[], datetime]) -> None:
        self._file, self._now = accounts_file, now
        self._turn = threading.Lock()
        with accounts_file.transaction() as session:
            rows = session.exec(select(FailureRow)).all()
            self._failed = {row.subject: _failed(row) for row in rows}

    def of(self, subject: str) -> Failed | None:
        """How often that subject failed lately."""
        return self._failed.get(digest_of(subject))

    def add(self, *subjects: str) -> None:
        """Count one more failure for each, and forget the old ones of all."""
        now = self._now()
        with self._turn:
            again = {
                digest: failed_again(self._failed.get(digest), now)
                for digest in map(digest_of, subjects)
            }
            kept = {**self._failed, **again}
            with self._file.transaction() as session:
                for subject, failed in again.items():
                    last_at = unix_microseconds(failed.last_at)
                    row = FailureRow(subject=subject, count=failed.count, last_at=last_at)
                    session.merge(row)
                old = unix_microseconds(now - FORGOTTEN_AFTER)
                session.exec(delete(FailureRow).where(col(FailureRow.last_at) <= old))
            self._failed = {
                subject: failed
                for subject, failed in kept.items()
                if now - failed.last_at < FORGOTTEN_AFTER
            }

    def forget(self, subject: str) -> None:
        """Start anew for a subject that has signed in."""
        digest = digest_of(subject)
        with self._turn:
            if digest not in self._failed:
                return
            with self._file.transaction() as session:
                session.exec(delete(FailureRow).where(col(FailureRow.subject) == digest))
            self._failed = {each: failed for each, failed in self._failed.items() if each != digest}


def _failed(row: FailureRow) -> Failed:
    return Failed(row.count, from_unix_microseconds(row.last_at))
