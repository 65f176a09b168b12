"""The services of applications that are put together of parts: a hub's matches, nobody, no hall."""

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from fastapi import FastAPI

from rules.directing.announcements import Announcements
from server.access import MatchPlayers, Sight
from server.live.hub import LiveHub
from server.live.listed_tournaments import LatestResults, ListedTournaments
from server.live.public_outcomes import PublicOutcomes
from server.live.tournament_feed import AnnouncementFeed
from server.settings import ServerAddresses
from server.views.printables import PRINTABLES
from server.web.edge.public_services import PackageServices
from server.web.edge.services import Services
from server.web.front.leads import FrontLeads
from server.web.ledger.hall_ledgers import HallLedgers
from server.web.live.sight_changes import SpectatorSight
from server.web.match_page.stories import StoryCache
from tests.support.clock import utc_now


def part_services(
    hub: LiveHub | None = None, more: Sequence[object] = (), **given: Any
) -> Services:
    """Services over a hub alone, on a server that has a director and whose hall has nothing.

    `given` are those that are to be others, `more` are those of extras.
    """
    hub = hub or LiveHub({}, lambda *_: {})
    hall = _empty_hall(hub)
    outcomes = PublicOutcomes(hub, hall)
    unused: Any = SimpleNamespace()
    services: dict[str, Any] = {
        "hall": hall,
        "hub": hub,
        "authenticator": _nobody(),
        "public_outcomes": outcomes,
        "listed_tournaments": ListedTournaments(outcomes),
        "latest_results": LatestResults(hub),
        "tournament_feed": unused,
        "announcement_feed": AnnouncementFeed(Announcements, lambda: hub.names_of(None), utc_now),
        "messages": unused,
        "formats": (),
        "page_hooks": (),
        "printables": PRINTABLES,
        "by_package": PackageServices(
            SpectatorSight(hub, lambda *_: Sight.BY_ROLE, lambda *_: None),
            StoryCache(hub),
            FrontLeads(),
            HallLedgers(hall),
            *more,
        ),
        "addresses": ServerAddresses(),
        "language": "en",
        "second_colour": "red",
    }
    return Services(**{**services, **given})


def _empty_hall(hub: LiveHub) -> Any:
    """A hall without tournaments, whose people are named as the hub names them."""
    return SimpleNamespace(
        tournaments=SimpleNamespace(processes={}, names={}, announced=Announcements()),
        registry=SimpleNamespace(in_play=dict, held=lambda _: contextlib.nullcontext()),
        result_steps=SimpleNamespace(of_match=lambda _: ()),
        seating=SimpleNamespace(is_in_closed_room=lambda _: False),
        names=hub.names_of,
        players=MatchPlayers,
        open_room_shown=lambda *_, **__: None,
        now=utc_now,
    )


def _nobody() -> Any:
    """An authenticator that knows no session, on a server that has a director."""
    return SimpleNamespace(accounts=SimpleNamespace(director_exists=True), visitor=lambda _: None)


def change_services(app: FastAPI, **given: Any) -> None:
    """Let an application work with these from now on."""
    app.state.services = replace(app.state.services, **given)
