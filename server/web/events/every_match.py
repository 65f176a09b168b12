"""The matches of all tournaments of a server, as lists show them."""

import asyncio

from server.hall import Hall
from server.live.public_outcomes import PublicOutcomes
from server.results.person_results import PlayedMatch


async def every_match(hall: Hall, public: PublicOutcomes) -> list[PlayedMatch]:
    """Every tournament's matches, a tournament at a time so that boards need not wait."""
    every = list[PlayedMatch]()
    for tournament in [*hall.tournaments.processes]:
        await asyncio.to_thread(hall.outcomes.played, tournament)
        every += public.played(hall, tournament)
    return every
