"""Commands about accounts, links and boards' keys, as a director of tests sends them."""

import secrets

from rules.identities import PersonId
from rules.room import Room
from server.access import Actor, Machine, Role
from server.people.accounts_process import AccountsProcess
from server.people.changes import AccountAdded
from server.people.commands import AddAccount, ResetPassphrase, RestoreDirector, SignOutDevices
from server.people.sign_in import Authenticator
from server.secret_codes import new_token
from server.store.accounts_db.accounts import Account
from server.store.accounts_db.board_keys import KEY_SIZE, BoardKeys
from server.store.accounts_db.links import Link

TESTS = Machine("tests")


async def add_account(
    process: AccountsProcess,
    name: str,
    role: Role,
    room: Room | None = None,
    person: PersonId | None = None,
    by: Actor = TESTS,
) -> tuple[Account, str]:
    """An account, and the token of the link that sets its passphrase."""
    answer = await process.handle(AddAccount(name=name, role=role, room=room, person=person), by)
    assert isinstance(answer.change, AccountAdded)
    account = process.stores.accounts.get(answer.change.account_id)
    assert account is not None
    return account, answer.secret


async def add_director(process: AccountsProcess, name: str, hashed: str) -> None:
    """A director who can sign in, as the command line makes one."""
    await process.handle(RestoreDirector(name=name, hashed=hashed), TESTS)


async def reset_passphrase(process: AccountsProcess, account_id: int, by: Actor = TESTS) -> str:
    """The token of the link that sets a new passphrase."""
    return (await process.handle(ResetPassphrase(account_id=account_id), by)).secret


async def sign_out_devices(
    process: AccountsProcess, account_id: int, session_id: int | None = None
) -> None:
    """Sign one device of an account out, or all."""
    command = SignOutDevices(account_id=account_id, session_id=session_id)
    await process.handle(command, TESTS)


def given_link(authenticator: Authenticator, link: Link) -> tuple[Link, str]:
    """A good link, of a match that need not be, with its token."""
    token = new_token()
    return authenticator.links.give(link, token), token


def given_key(board_keys: BoardKeys, board_id: str, label: str = "") -> bytes:
    """The key that a board has now."""
    key = secrets.token_bytes(KEY_SIZE)
    board_keys.give(board_id, label, key)
    return key
