"""Pages of accounts: one's own, and the director's list of all."""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from rules.room import Room
from server.access import ACCOUNT_ROLES, Action, Role, Visitor
from server.accounts.administration import AccountAdministration
from server.accounts.passphrases import SHORTEST
from server.accounts.sign_in import Authenticator
from server.store.accounts_db.accounts import AccountRefused
from server.translation import N_
from server.web.accounts.account_refusals import RECEPTION_REFUSES
from server.web.accounts.accounts_api import address_of_invitation, known_account
from server.web.accounts.device_words import device_line
from server.web.accounts.session_api import devices_out, own_account
from server.web.accounts.sign_in import refused
from server.web.edge.authorization import needs
from server.web.edge.form_fields import Text
from server.web.edge.session_cookie import device_of, drop_session, keep_session, token_of
from server.web.pages.secret_shown import secret_page
from server.web.pages.shell import Shell

Director = Annotated[Visitor, Depends(needs(Action.RUN_ACCOUNTS))]
_INVITATION = N_("Open this address once, within a week, to set the passphrase of %(name)s.")


def own_account_pages(shell: Shell, authenticator: Authenticator) -> APIRouter:
    """The routes /account: one's devices and passphrase."""
    needed = [Depends(needs(Action.KEEP_ACCOUNT))]
    routes = APIRouter(prefix="/account", include_in_schema=False, dependencies=needed)

    def values(request: Request) -> dict[str, Any]:
        account = own_account(authenticator, request)
        words, now = shell.words(request), datetime.now(UTC)
        told = devices_out(authenticator, account, token_of(request))
        devices = [device_line(each, now, words) for each in told]
        return {"account": account, "devices": devices, "shortest": SHORTEST}

    @routes.get("")
    async def account(request: Request) -> Response:
        return shell.page(request, "account.html", error="", **values(request))

    @routes.post("/passphrase")
    async def change_passphrase(request: Request, old: Text = "", new: Text = "") -> Response:
        account, device = own_account(authenticator, request), device_of(request)
        try:
            token = await authenticator.change_passphrase(account, old, new, device)
        except RECEPTION_REFUSES as error:
            return refused(shell, request, "account.html", error, **values(request))
        answer = RedirectResponse("/account", 303)
        keep_session(answer, request, authenticator, token)
        return answer

    @routes.post("/devices")
    async def sign_out(
        request: Request, session_id: Annotated[int | None, Form()] = None
    ) -> Response:
        account = own_account(authenticator, request)
        await authenticator.close_sessions(account.account_id, session_id)
        still_in = authenticator.sessions.find(token_of(request)) is not None
        answer = RedirectResponse("/account" if still_in else "/", 303)
        if not still_in:
            drop_session(answer)
        return answer

    return routes


class AccountsPages:
    """The routes /accounts, the director's alone."""

    def __init__(
        self, shell: Shell, authenticator: Authenticator, administration: AccountAdministration
    ) -> None:
        self._shell, self._authenticator, self._administration = (
            shell,
            authenticator,
            administration,
        )

    def routes(self) -> APIRouter:
        """All of them."""
        routes = APIRouter(prefix="/accounts", include_in_schema=False)
        routes.get("", dependencies=[Depends(needs(Action.RUN_ACCOUNTS))])(self.accounts)
        routes.post("")(self.add)
        routes.post("/{account_id}/{order}")(self.order)
        return routes

    async def accounts(self, request: Request) -> Response:
        """The list."""
        return self._page(request)

    async def add(
        self,
        request: Request,
        director: Director,
        name: Text = "",
        role: Text = "",
        room: Text = "",
    ) -> Response:
        """Make an account."""
        try:
            wanted, place = _role_of(role), _room_of(room)
            account, token = await self._administration.add_account(name, wanted, place, director)
        except AccountRefused as error:
            return self._page(request, error, name=name, role=role, room=room)
        return self._invitation(request, account.name, token)

    async def order(
        self, request: Request, director: Director, account_id: int, order: str
    ) -> Response:
        """Reset, disable, enable or sign out an account."""
        try:
            account = known_account(self._authenticator, account_id)
            if order == "reset":
                token = await self._administration.reset_passphrase(account_id, director)
                return self._invitation(request, account.name, token)
            await _obey(self._authenticator, self._administration, account_id, order)
        except AccountRefused as error:
            return self._page(request, error)
        return RedirectResponse("/accounts", 303)

    def _page(self, request: Request, error: Exception | None = None, **typed: str) -> Response:
        accounts, sessions = self._authenticator.accounts.list(), self._authenticator.sessions
        devices = {each.account_id: len(sessions.of_account(each.account_id)) for each in accounts}
        values: dict[str, Any] = {
            "accounts": accounts,
            "roles": ACCOUNT_ROLES,
            "rooms": tuple(Room),
            "devices": devices,
            "typed": {"name": "", "role": Role.OPERATOR.value, "room": "", **typed},
        }
        if error is not None:
            return refused(self._shell, request, "accounts.html", error, **values)
        return self._shell.page(request, "accounts.html", error="", **values)

    def _invitation(self, request: Request, name: str, token: str) -> Response:
        return secret_page(
            self._shell,
            request,
            heading=N_("A passphrase to be set"),
            about=self._shell.words(request).gettext(_INVITATION, name=name),
            secret=address_of_invitation(request, token),
            back="/accounts",
        )


async def _obey(
    authenticator: Authenticator, administration: AccountAdministration, account_id: int, order: str
) -> None:
    match order:
        case "disable":
            await administration.disable(account_id)
        case "enable":
            await administration.enable(account_id)
        case "sign-out":
            await authenticator.close_sessions(account_id)
        case _:
            raise AccountRefused("order", order, "reset, disable, enable or sign-out")


def _role_of(role: str) -> Role:
    known = {each.value: each for each in ACCOUNT_ROLES}
    if role not in known:
        raise AccountRefused("role", role, ", ".join(known))
    return known[role]


def _room_of(room: str) -> Room | None:
    known = {each.value: each for each in Room}
    if room and room not in known:
        raise AccountRefused("room", room, ", ".join(known))
    return known.get(room)
