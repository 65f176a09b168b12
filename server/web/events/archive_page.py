"""The archive of a tournament: its finished matches, the latest first, of all years or of one."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from server.access import Action
from server.results.person_results import PlayedMatch
from server.web.edge.authorization import needs
from server.web.events.season import years_of
from server.web.pages.event_shell import EventViewDep, event_page
from server.web.pages.match_rows import finished_row
from server.web.pages.paging import PageNumber, page_links, paged
from server.web.pages.shell import ShellDep

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])
ArchiveYear = Annotated[int | None, Query(ge=1970, le=9998, description="Of one year alone.")]


@router.get("/t/{tournament}/archive")
async def archive(
    request: Request,
    shell: ShellDep,
    view: EventViewDep,
    year: ArchiveYear = None,
    page: PageNumber = 1,
) -> Response:
    """A page of its finished matches, with links to every year."""
    tournament, hall = view.tournament.tournament, view.hall
    played = await asyncio.to_thread(hall.outcomes.played, tournament)
    every = [each for each in played if view.hub.is_finished(each.match_id)]
    shown = paged(_of_year(every, year), page)
    events = {tournament: view.tournament.state.event}
    finished = hall.registry.finished
    rows = [
        finished_row(finished.of(each.match_id), view.words, view.names, events)
        for each in shown.items
    ]
    return event_page(
        request,
        shell,
        view,
        "tournament/archive.html",
        rows=rows,
        year=year,
        years=years_of(every, hall.now()),
        pages=page_links(shown, request.url),
    )


def _of_year(every: Sequence[PlayedMatch], year: int | None) -> list[PlayedMatch]:
    """Those that ended in that year in the hall's time zone, the latest first."""
    ended = [(each.ended, each) for each in every if each.ended is not None]
    mine = [each for each in ended if year in (None, each[0].astimezone().year)]
    latest_first = sorted(mine, key=lambda one: (one[0], one[1].match_id.number), reverse=True)
    return [each for _, each in latest_first]
