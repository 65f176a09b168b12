"""Search: one field for tournaments, teams, people and matches, by what is public."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from server.access import Action
from server.live.public_search import LONGEST, PublicSearch
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, LiveHubDep
from server.web.pages.match_rows import MatchRow, finished_row, match_row
from server.web.pages.shell import ShellDep

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])
AskedFor = Annotated[str, Query(alias="q", max_length=LONGEST)]


@router.get("/search")
async def search(
    request: Request, shell: ShellDep, hall: HallDep, hub: LiveHubDep, asked: AskedFor = ""
) -> Response:
    """The field, and what is called so."""
    words = shell.words(request)
    names = hub.names_of(words.code)
    found = PublicSearch(hall, hub, names).found(asked)
    events = {each: process.state.event for each, process in hall.tournaments.processes.items()}
    finished, rows = hub.known.finished, list[MatchRow]()
    for match_id in found.matches:
        now = hub.snapshot(match_id)
        if hub.is_finished(match_id):
            rows.append(finished_row(finished.of(match_id), words, names, events))
        elif now is not None:
            rows.append(match_row(now, words, names, events))
    return shell.page(request, "search.html", asked=asked, found=found, rows=rows)
