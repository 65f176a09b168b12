"""The director's accounts over the API: added, reset, disabled, signed out."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel

from rules.identities import PersonId
from rules.room import Room
from server.access import Action, Role, Visitor
from server.accounts.sign_in import Authenticator
from server.store.accounts_db.accounts import Account, AccountRefused
from server.web.accounts.session_api import DeviceOut, devices_out
from server.web.edge.authorization import needs
from server.web.edge.services import AccountAdministrationDep, AuthenticatorDep
from server.web.edge.session_cookie import token_of
from server.web.schemas.fields import Body, Name, PersonText, RoomName

Director = Annotated[Visitor, Depends(needs(Action.RUN_ACCOUNTS))]


class AccountIn(Body):
    """An account to be made; a clerk's has a room.

    `person` is the id of who that is; without one a person of that name is added.
    """

    name: Name
    role: Literal["director", "operator", "clerk"]
    room: RoomName | None = None
    person: PersonText | None = None


class AccountOut(BaseModel):
    """An account; `disabled_at` is empty while it is good, `person` is the id of who that is."""

    account_id: int
    name: str
    person: str
    role: Role
    room: Room | None
    has_passphrase: bool
    made_at: datetime
    disabled_at: datetime | None


class InvitedOut(AccountOut):
    """An account and the address by which its owner sets a passphrase, shown this once."""

    link: str


router = APIRouter(
    prefix="/api/accounts", tags=["accounts"], dependencies=[Depends(needs(Action.RUN_ACCOUNTS))]
)


@router.get("")
async def accounts(authenticator: AuthenticatorDep) -> list[AccountOut]:
    """Every account, in the order they were made."""
    return [AccountOut(**account_fields(each)) for each in authenticator.accounts.list()]


@router.post("", status_code=201)
async def add(
    wanted: AccountIn,
    director: Director,
    request: Request,
    authenticator: AuthenticatorDep,
    administration: AccountAdministrationDep,
) -> InvitedOut:
    """Make an account; by the link its owner sets the passphrase, within a week."""
    room = Room(wanted.room) if wanted.room else None
    account, token = await administration.add_account(
        wanted.name, Role(wanted.role), room, director, known_person(authenticator, wanted.person)
    )
    return InvitedOut(**account_fields(account), link=address_of_invitation(request, token))


@router.post("/{account_id}/reset")
async def reset(
    account_id: int,
    director: Director,
    request: Request,
    authenticator: AuthenticatorDep,
    administration: AccountAdministrationDep,
) -> InvitedOut:
    """Void a passphrase and sign its owner out everywhere; by the link he sets a new one."""
    token = await administration.reset_passphrase(account_id, director)
    account = known_account(authenticator, account_id)
    return InvitedOut(**account_fields(account), link=address_of_invitation(request, token))


@router.post("/{account_id}/disable", status_code=204)
async def disable(account_id: int, administration: AccountAdministrationDep) -> None:
    """Let nobody sign in by it, and sign it out everywhere."""
    await administration.disable(account_id)


@router.post("/{account_id}/enable", status_code=204)
async def enable(account_id: int, administration: AccountAdministrationDep) -> None:
    """Let its owner sign in again."""
    await administration.enable(account_id)


@router.get("/{account_id}/devices")
async def devices(
    account_id: int, request: Request, authenticator: AuthenticatorDep
) -> list[DeviceOut]:
    """The signed-in devices of an account."""
    account = known_account(authenticator, account_id)
    return devices_out(authenticator, account, token_of(request))


@router.delete("/{account_id}/devices", status_code=204)
async def sign_all_out(account_id: int, authenticator: AuthenticatorDep) -> None:
    """Sign every device of an account out."""
    await authenticator.close_sessions(known_account(authenticator, account_id).account_id)


@router.delete("/{account_id}/devices/{session_id}", status_code=204)
async def sign_out(account_id: int, session_id: int, authenticator: AuthenticatorDep) -> None:
    """Sign one device of an account out."""
    account = known_account(authenticator, account_id)
    await authenticator.close_sessions(account.account_id, session_id)


def known_account(authenticator: Authenticator, account_id: int) -> Account:
    """The account of that id; raises AccountRefused."""
    account = authenticator.accounts.get(account_id)
    if account is None:
        raise AccountRefused("account", account_id, "one of the list")
    return account


def known_person(authenticator: Authenticator, person: str | None) -> PersonId | None:
    """The person of that id, None for none given; raises AccountRefused."""
    if not person:
        return None
    known = authenticator.persons.persons
    found = next((each for each in known.values() if each.person_id.text == person), None)
    if found is None or found.erased or found.merged_into is not None:
        raise AccountRefused("person", person, "a person of the list")
    return found.person_id


def address_of_invitation(request: Request, token: str) -> str:
    """The address by which a passphrase is set, under the name the server was called by."""
    return f"{request.base_url}passphrase/{token}"


def account_fields(account: Account) -> dict[str, object]:
    """An account's fields as the API tells them."""
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
