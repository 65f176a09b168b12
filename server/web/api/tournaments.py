"""The tournaments over the API: each has teams, matches and addresses of its own."""

from typing import Annotated

from fastapi import APIRouter, Depends

from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, TournamentDep
from server.web.requests.tournaments import create_tournament, withdraw_tournament
from server.web.schemas.fields import OrderIn
from server.web.schemas.tournaments import TournamentIn, TournamentOut, tournament_out

router = APIRouter(prefix="/api/tournaments", tags=["operator"])


@router.get("", dependencies=[Depends(needs(Action.SEE_MATCHES))])
async def tournaments(hall: HallDep) -> list[TournamentOut]:
    """Every tournament, in the order they were created; a hall begins with one."""
    names = hall.tournaments.names
    return [tournament_out(tournament, name) for tournament, name in names.items()]


@router.post("", status_code=201)
async def create(
    new: TournamentIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> TournamentOut:
    """Create a tournament under a short name that no other has here."""
    created = await create_tournament(hall, new, visitor, command_id)
    return tournament_out(created.tournament, created.name)


@router.post("/{tournament}/withdrawal", status_code=204)
async def withdraw(
    order: OrderIn,
    visitor: Annotated[Visitor, Depends(needs(Action.DIRECT))],
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> None:
    """Take back a tournament that has no matches; another one is left."""
    await withdraw_tournament(hall, tournament.tournament, order, visitor, command_id)
