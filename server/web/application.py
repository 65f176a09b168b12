"""The web application over services: every router, what lies around them, how it refuses."""

from collections.abc import Collection

from fastapi import FastAPI
from fastapi_offline import FastAPIOffline

from server.web.accounts.account_refusals import ACCOUNT_CODES, add_account_refusals
from server.web.accounts.not_allowed import not_allowed_page
from server.web.accounts.routers import ROUTERS as ACCOUNTS
from server.web.announcements.routers import ROUTERS as ANNOUNCEMENTS
from server.web.api.routers import ROUTERS as API
from server.web.boards.routers import ROUTERS as BOARDS
from server.web.broadcast.routers import ROUTERS as BROADCAST
from server.web.console.routers import ROUTERS as CONSOLE
from server.web.edge.authorization import add_authorization
from server.web.edge.head_requests import answering_head
from server.web.edge.held_matches import HeldMatches
from server.web.edge.origin_check import OriginCheck
from server.web.edge.refusals import REFUSAL_CODES, add_refusals, describe_refusals
from server.web.edge.services import Services
from server.web.events.routers import ROUTERS as EVENTS
from server.web.formats import FORMAT_PAGES
from server.web.links.routers import ROUTERS as LINKS
from server.web.pages.routers import ROUTERS as PAGES
from server.web.pages.shell import Shell
from server.web.pages.storage_refusals import add_storage_refusals
from server.web.pages.unknown_pages import add_unknown_pages
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
