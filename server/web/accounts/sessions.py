"""The API by which users sign in and out and see the devices signed in to their account."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, Field

from rules.position import Side
from rules.room import Room
from server.access import Action, Role, Visitor
from server.people.commands import SignOutDevices
from server.people.sign_in import Authenticator
from server.store.accounts_db.accounts import Account
from server.values.naming import Names
from server.web.edge.authorization import SigningIn, SignInNeeded, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.cookies import device_of, drop_session, keep_session, token_of
from server.web.edge.public_services import names_in
from server.web.edge.services import AuthenticatorDep, HallDep
from server.web.orders.fields import Body


class SignInIn(Body):
    """The name and passphrase of an account."""

    name: Annotated[str, Field(max_length=200)]
    passphrase: Annotated[str, Field(max_length=2048)]


class NewPassphraseIn(Body):
    """An account's old passphrase and the new one."""

    old: Annotated[str, Field(max_length=2048)]
    new: Annotated[str, Field(max_length=2048)]


class VisitorOut(BaseModel):
    """The visitor: their role, and the match, team, room and side that their rights are limited to.

    `person` is the id of the visitor as a person, and `name` is their name.
    """

    role: Role
    person: str
    name: str
    room: Room | None
    match: str | None
    team: str | None
    side: Side | None


class DeviceOut(BaseModel):
    """A device that is signed in to an account.

    `this` is true for the device that sent the request.
    """

    session_id: int
    address: str
    device: str
    opened_at: datetime
    seen_at: datetime
    this: bool


def visitor_out(visitor: Visitor, names: Names) -> VisitorOut:
    """Return the visitor as the API describes them."""
    person = visitor.person
    return VisitorOut(
        role=visitor.role,
        person=person.text if person else "",
        name=names.of(person) if person else "",
        room=visitor.room,
        match=str(names.match(visitor.match)) if visitor.match else None,
        team=visitor.team,
        side=visitor.side,
    )


def devices_out(authenticator: Authenticator, account: Account, token: str) -> list[DeviceOut]:
    """Return the devices signed in to an account, the one seen last first.

    `token` is the session's token of the device that sent the request.
    """
    asking = authenticator.sessions.find(token)
    return [
        DeviceOut(
            session_id=each.session_id,
            address=each.address,
            device=each.device,
            opened_at=each.opened_at,
            seen_at=each.seen_at,
            this=asking is not None and each.session_id == asking.session_id,
        )
        for each in authenticator.sessions.of_account(account.account_id)
    ]


async def own_account(request: Request, authenticator: AuthenticatorDep) -> Account:
    """Return the account that sent the request. Raises SignInNeeded if no account is signed in."""
    account = authenticator.account_of(token_of(request))
    if account is None:
        raise SignInNeeded
    return account


Owner = Annotated[Visitor, Depends(needs(Action.KEEP_ACCOUNT))]
OwnAccount = Annotated[Account, Depends(own_account)]

router = APIRouter(prefix="/api", tags=["accounts"])
_KEEPING = [Depends(needs(Action.KEEP_ACCOUNT))]


@router.get("/session")
async def who_am_i(request: Request, visitor: SigningIn) -> VisitorOut:
    """Return who is signed in on this device. The role is `public` if nobody is."""
    return visitor_out(visitor, names_in(request))


@router.post("/session", dependencies=[Depends(needs(Action.SIGN_IN))])
async def sign_in(
    given: SignInIn, request: Request, answer: Response, authenticator: AuthenticatorDep
) -> VisitorOut:
    """Sign in. The answer sets a cookie with the session's token.

    Later requests that change something need this cookie and an Origin header.
    """
    token = await authenticator.sign_in(given.name, given.passphrase, device_of(request))
    await authenticator.sign_out(token_of(request))
    keep_session(answer, request, authenticator, token)
    visitor = authenticator.visitor(token)
    if visitor is None:
        raise SignInNeeded
    return visitor_out(visitor, names_in(request))


@router.delete("/session", status_code=204, dependencies=[Depends(needs(Action.SIGN_IN))])
async def sign_out(request: Request, answer: Response, authenticator: AuthenticatorDep) -> None:
    """Sign out. The session's token is no longer valid."""
    await authenticator.sign_out(token_of(request))
    drop_session(answer)


@router.get("/account/devices", dependencies=_KEEPING)
async def devices(
    request: Request, account: OwnAccount, authenticator: AuthenticatorDep
) -> list[DeviceOut]:
    """List the devices that are signed in to the user's own account."""
    return devices_out(authenticator, account, token_of(request))


@router.delete("/account/devices/{session_id}", status_code=204, dependencies=_KEEPING)
async def sign_device_out(
    session_id: int, account: OwnAccount, owner: Owner, command_id: CommandIdDep, hall: HallDep
) -> None:
    """Sign out one of the devices of the user's own account."""
    command = SignOutDevices(account_id=account.account_id, session_id=session_id)
    await hall.commands.to_accounts(command, owner, command_id)


@router.delete("/account/devices", status_code=204, dependencies=_KEEPING)
async def sign_all_out(
    account: OwnAccount, owner: Owner, command_id: CommandIdDep, hall: HallDep
) -> None:
    """Sign out all devices of the user's own account, including this one."""
    await hall.commands.to_accounts(
        SignOutDevices(account_id=account.account_id), owner, command_id
    )


@router.post("/account/passphrase", status_code=204, dependencies=_KEEPING)
async def change_passphrase(
    given: NewPassphraseIn,
    request: Request,
    answer: Response,
    account: OwnAccount,
    authenticator: AuthenticatorDep,
) -> None:
    """Change the passphrase of the user's own account, and sign out all other devices."""
    device = device_of(request)
    token = await authenticator.change_passphrase(account, given.old, given.new, device)
    keep_session(answer, request, authenticator, token)
