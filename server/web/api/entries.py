"""The entries of a tournament over the API."""

from typing import Annotated

from fastapi import APIRouter, Depends

from server.access import Action, Visitor, may
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, TournamentDep
from server.web.schemas.entries import EntriesOut, entries_out

router = APIRouter(prefix="/api/t/{tournament}/entries", tags=["operator"])
Entering = Annotated[Visitor, Depends(needs(Action.ENTER_TEAM))]


@router.get("")
async def entries(visitor: Entering, tournament: TournamentDep, hall: HallDep) -> EntriesOut:
    """Every entry, as entered: who waits, who is present, fees; notes for directors alone."""
    return _told(hall, tournament, visitor)


def _told(hall: Hall, tournament: TournamentProcess, visitor: Visitor) -> EntriesOut:
    directs = may(visitor, Action.DIRECT)
    return entries_out(tournament.state.desk, hall.names(), with_notes=directs)
