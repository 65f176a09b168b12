"""The page of a user's own account, with its passphrase and the devices signed in to it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from server.access import Action
from server.people.commands import SignOutDevices
from server.people.passphrases import SHORTEST
from server.people.sign_in import Authenticator
from server.store.accounts_db.accounts import Account
from server.web.accounts.sessions import DeviceOut, OwnAccount, Owner, devices_out
from server.web.accounts.sign_in import SIGN_IN_REFUSALS, refused
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.cookies import device_of, drop_session, keep_session, token_of
from server.web.edge.form_fields import Text
from server.web.edge.services import AuthenticatorDep, HallDep
from server.web.shell.shell import Shell, ShellDep
from server.words.translation import Words

_BROWSERS = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """A signed-in device as a line of a list on the page; the times are in words.

    `device` has the names of the device's browser and system, or is empty if the browser sends no
    User-Agent header. `address` is the device's network address. `this` is true for the device that
    asks for the page.
    """

    session_id: int
    device: str
    address: str
    opened: str
    seen: str
    this: bool


def device_line(device: DeviceOut, now: datetime, words: Words) -> DeviceLine:
    """Return a signed-in device as a line of the list; times are in this machine's time zone."""
    return DeviceLine(
        session_id=device.session_id,
        device=browser_and_system(device.device),
        address=device.address,
        opened=words.time(device.opened_at.astimezone(), now),
        seen=words.time(device.seen_at.astimezone(), now),
        this=device.this,
    )


def browser_and_system(user_agent: str) -> str:
    """Return the names of a browser and its system, such as "Firefox, Android".

    For an unknown browser, return the first 40 characters of its User-Agent header.
    """
    known = [
        next((name for mark, name in names if mark in user_agent), "")
        for names in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(filter(None, known)) or user_agent[:40]


router = APIRouter(
    prefix="/account", include_in_schema=False, dependencies=[Depends(needs(Action.KEEP_ACCOUNT))]
)


@router.get("")
async def account_page(
    request: Request, account: OwnAccount, shell: ShellDep, authenticator: AuthenticatorDep
) -> Response:
    """Show the page of the user's own account."""
    values = _values(request, account, shell, authenticator)
    return shell.page(request, "accounts/account.html", error="", **values)


@router.post("/passphrase")
async def change_passphrase(
    request: Request,
    account: OwnAccount,
    shell: ShellDep,
    authenticator: AuthenticatorDep,
    old: Text = "",
    new: Text = "",
) -> Response:
    """Change the user's own passphrase, and sign out all other devices."""
    try:
        token = await authenticator.change_passphrase(account, old, new, device_of(request))
    except SIGN_IN_REFUSALS as error:
        values = _values(request, account, shell, authenticator)
        return refused(shell, request, "accounts/account.html", error, **values)
    answer = RedirectResponse("/account", 303)
    keep_session(answer, request, authenticator, token)
    return answer


@router.post("/devices")
async def sign_out(
    request: Request,
    account: OwnAccount,
    owner: Owner,
    command_id: CommandIdDep,
    hall: HallDep,
    authenticator: AuthenticatorDep,
    session_id: Annotated[int | None, Form()] = None,
) -> Response:
    """Sign out one of the user's devices, or all of them if no `session_id` is given."""
    command = SignOutDevices(account_id=account.account_id, session_id=session_id)
    await hall.commands.to_accounts(command, owner, command_id)
    still_in = authenticator.sessions.find(token_of(request)) is not None
    answer = RedirectResponse("/account" if still_in else "/", 303)
    if not still_in:
        drop_session(answer)
    return answer


def _values(
    request: Request, account: Account, shell: Shell, authenticator: Authenticator
) -> dict[str, Any]:
    words, now = shell.words(request), datetime.now(UTC)
    seen = devices_out(authenticator, account, token_of(request))
    devices = [device_line(each, now, words) for each in seen]
    return {"account": account, "devices": devices, "shortest": SHORTEST}
