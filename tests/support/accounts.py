"""An authenticator on a real file, with a clock of the test's own."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from rules.room import Room
from server.access import Role, Visitor
from server.people.accounts_process import AccountsProcess
from server.people.book import PersonBook
from server.people.sign_in import Authenticator, Device, SignInRefused
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import ACCOUNTS_SCHEMA
from server.store.database_file import DatabaseFile, open_database
from server.store.records import KeptBesideEvents
from tests.support.account_commands import add_account
from tests.support.clock import Clock
from tests.support.persons import person_id
from tests.support.quick import PASSPHRASE, QUICK

HERE, THERE = Device("192.0.2.7", "a phone"), Device("192.0.2.8", "a tablet")
DIRECTOR = Visitor(Role.DIRECTOR, person_id("Olena"))


@dataclass
class OpenedAccounts:
    """Sign-in and the accounts' owner on one file, with their clock."""

    authenticator: Authenticator
    clock: Clock
    file: AccountsFile
    database: DatabaseFile

    @property
    def process(self) -> AccountsProcess:
        """The owner of the accounts."""
        return self.authenticator.process


@contextlib.contextmanager
def opened(folder: Path, clock: Clock | None = None) -> Iterator[OpenedAccounts]:
    """The records in that folder; opened again, they are those after a restart."""
    clock = clock or Clock()
    database = open_database(folder / "accounts.sqlite3", ACCOUNTS_SCHEMA)
    file = AccountsFile(database, folder / "accounts.sqlite3")
    try:
        kept = KeptBesideEvents.of(
            file, clock, idle=timedelta(hours=16), longest=timedelta(days=14)
        )
        process = AccountsProcess(kept, PersonBook(kept.persons), clock)
        authenticator = Authenticator(process, kept.failures, clock, QUICK)
        yield OpenedAccounts(authenticator, clock, file, database)
    finally:
        file.close()


async def with_director(opened_accounts: OpenedAccounts, name: str = "Olena") -> str:
    """Make the first director by the set-up link; his session."""
    token = await opened_accounts.authenticator.set_up_link()
    assert token is not None
    return await opened_accounts.authenticator.set_up(token, name, PASSPHRASE, HERE)


async def with_account(
    opened_accounts: OpenedAccounts, name: str, role: Role, room: Room | None = None
) -> str:
    """Make an account and give it the passphrase; its session."""
    _, token = await add_account(opened_accounts.process, name, role, room, by=DIRECTOR)
    return await opened_accounts.authenticator.set_passphrase(token, PASSPHRASE, HERE)


async def fail(opened_accounts: OpenedAccounts, name: str = "Olena", device: Device = HERE) -> None:
    """Sign in with a wrong passphrase."""
    with pytest.raises(SignInRefused):
        await opened_accounts.authenticator.sign_in(name, "not her passphrase", device)


def shown(authenticator: Authenticator, session: str) -> tuple[Role, str] | None:
    """The role of a session's visitor and what he is called; None for one that is over."""
    visitor = authenticator.visitor(session)
    if visitor is None or visitor.person is None:
        return None
    return visitor.role, authenticator.persons.names().of(visitor.person)
