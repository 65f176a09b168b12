"""Accounts, each with a name to sign in with, a role, and the argon2id hash of a passphrase.

Also here: failed sign-ins. They are stored, so that somebody who guesses passphrases must wait just
as long after a restart of the server.
"""

import threading
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, delete, select

from rules.identities import PersonId
from rules.ledger import from_unix_microseconds, unix_microseconds
from rules.room import Room
from server.access import Role
from server.secret_codes import digest_of
from server.store.accounts_db.accounts_file import AccountsFile, moment
from server.store.accounts_db.tables import AccountRow, FailureRow
from server.throttle import FORGOTTEN_AFTER, Failed, failed_again
from server.values.naming import folded


class AccountRefused(Exception):
    """A change of an account, or one of its values, was refused.

    The message says why and what the director can do.
    """

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field}: {value!r} cannot be used; allowed: {allowed}")
        self.field, self.value, self.allowed = field, value, allowed


@dataclass(frozen=True, slots=True)
class Account:
    """An account without the hash of its passphrase.

    `name` is the name to sign in with, `person` the account's owner. `room` is the room in which a
    clerk works, None for other roles. Moments are in UTC; `disabled_at` is None while the account
    is valid.
    """

    account_id: int
    name: str
    person: PersonId
    role: Role
    room: Room | None
    has_passphrase: bool
    made_at: datetime
    disabled_at: datetime | None

    @property
    def directs(self) -> bool:
        """True if a director can sign in with this account."""
        return self.role is Role.DIRECTOR and self.has_passphrase and self.disabled_at is None


def tidied(name: str) -> str:
    """Return an account's name as it is stored: in Unicode's form NFC, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split())


class Accounts:
    """All accounts, stored in the accounts file and cached in memory.

    `get`, `find`, `list` and `hash_of` read from memory; the other methods can wait for the disk.
    Any thread may call the methods. Methods that write can raise AccountsUnavailable. `now` returns
    the time in UTC.
    """

    def __init__(self, accounts_file: AccountsFile, now: Callable[[], datetime]) -> None:
        self._file, self._now = accounts_file, now
        self._accounts: dict[int, Account] = {}
        self._hashes: dict[int, str] = {}
        accounts_file.read_by(self._read)

    @property
    def director_exists(self) -> bool:
        """True if there is an account with which a director can sign in."""
        return any(account.directs for account in self._accounts.values())

    def get(self, account_id: int) -> Account | None:
        """Return the account of that id, or None if there is no such account."""
        return self._accounts.get(account_id)

    def find(self, name: str) -> Account | None:
        """Return the account of that name, whatever the name's case and spacing, or None."""
        folded_name = folded(name)
        return next((each for each in self.list() if folded(each.name) == folded_name), None)

    def list(self) -> Sequence[Account]:
        """Return all accounts in the order they were made."""
        return tuple(self._accounts.values())

    def hash_of(self, account_id: int) -> str | None:
        """Return the hash of the account's passphrase, or None if no passphrase is set."""
        return self._hashes.get(account_id)

    def add(
        self,
        name: str,
        role: Role,
        room: Room | None = None,
        hashed: str | None = None,
        *,
        person: PersonId,
    ) -> Account:
        """Store and return a new account of that person.

        `room` is the room in which a clerk works, None for other roles. `hashed` is the argon2id
        hash of the passphrase, or None if the passphrase will be set later.
        """
        row = AccountRow(
            name=tidied(name),
            folded=folded(name),
            person_id=person.text,
            role=role.value,
            room=room.value if room else None,
            passphrase=hashed,
            made_at=unix_microseconds(self._now()),
        )
        with self._file.transaction() as session:
            session.add(row)
            session.flush()
            made = _account(row)
            self._read()
        return made

    def set_passphrase(self, account_id: int, hashed: str) -> None:
        """Store the hash of the account's new passphrase."""
        self._change(account_id, passphrase=hashed)

    def set_director(self, account_id: int) -> None:
        """Give the account the role of a director, and enable it if it was disabled."""
        self._change(account_id, role=Role.DIRECTOR.value, room=None, disabled_at=None)

    def disable(self, account_id: int) -> None:
        """Disable the account, so that nobody can sign in with it."""
        self._change(account_id, disabled_at=unix_microseconds(self._now()))

    def clear_passphrase(self, account_id: int) -> None:
        """Remove the account's passphrase.

        Nobody can sign in with the account until a new one is set.
        """
        self._change(account_id, passphrase=None)

    def enable(self, account_id: int) -> None:
        """Enable the account again, so that its owner can sign in with it."""
        self._change(account_id, disabled_at=None)

    def forget(self, account_id: int) -> None:
        """Disable the account of an erased person, and remove its name and passphrase."""
        name, at = f"erased {account_id}", unix_microseconds(self._now())
        self._change(account_id, name=name, folded=folded(name), passphrase=None, disabled_at=at)

    def _change(self, account_id: int, **changes: object) -> None:
        with self._file.transaction() as session:
            row = session.get(AccountRow, account_id)
            assert row is not None, f"account {account_id} is not on file"
            for field, value in changes.items():
                setattr(row, field, value)
            self._read()

    def _read(self) -> None:
        with self._file.transaction() as session:
            rows = session.exec(select(AccountRow)).all()
            known = [(_account(row), row.passphrase) for row in rows]
        self._hashes = {account.account_id: hashed for account, hashed in known if hashed}
        self._accounts = {account.account_id: account for account, _ in known}


def _account(row: AccountRow) -> Account:
    assert row.account_id is not None
    return Account(
        account_id=row.account_id,
        name=row.name,
        person=PersonId(row.person_id),
        role=Role(row.role),
        room=Room(row.room) if row.room else None,
        has_passphrase=row.passphrase is not None,
        made_at=from_unix_microseconds(row.made_at),
        disabled_at=moment(row.disabled_at),
    )


class Failures:
    """The recent failed sign-ins, counted by subject; a subject is an account's name or an address.

    Any thread may call the methods. Methods that write can raise AccountsUnavailable. `now` returns
    the time in UTC.
    """

    def __init__(self, accounts_file: AccountsFile, now: Callable[[], datetime]) -> None:
        self._file, self._now = accounts_file, now
        self._turn = threading.Lock()
        with accounts_file.transaction() as session:
            rows = session.exec(select(FailureRow)).all()
            self._failed = {row.subject: _failed(row) for row in rows}

    def of(self, subject: str) -> Failed | None:
        """Return the number of the subject's recent failures and the time of the last failure.

        Return None if there are no recent failures.
        """
        return self._failed.get(digest_of(subject))

    def add(self, *subjects: str) -> None:
        """Count one more failure for each of these subjects, and delete all that are too old."""
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
        """Delete the failures of a subject that has signed in."""
        digest = digest_of(subject)
        with self._turn:
            if digest not in self._failed:
                return
            with self._file.transaction() as session:
                session.exec(delete(FailureRow).where(col(FailureRow.subject) == digest))
            self._failed = {each: failed for each, failed in self._failed.items() if each != digest}


def _failed(row: FailureRow) -> Failed:
    return Failed(row.count, from_unix_microseconds(row.last_at))
