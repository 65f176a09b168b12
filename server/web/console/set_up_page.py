"""The pages by which a match is set up: of two teams, or of two players at one table."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from rules.games.known_games import GAMES
from rules.match_play.machine import LONGEST
from rules.match_play.state import ENDINGS
from rules.scoring.terms import TERMS
from server.access import Action, Visitor
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.web.console.match_forms import schedule, schedule_match_play
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.services import HallDep, TournamentDep
from server.web.pages.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.pages.shell import Shell, ShellDep

PROPOSED_GAMES = 6
"""Games a room of the final in Fair Backgammon Duplicated Team Tournament (Garal, 2008)."""

LENGTHS = sorted({length for terms in TERMS.values() for length in terms.lengths})
"""Games a room of a match of any game; which go with which, the page says."""

router = APIRouter(prefix="/hall/t/{tournament}/matches/new", include_in_schema=False)


@router.get("", dependencies=[Depends(needs(Action.SCHEDULE))])
async def new_match(
    request: Request, shell: ShellDep, hall: HallDep, tournament: TournamentDep
) -> Response:
    """The form."""
    return _page(request, shell, hall, tournament)


@router.get("/match-play", dependencies=[Depends(needs(Action.SCHEDULE))])
async def new_match_play(
    request: Request, shell: ShellDep, hall: HallDep, tournament: TournamentDep
) -> Response:
    """The form of a match to points."""
    return _page(request, shell, hall, tournament, to_points=True)


@router.post("")
async def set_up(
    request: Request,
    visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))],
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> Response:
    """Set the match up and go to its page."""
    fields = await posted(request)
    try:
        match_id = await schedule(hall, tournament, fields, visitor, command_id)
    except REFUSALS as error:
        return _page(
            request, shell, hall, tournament, refused("match", fields, error, shell.words(request))
        )
    return RedirectResponse(f"/hall{hall.names().match(match_id).path}", 303)


@router.post("/match-play")
async def set_up_match_play(
    request: Request,
    visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))],
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> Response:
    """Set a match to points up and go to its page."""
    fields = await posted(request)
    try:
        match_id = await schedule_match_play(hall, tournament, fields, visitor, command_id)
    except REFUSALS as error:
        why = refused("match", fields, error, shell.words(request))
        return _page(request, shell, hall, tournament, why, to_points=True)
    return RedirectResponse(f"/hall{hall.names().match(match_id).path}", 303)


def _page(
    request: Request,
    shell: Shell,
    hall: Hall,
    tournament: TournamentProcess,
    why: Refused = NOTHING_REFUSED,
    *,
    to_points: bool = False,
) -> Response:
    return shell.page(
        request,
        "console/new_match.html",
        status=why.page_status,
        teams=list(tournament.teams),
        kinds=list(GAMES),
        games=LENGTHS,
        proposed=PROPOSED_GAMES,
        to_points=to_points,
        kinds_to_points=[name for name, game in GAMES.items() if game.endings <= ENDINGS],
        longest=LONGEST,
        refused=why,
        tournaments=[str(each) for each in hall.tournaments.names.values()],
        tournament=str(tournament.name),
    )
