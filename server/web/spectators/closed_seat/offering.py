"""Whether the page of a match leads to its games in the closed room's seat."""

from typing import Annotated

from fastapi import Depends, Request

from server.closed_seats.closed_seats import games_offered
from server.web.edge.services import HallDep, LiveHubDep, MatchIdDep, services_of


async def _plays_closed(
    request: Request, match_id: MatchIdDep, hall: HallDep, hub: LiveHubDep
) -> bool:
    kept = services_of(request).closed_seats is not None
    return kept and bool(games_offered(hall, hub, match_id))


PlaysClosedDep = Annotated[bool, Depends(_plays_closed)]
"""Some game of the match may be played again now."""
