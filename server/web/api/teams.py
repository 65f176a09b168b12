"""The teams over the API."""

from typing import Annotated

from fastapi import APIRouter, Depends

from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, TournamentDep
from server.web.requests import matches as match_requests
from server.web.requests import tournaments as tournament_requests
from server.web.schemas.teams import TeamChangeIn, TeamIn, TeamOut, team_out
from server.web.schemas.tournaments import EntryWithdrawalIn

router = APIRouter(prefix="/api/t/{tournament}/teams", tags=["operator"])
Entering = Annotated[Visitor, Depends(needs(Action.ENTER_TEAM))]


@router.get("", dependencies=[Depends(needs(Action.SEE_TEAMS))])
async def teams(tournament: TournamentDep, hall: HallDep) -> list[TeamOut]:
    """Every team of a tournament."""
    names = hall.names()
    return [team_out(name, who, names) for name, who in tournament.teams.items()]


@router.post("", status_code=201)
async def register_team(
    team: TeamIn,
    visitor: Entering,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> TeamOut:
    """Enter a team with its players."""
    entered = await match_requests.enter_team(hall, tournament, team, visitor, command_id)
    return team_out(entered.name, entered.players, hall.names())


@router.post("/withdrawal", status_code=204)
async def withdraw_entry(
    order: EntryWithdrawalIn,
    visitor: Annotated[Visitor, Depends(needs(Action.DIRECT))],
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> None:
    """Take back a team that is in no match and no draw; its name may be entered anew."""
    tournament_id = tournament.tournament
    await tournament_requests.withdraw_entry(hall, tournament_id, order, visitor, command_id)


@router.put("")
async def change_team(
    change: TeamChangeIn,
    visitor: Entering,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> TeamOut:
    """Mend a team's name, before a match is set up with it, or its players.

    Players that a line-up names stay; while a line-up is sealed, all do.
    """
    changed = await match_requests.mend_team(hall, tournament, change, visitor, command_id)
    return team_out(changed.name, changed.players, hall.names())
