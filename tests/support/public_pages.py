"""The public's pages and feeds over a hub alone: they need no hall and no accounts."""

from types import SimpleNamespace
from typing import Any

from fastapi import FastAPI

from rules.directing.announcements import Announcements
from server.access import Sight
from server.live.hub import LiveHub
from server.live.public_events import LatestResults, PublicEvents
from server.live.public_outcomes import PublicOutcomes
from server.live.tournament_feed import AnnouncementFeed
from server.web.edge.head_requests import answering_head
from server.web.edge.refusals import add_refusals
from server.web.edge.services import Services
from server.web.pages.card_images import CardImages
from server.web.pages.routers import ROUTERS as PAGES
from server.web.spectators.routers import ROUTERS as SPECTATORS
from server.web.spectators.sight_changes import SpectatorSight
from server.web.spectators.stories import StoryCache
from tests.support.clock import utc_now


def public_app(hub: LiveHub) -> FastAPI:
    """An application of what the public sees of the hub's matches, on a server with a director."""
    app = FastAPI(
        routes=answering_head(route for router in (*SPECTATORS, *PAGES) for route in router.routes)
    )
    add_refusals(app)
    nothing: Any = SimpleNamespace(
        tournaments=SimpleNamespace(processes={}, names={}, announced=Announcements()),
        registry=SimpleNamespace(in_play=dict),
        result_steps=SimpleNamespace(of_match=lambda _: ()),
        names=hub.names_of,
        now=utc_now,
    )
    accounts: Any = SimpleNamespace(accounts=SimpleNamespace(director_exists=True))
    app.state.services = Services(nothing, hub, accounts)
    app.state.spectator_sight = SpectatorSight(hub, lambda *_: Sight.BY_ROLE, lambda *_: None)
    app.state.names_of = hub.names_of
    app.state.announcement_feed = AnnouncementFeed(
        Announcements, lambda: hub.names_of(None), utc_now
    )
    app.state.stories = StoryCache(hub)
    app.state.closed_seats = None
    app.state.match_luck = None
    app.state.card_images = CardImages()
    app.state.latest_results = LatestResults(hub)
    app.state.public_events = PublicEvents(PublicOutcomes(hub, nothing))
    return app
