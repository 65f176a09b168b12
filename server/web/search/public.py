"""The search by public facts, and the pages that tell at which table somebody plays.

The pages about tables show pairings, and nothing of the play.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from operator import itemgetter
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from rules.directing.finality import ResultStep
from rules.identities import TournamentId
from server.access import Action
from server.live.hub import LiveHub
from server.live.listed_tournaments import Whereabouts, whereabouts
from server.live.public_search import LONGEST, PublicSearch
from server.live.public_source import PublicSource
from server.values.finished_match import steps_kept
from server.views.match.lists import MatchRow, finished_row, match_row, soonest_first
from server.web.edge.authorization import needs
from server.web.edge.public_services import LiveHubDep, PublicSourceDep, PublicTournamentDep
from server.web.shell.shell import Shell, ShellDep

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])
AskedFor = Annotated[str, Query(alias="q", max_length=LONGEST)]


@router.get("/search")
async def search(
    request: Request,
    shell: ShellDep,
    source: PublicSourceDep,
    hub: LiveHubDep,
    asked: AskedFor = "",
) -> Response:
    """Show the search field, and everything whose name matches the search."""
    words = shell.words(request)
    names = hub.names_of(words.code)
    found = PublicSearch(source, hub, names).found(asked)
    events = {each: process.state for each, process in source.tournaments.processes.items()}
    finished, going = hub.known.finished, list[MatchRow]()
    over = list[tuple[datetime, MatchRow]]()
    for match_id in found.matches:
        now = hub.snapshot(match_id)
        if hub.is_finished(match_id):
            kept = finished.of(match_id)
            over.append((_posted(steps_kept(kept)), finished_row(kept, words, names, events)))
        elif now is not None:
            posted = source.result_steps.of_match(match_id) if hub.is_over(match_id) else ()
            row = match_row(now, words, names, events, posted)
            if row.over:
                over.append((_posted(posted), row))
            else:
                going.append(row)
    return shell.page(
        request,
        "search/search.html",
        asked=asked,
        found=found,
        playing=[each for each in going if each.playing],
        coming=soonest_first(each for each in going if not each.playing),
        results=[row for _, row in sorted(over, key=itemgetter(0), reverse=True)],
    )


def _posted(steps: Sequence[ResultStep]) -> datetime:
    """Return when a match's results were posted; those that are not posted yet are the latest."""
    return steps[0].at if steps else datetime.max.replace(tzinfo=UTC)


where_router = APIRouter(
    include_in_schema=False, dependencies=[Depends(needs(Action.SEE_PAIRINGS))]
)
Who = Annotated[str, Query(max_length=200)]


@where_router.get("/where")
async def where_in_hall(
    request: Request, shell: ShellDep, source: PublicSourceDep, hub: LiveHubDep, who: Who = ""
) -> Response:
    """Show at which tables people with that name play, in all tournaments.

    Without a name, show the tables of all people.
    """
    return _page(request, shell, source, hub, who, None)


@where_router.get("/t/{tournament}/where")
async def where(
    request: Request,
    shell: ShellDep,
    source: PublicSourceDep,
    hub: LiveHubDep,
    tournament: PublicTournamentDep,
    who: Who = "",
) -> Response:
    """Show at which tables people with that name play, in this tournament.

    Without a name, show the tables of all people.
    """
    return _page(request, shell, source, hub, who, tournament.tournament)


def _page(
    request: Request,
    shell: Shell,
    source: PublicSource,
    hub: LiveHub,
    who: str,
    tournament: TournamentId | None,
) -> Response:
    names = source.names(shell.words(request).code)
    states = {each: process.state.event for each, process in source.tournaments.processes.items()}
    matches = [
        each for each in hub.in_play() if tournament in (None, each.scheduled.match_id.tournament)
    ]
    every = whereabouts(matches, states, names, source.now())
    return shell.page(
        request,
        "search/where.html",
        who=who,
        found=_of(every, who),
        everybody=list(dict.fromkeys(each.who for each in every)),
        here=request.url.path,
        tournament=str(source.tournaments.names[tournament]) if tournament else "",
    )


def _of(every: Sequence[Whereabouts], who: str) -> list[Whereabouts]:
    """Return those items of the list whose player's or team's name contains the text `who`.

    For an empty text, return all.
    """
    asked = " ".join(who.split()).casefold()
    return [
        each
        for each in every
        if asked in each.who.casefold() or (asked and asked in each.team.casefold())
    ]
