"""The page of one's own account: its devices and its passphrase."""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from server.access import Action
from server.accounts.commands import SignOutDevices
from server.accounts.passphrases import SHORTEST
from server.accounts.sign_in import Authenticator
from server.store.accounts_db.accounts import Account
from server.web.accounts.account_refusals import SIGN_IN_REFUSALS
from server.web.accounts.device_words import device_line
from server.web.accounts.session_api import OwnAccount, Owner, devices_out
from server.web.accounts.sign_in import refused
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.cookies import device_of, drop_session, keep_session, token_of
from server.web.edge.form_fields import Text
from server.web.edge.services import AuthenticatorDep, HallDep
from server.web.pages.shell import Shell, ShellDep

router = APIRouter(
    prefix="/account", include_in_schema=False, dependencies=[Depends(needs(Action.KEEP_ACCOUNT))]
)


@router.get("")
async def account_page(
    request: Request, account: OwnAccount, shell: ShellDep, authenticator: AuthenticatorDep
) -> Response:
    """The page."""
    values = _values(request, account, shell, authenticator)
    return shell.page(request, "account.html", error="", **values)


@router.post("/passphrase")
async def change_passphrase(
    request: Request,
    account: OwnAccount,
    shell: ShellDep,
    authenticator: AuthenticatorDep,
    old: Text = "",
    new: Text = "",
) -> Response:
    """Change the passphrase; all other devices are signed out."""
    try:
        token = await authenticator.change_passphrase(account, old, new, device_of(request))
    except SIGN_IN_REFUSALS as error:
        values = _values(request, account, shell, authenticator)
        return refused(shell, request, "account.html", error, **values)
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
    """Sign a device out, or all."""
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
