"""The API by which the director adds, resets, disables and signs out accounts."""

import asyncio
import json
from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel

from rules.identities import PersonId
from rules.room import Room
from server.access import Action, Role
from server.people.accounts_process import Answer
from server.people.changes import AccountAdded, PassphraseReset
from server.people.commands import (
    AddAccount,
    DisableAccount,
    EnableAccount,
    ResetPassphrase,
    SignOutDevices,
)
from server.people.sign_in import Authenticator
from server.store.accounts_db.accounts import Account, AccountRefused
from server.store.accounts_db.changes import RecordedChange
from server.web.accounts.sessions import DeviceOut, devices_out
from server.web.edge.addresses import address_for_others, path_of_invitation
from server.web.edge.authorization import RunningAccounts, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.cookies import token_of
from server.web.edge.services import AuthenticatorDep, HallDep
from server.web.orders.fields import Body, Name, PersonText, RoomName
from server.web.shell.lists import Paged, PageNumber, link_header, page_links


class AccountIn(Body):
    """An account to be added. `room` is the room in which a clerk works; other roles have none.

    `person` is the id of the person who will use the account. If it is left out, a new person with
    the account's `name` is added to the records.
    """

    name: Name
    role: Literal["director", "operator", "clerk", "broadcaster"]
    room: RoomName | None = None
    person: PersonText | None = None


class AccountOut(BaseModel):
    """An account. `person` is the id of the person who uses it.

    `disabled_at` is null while its owner can sign in.
    """

    account_id: int
    name: str
    person: str
    role: Role
    room: Room | None
    has_passphrase: bool
    made_at: datetime
    disabled_at: datetime | None


class ChangeOut(BaseModel):
    """One change in the record of changes to accounts, links, board keys and persons.

    `actor` is the person or account who made the change, written as in the event log. `kind` is the
    name of the change. `fields` has the values of the change by name, among them the id of the
    account, link, board or person that was changed.
    """

    at: datetime
    actor: str
    kind: str
    fields: dict[str, Any]


class InvitedOut(AccountOut):
    """An account and the address by which its owner sets a passphrase.

    The address is shown only once.
    """

    link: str


AT_MOST = 50
"""Number of changes on one page of the record of changes."""

router = APIRouter(
    prefix="/api/accounts", tags=["accounts"], dependencies=[Depends(needs(Action.RUN_ACCOUNTS))]
)


@router.get("")
async def accounts(authenticator: AuthenticatorDep) -> list[AccountOut]:
    """List every account, in the order in which the accounts were made."""
    return [AccountOut(**account_fields(each)) for each in authenticator.accounts.list()]


@router.get("/changes")
async def changes(
    request: Request,
    answer: Response,
    authenticator: AuthenticatorDep,
    page: PageNumber = 1,
) -> list[ChangeOut]:
    """List the changes to accounts, links, board keys and persons, the newest first.

    The header `Link` has the addresses of the pages before and after this one.
    """
    recorded = await recorded_changes(authenticator, page)
    answer.headers.update(link_header(page_links(recorded, request.url)))
    return [
        ChangeOut(at=each.at, actor=each.actor, kind=each.kind, fields=json.loads(each.fields))
        for each in recorded.items
    ]


@router.post("", status_code=201)
async def add(
    new: AccountIn,
    director: RunningAccounts,
    command_id: CommandIdDep,
    request: Request,
    hall: HallDep,
    authenticator: AuthenticatorDep,
) -> InvitedOut:
    """Add an account.

    The answer has a link by which its owner sets the passphrase within a week.
    """
    command = AddAccount(
        name=new.name,
        role=Role(new.role),
        room=Room(new.room) if new.room else None,
        person=PersonId(new.person) if new.person else None,
    )
    return _invited(
        request, authenticator, await hall.commands.to_accounts(command, director, command_id)
    )


@router.post("/{account_id}/reset")
async def reset(
    account_id: int,
    director: RunningAccounts,
    command_id: CommandIdDep,
    request: Request,
    hall: HallDep,
    authenticator: AuthenticatorDep,
) -> InvitedOut:
    """Make an account's passphrase invalid, and sign its owner out on every device.

    The answer has a link by which the owner sets a new passphrase.
    """
    command = ResetPassphrase(account_id=account_id)
    return _invited(
        request, authenticator, await hall.commands.to_accounts(command, director, command_id)
    )


@router.post("/{account_id}/disable", status_code=204)
async def disable(
    account_id: int, director: RunningAccounts, command_id: CommandIdDep, hall: HallDep
) -> None:
    """Disable an account: nobody can sign in with it, and every device is signed out."""
    await hall.commands.to_accounts(DisableAccount(account_id=account_id), director, command_id)


@router.post("/{account_id}/enable", status_code=204)
async def enable(
    account_id: int, director: RunningAccounts, command_id: CommandIdDep, hall: HallDep
) -> None:
    """Enable a disabled account, so that its owner can sign in again."""
    await hall.commands.to_accounts(EnableAccount(account_id=account_id), director, command_id)


@router.get("/{account_id}/devices")
async def devices(
    account_id: int, request: Request, authenticator: AuthenticatorDep
) -> list[DeviceOut]:
    """List the devices that are signed in to an account."""
    account = known_account(authenticator, account_id)
    return devices_out(authenticator, account, token_of(request))


@router.delete("/{account_id}/devices", status_code=204)
async def sign_all_out(
    account_id: int, director: RunningAccounts, command_id: CommandIdDep, hall: HallDep
) -> None:
    """Sign out every device of an account."""
    await hall.commands.to_accounts(SignOutDevices(account_id=account_id), director, command_id)


@router.delete("/{account_id}/devices/{session_id}", status_code=204)
async def sign_out(
    account_id: int,
    session_id: int,
    director: RunningAccounts,
    command_id: CommandIdDep,
    hall: HallDep,
) -> None:
    """Sign out one device of an account."""
    command = SignOutDevices(account_id=account_id, session_id=session_id)
    await hall.commands.to_accounts(command, director, command_id)


async def recorded_changes(authenticator: Authenticator, number: int) -> Paged[RecordedChange]:
    """Return page `number` of the record of changes, or the last page if there are fewer pages."""
    recorded = authenticator.process.recorded

    def read() -> Paged[RecordedChange]:
        total = recorded.count()
        pages = max(1, -(-total // AT_MOST))
        shown = min(number, pages)
        items = recorded.newest(AT_MOST, (shown - 1) * AT_MOST)
        return Paged(tuple(items), shown, pages, total)

    return await asyncio.to_thread(read)


def known_account(authenticator: Authenticator, account_id: int) -> Account:
    """Return the account with that id. Raises AccountRefused if there is none."""
    account = authenticator.accounts.get(account_id)
    if account is None:
        raise AccountRefused("account", account_id, "one of the list")
    return account


def account_invited(authenticator: Authenticator, answer: Answer) -> Account:
    """Return the account that was just added or reset, and whose owner has to set a passphrase.

    `answer` is the answer to the command that added or reset the account.
    """
    assert isinstance(answer.change, AccountAdded | PassphraseReset)
    return known_account(authenticator, answer.change.account_id)


def _invited(request: Request, authenticator: Authenticator, answer: Answer) -> InvitedOut:
    fields = account_fields(account_invited(authenticator, answer))
    link = address_for_others(request, path_of_invitation(answer.secret))
    return InvitedOut(**fields, link=link)


def account_fields(account: Account) -> dict[str, object]:
    """Return an account's values by the names of the fields of AccountOut."""
    return {
        "account_id": account.account_id,
        "name": account.name,
        "person": account.person.text,
        "role": account.role,
        "room": account.room,
        "has_passphrase": account.has_passphrase,
        "made_at": account.made_at,
        "disabled_at": account.disabled_at,
    }
