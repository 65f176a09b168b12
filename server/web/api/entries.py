"""The entries of a tournament over the API."""

from typing import Annotated

from fastapi import APIRouter, Depends

from rules.commands import EntryForm
from server.access import Action, Visitor, may
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, TournamentDep
from server.web.requests.enter_teams import enter_teams
from server.web.requests.entry_tables.entry_table import TypedPlayer, TypedTeam
from server.web.schemas.entries import EntriesIn, EntriesOut, NewEntryIn, entries_out

router = APIRouter(prefix="/api/t/{tournament}/entries", tags=["operator"])
Entering = Annotated[Visitor, Depends(needs(Action.ENTER_TEAM))]


@router.get("")
async def entries(visitor: Entering, tournament: TournamentDep, hall: HallDep) -> EntriesOut:
    """Every entry, as entered: who waits, who is present, fees; notes for directors alone."""
    return _entries_seen_by(hall, tournament, visitor)


@router.post("", status_code=201)
async def enter(
    new: EntriesIn,
    visitor: Entering,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> EntriesOut:
    """Enter teams with all that is known of them: all of them or none. All entries are told."""
    teams = [_typed(number, each) for number, each in enumerate(new.teams, 1)]
    await enter_teams(hall, tournament, teams, visitor, command_id)
    return _entries_seen_by(hall, tournament, visitor)


def _typed(number: int, team: NewEntryIn) -> TypedTeam:
    form = EntryForm(club=team.club, pot=team.pot, due=team.due, paid=team.paid, note=team.note)
    players = [TypedPlayer(name, 0) for name in team.players]
    return TypedTeam(number, team.name, players, form, team.present, team.rosters)


def _entries_seen_by(hall: Hall, tournament: TournamentProcess, visitor: Visitor) -> EntriesOut:
    directs = may(visitor, Action.DIRECT)
    return entries_out(tournament.state.desk, hall.names(), with_notes=directs)
