"""Everything by which people come in and are given their rights: pages and API together."""

from collections.abc import Callable

from fastapi import APIRouter, Request
from starlette.responses import Response

from server.access import Action
from server.accounts.administration import AccountAdministration
from server.accounts.sign_in import Authenticator
from server.hall import Hall
from server.web.accounts.account_pages import AccountsPages, own_account_pages
from server.web.accounts.accounts_api import accounts_api
from server.web.accounts.link_pages import LinkPages
from server.web.accounts.links_api import links_api
from server.web.accounts.session_api import session_api
from server.web.accounts.sign_in import first_page, sign_in_pages
from server.web.edge.authorization import NotAllowed
from server.web.pages.shell import Shell


def people_routes(
    shell: Shell, hall: Hall, authenticator: Authenticator, administration: AccountAdministration
) -> APIRouter:
    """Sign-in, accounts and links."""
    routes = APIRouter()
    for each in (
        session_api(authenticator),
        accounts_api(authenticator, administration),
        links_api(hall, authenticator),
        sign_in_pages(shell, authenticator),
        own_account_pages(shell, authenticator),
        AccountsPages(shell, authenticator, administration).routes(),
        LinkPages(shell, hall, authenticator).routes(),
    ):
        routes.include_router(each)
    return routes


def not_allowed_page(shell: Shell) -> Callable[[Request, NotAllowed], Response]:
    """How a person is told that a page is not his."""

    def page(request: Request, refusal: NotAllowed) -> Response:
        return shell.page(
            request,
            "not_allowed.html",
            status=403,
            closed=refusal.action is Action.WATCH,
            first=first_page(refusal.visitor),
        )

    return page
