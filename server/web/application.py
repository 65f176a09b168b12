"""The web application: all routers, the layers around them, and the answers to refusals."""

from collections.abc import Collection, Iterable
from importlib.metadata import version

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi_offline import FastAPIOffline
from starlette.routing import BaseRoute

from server.access import Action
from server.web.accounts.sign_in import ACCOUNT_CODES, add_account_refusals, not_allowed_page
from server.web.edge.authorization import add_authorization, asked_of
from server.web.edge.matches_in_memory import MatchesInMemory
from server.web.edge.origin_check import OriginCheck
from server.web.edge.refusals import REFUSAL_CODES, add_refusals, describe_refusals
from server.web.edge.services import Services
from server.web.routers import ROUTERS
from server.web.shell.refusal_pages import add_storage_refusals, add_unknown_pages, too_large_page
from server.web.shell.shell import Shell


def create_app(services: Services, names: Collection[str] = ()) -> FastAPI:
    """Return the web application with all its routes.

    `names` are host names that browsers may use in addition to those of the configured addresses.
    """
    routers = (*ROUTERS, *(router for each in services.page_hooks for router in each.routers))
    app = FastAPIOffline(
        title="Yalta",
        version=version("yalta"),
        redoc_url=None,
        summary="Duplicate backgammon for teams: the same dice in both rooms.",
        description="Operator's API, the boards' socket, and the public's pages and feed.",
        routes=answering_head(route for router in routers for route in router.routes),
    )
    app.state.services = services
    app.add_middleware(MatchesInMemory)
    shell = Shell(services.language)
    known = (*names, *services.addresses.known_names)
    app.add_middleware(OriginCheck, names=known, too_long=too_large_page(shell))
    _add_every_refusal(app, shell)
    return app


def _add_every_refusal(app: FastAPI, shell: Shell) -> None:
    """Add the answers, for people and programs, to everything that can be refused or missing."""
    add_refusals(app)
    add_storage_refusals(app, shell)
    add_account_refusals(app)
    add_authorization(app, not_allowed_page(shell))
    add_unknown_pages(app, shell)
    describe_refusals(app, {**REFUSAL_CODES, **ACCOUNT_CODES})


_PUBLIC = frozenset({Action.SEE_PUBLIC, Action.SEE_PAIRINGS, Action.WATCH})


def answering_head(routes: Iterable[BaseRoute]) -> list[BaseRoute]:
    """Return the routes, changed so that those of public pages answer HEAD as well as GET.

    Both answers are equal except that the server leaves the body out for HEAD (RFC 9110, 9.3.2).
    Routes that lead to a form, such as a link that signs somebody in, answer only GET.
    """
    found = list(routes)
    for route in found:
        methods: set[str] = getattr(route, "methods", None) or set()
        if "GET" in methods and not getattr(route, "include_in_schema", True) and _public(route):
            methods.add("HEAD")
    return found


def _public(route: BaseRoute) -> bool:
    dependant = getattr(route, "dependant", None)
    return dependant is not None and any(action in _PUBLIC for action in _actions(dependant))


def _actions(dependant: Dependant) -> Iterable[Action]:
    asked = asked_of(dependant.call)
    if asked is not None:
        yield asked.action
    for each in dependant.dependencies:
        yield from _actions(each)
