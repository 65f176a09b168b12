"""The public's pages and feeds over a hub alone: they need no hall and no accounts."""

from collections.abc import Sequence

from fastapi import FastAPI

from server.live.hub import LiveHub
from server.settings import ServerAddresses
from server.web.application import answering_head
from server.web.edge.matches_in_memory import MatchesInMemory
from server.web.edge.page_hooks import PageHooks
from server.web.edge.refusals import add_refusals
from server.web.routers import PUBLIC_ROUTERS
from tests.support.part_services import part_services


def public_app(
    hub: LiveHub,
    addresses: ServerAddresses | None = None,
    *,
    hooks: Sequence[PageHooks] = (),
    services: Sequence[object] = (),
) -> FastAPI:
    """An application of what the public sees of the hub's matches, on a server with a director.

    `hooks` are what extras add, `services` what these work with.
    """
    routers = (*PUBLIC_ROUTERS, *(router for each in hooks for router in each.routers))
    app = FastAPI(routes=answering_head(route for router in routers for route in router.routes))
    add_refusals(app)
    app.add_middleware(MatchesInMemory)
    app.state.services = part_services(
        hub, services, addresses=addresses or ServerAddresses(), page_hooks=tuple(hooks)
    )
    return app
