"""The tournament of a path as its public pages show it, injected."""

from typing import Annotated

from fastapi import Depends, Request

from server.web.edge.services import (
    HallDep,
    LatestResultsDep,
    LiveHubDep,
    PublicOutcomesDep,
    TournamentDep,
)
from server.web.events.event_view import EventView
from server.web.pages.shell import ShellDep


async def _event_view(
    request: Request,
    shell: ShellDep,
    hall: HallDep,
    hub: LiveHubDep,
    tournament: TournamentDep,
    public: PublicOutcomesDep,
    latest: LatestResultsDep,
) -> EventView:
    """In the visitor's language."""
    every_round = request.query_params.get("rounds") == "all"
    words = shell.words(request)
    return EventView(hall, hub, public, latest, tournament, words, every_round)


EventViewDep = Annotated[EventView, Depends(_event_view)]
