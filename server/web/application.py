"""The web application over services: every router, what lies around them, how it refuses."""

from collections.abc import Collection, Iterable

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi_offline import FastAPIOffline
from starlette.routing import BaseRoute

from server.access import Action
from server.web.accounts.account_refusals import ACCOUNT_CODES, add_account_refusals
from server.web.accounts.not_allowed import not_allowed_page
from server.web.accounts.routers import ROUTERS as ACCOUNTS
from server.web.announcements.routers import ROUTERS as ANNOUNCEMENTS
from server.web.api.routers import ROUTERS as API
from server.web.boards.routers import ROUTERS as BOARDS
from server.web.broadcast.routers import ROUTERS as BROADCAST
from server.web.console.routers import ROUTERS as CONSOLE
from server.web.edge.authorization import add_authorization, asked_of
from server.web.edge.held_matches import HeldMatches
from server.web.edge.origin_check import OriginCheck
from server.web.edge.refusals import REFUSAL_CODES, add_refusals, describe_refusals
from server.web.edge.services import Services
from server.web.events.routers import ROUTERS as EVENTS
from server.web.formats import FORMAT_PAGES
from server.web.links.routers import ROUTERS as LINKS
from server.web.pages.refusal_pages import add_storage_refusals, add_unknown_pages
from server.web.pages.routers import ROUTERS as PAGES
from server.web.pages.shell import Shell
from server.web.prints.routers import ROUTERS as PRINTS
from server.web.rulings.routers import ROUTERS as RULINGS
from server.web.spectators.routers import ROUTERS as SPECTATORS
from server.web.timetable.routers import ROUTERS as TIMETABLE
from server.web.tournament.routers import ROUTERS as TOURNAMENT

ROUTERS = (
    *SPECTATORS,
    *PAGES,
    *EVENTS,
    *(router for each in FORMAT_PAGES for router in each.routers),
    *CONSOLE,
    *API,
    *PRINTS,
    *ACCOUNTS,
    *TOURNAMENT,
    *RULINGS,
    *TIMETABLE,
    *LINKS,
    *ANNOUNCEMENTS,
    *BOARDS,
    *BROADCAST,
)
"""All routers; their routes, analysed once a process, serve every application as they are.

Starlette tries them one after the other, a hundred in a third of a millisecond: what most people
ask for comes first.

`include_router` would have FastAPI analyse each again for each application. As they belong to none,
an application's `dependency_overrides` do not reach them: what differs is in its state.
"""


def create_app(services: Services, names: Collection[str] = ()) -> FastAPI:
    """An application of all routes; `names` are more that it is called by in browsers.

    Those that its addresses know are good anyway.
    """
    app = FastAPIOffline(
        title="Yalta",
        redoc_url=None,
        summary="Duplicate backgammon for teams: the same dice in both rooms.",
        description="Operator's API, the boards' socket, and the public's pages and feed.",
        routes=answering_head(route for router in ROUTERS for route in router.routes),
    )
    app.state.services = services
    app.add_middleware(HeldMatches)
    app.add_middleware(OriginCheck, names=(*names, *services.addresses.known_names))
    _add_every_refusal(app, Shell(services.language))
    return app


def _add_every_refusal(app: FastAPI, shell: Shell) -> None:
    """How people and programs are answered where something is refused or is not there."""
    add_refusals(app)
    add_storage_refusals(app, shell)
    add_account_refusals(app)
    add_authorization(app, not_allowed_page(shell))
    add_unknown_pages(app, shell)
    describe_refusals(app, {**REFUSAL_CODES, **ACCOUNT_CODES})


_PUBLIC = frozenset({Action.SEE_PUBLIC, Action.SEE_PAIRINGS, Action.WATCH})


def answering_head(routes: Iterable[BaseRoute]) -> list[BaseRoute]:
    """The same routes; those of public pages hear HEAD as well as GET (RFC 9110, 9.3.2).

    What a form stands behind, such as a link that signs in, is not among them: nothing but GET
    leads there. The server cuts the body off.
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
