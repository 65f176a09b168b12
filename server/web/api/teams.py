"""The teams over the API."""

from typing import Annotated

from fastapi import APIRouter, Depends

from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep
from server.web.requests import matches as match_requests
from server.web.schemas.teams import TeamChangeIn, TeamIn, TeamOut, team_out

router = APIRouter(prefix="/api/teams", tags=["operator"])
Entering = Annotated[Visitor, Depends(needs(Action.ENTER_TEAM))]


@router.get("", dependencies=[Depends(needs(Action.SEE_TEAMS))])
async def teams(hall: HallDep) -> list[TeamOut]:
    """Every registered team."""
    names = hall.persons.names()
    return [team_out(name, who, names) for name, who in hall.teams.items()]


@router.post("", status_code=201)
async def register_team(team: TeamIn, visitor: Entering, hall: HallDep) -> TeamOut:
    """Enter a team with its players."""
    await match_requests.enter_team(hall, team, visitor)
    return team_out(team.name, hall.teams[team.name], hall.persons.names())


@router.put("")
async def change_team(change: TeamChangeIn, visitor: Entering, hall: HallDep) -> TeamOut:
    """Mend a team's name, before a match is set up with it, or its players.

    Players that a line-up names stay; while a line-up is sealed, all do.
    """
    await match_requests.mend_team(hall, change, visitor)
    return team_out(change.name, hall.teams[change.name], hall.persons.names())
