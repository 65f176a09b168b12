"""The page of the teams: entered, and mended."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import RedirectResponse, Response

from server.access import Action, Visitor
from server.console.seen_values import seen_values
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.web.console.match_forms import TeamFormHandler, enter_team, mend_team
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.services import HallDep, TournamentDep
from server.web.pages.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.pages.letters_in_doubt import name_warning
from server.web.pages.shell import Shell, ShellDep

router = APIRouter(prefix="/hall/t/{tournament}/teams", include_in_schema=False)
_ENTERING = needs(Action.ENTER_TEAM)
Entering = Annotated[Visitor, Depends(_ENTERING)]


@router.get("", dependencies=[Depends(_ENTERING)])
async def teams(
    request: Request,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    mend: Annotated[str, Query(max_length=80)] = "",
) -> Response:
    """The teams; `mend` names one whose form is open."""
    return team_page(request, shell, hall, tournament, mend)


@router.post("")
async def enter(
    request: Request,
    visitor: Entering,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> Response:
    """Enter a team."""
    return await _carry_out(enter_team, request, visitor, command_id, shell, hall, tournament)


@router.post("/mended")
async def mended(
    request: Request,
    visitor: Entering,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> Response:
    """Mend a team's name or players."""
    return await _carry_out(mend_team, request, visitor, command_id, shell, hall, tournament)


async def _carry_out(
    handler: TeamFormHandler,
    request: Request,
    visitor: Visitor,
    command_id: str,
    shell: Shell,
    hall: Hall,
    tournament: TournamentProcess,
) -> Response:
    """Do what a form asks; refused, it comes back, for the team that `team` names if any."""
    fields = await posted(request)
    try:
        await handler(hall, tournament, fields, visitor, command_id)
    except REFUSALS as error:
        words = shell.words(request)
        names = hall.names(words.code, in_full=True)
        why = refused("team", fields, error, words, names)
        return team_page(request, shell, hall, tournament, fields.get("team", ""), why)
    return RedirectResponse(f"/hall/t/{hall.tournaments.names[tournament.tournament]}/teams", 303)


def team_page(
    request: Request,
    shell: Shell,
    hall: Hall,
    tournament: TournamentProcess,
    mend: str,
    why: Refused = NOTHING_REFUSED,
) -> Response:
    """The teams of a tournament; `mend` names one whose form is open, `why` what was refused."""
    words = shell.words(request)
    mended = tournament.state.name_now(mend)
    names = hall.names(words.code, in_full=True)
    teams = {
        team: tuple(names.of(player) for player in players)
        for team, players in tournament.teams.items()
    }
    return shell.page(
        request,
        "console/teams.html",
        status=why.page_status,
        teams={
            name: (players, name_warning(", ".join((name, *players)), words))
            for name, players in teams.items()
        },
        mended=mended if mended in tournament.teams else "",
        made_from=seen_values(tournament.teams.get(mended, ())),
        refused=why,
        tournament=str(hall.tournaments.names[tournament.tournament]),
        tournaments=[str(each) for each in hall.tournaments.names.values()],
    )
