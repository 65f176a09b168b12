"""The API that creates, lists and withdraws tournaments."""

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel, BeforeValidator

from rules.commands import CreateTournament, WithdrawTournament
from rules.events import TournamentCreated
from rules.identities import TournamentId, TournamentName
from server.access import Action, Visitor
from server.hall import Hall
from server.web.edge.authorization import Directing, Scheduling, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import tournament_name
from server.web.edge.services import HallDep, TournamentDep
from server.web.orders.fields import Body, OrderIn


class TournamentIn(Body):
    """A tournament to be created; `name` is the short name that its addresses have.

    The name may be given as "odesa-2008" or as "Odesa 2008".
    """

    name: Annotated[str, BeforeValidator(tournament_name)]


class TournamentOut(BaseModel):
    """A tournament. Its `id`, by which the records name it, never changes."""

    id: str
    name: str


def tournament_out(tournament: TournamentId, name: TournamentName) -> TournamentOut:
    """Return a tournament in the form of the API."""
    return TournamentOut(id=tournament.text, name=name.text)


async def create_tournament(
    hall: Hall,
    new: TournamentIn,
    visitor: Visitor,
    command_id: str,
) -> TournamentCreated:
    """Create a tournament. Raises MatchRefused if another tournament has the name."""
    command = CreateTournament(TournamentName(new.name))
    created = await hall.commands.to_hall(command, visitor, command_id)
    assert isinstance(created, TournamentCreated)
    return created


async def withdraw_tournament(
    hall: Hall, tournament: TournamentId, order: OrderIn, visitor: Visitor, command_id: str
) -> None:
    """Withdraw a tournament.

    Raises MatchRefused if it has matches, or if it is the only tournament.
    """
    command = WithdrawTournament(tournament=tournament, reason=order.reason)
    await hall.commands.to_hall(command, visitor, command_id)


router = APIRouter(prefix="/api/tournaments", tags=["operator"])


@router.get("", dependencies=[Depends(needs(Action.SEE_MATCHES))])
async def tournaments(hall: HallDep) -> list[TournamentOut]:
    """List every tournament, in the order of their creation. A new hall has one tournament."""
    names = hall.tournaments.names
    return [tournament_out(tournament, name) for tournament, name in names.items()]


@router.post("", status_code=201)
async def create(
    new: TournamentIn,
    visitor: Scheduling,
    command_id: CommandIdDep,
    hall: HallDep,
) -> TournamentOut:
    """Create a tournament under a short name that no other tournament of this server has."""
    created = await create_tournament(hall, new, visitor, command_id)
    return tournament_out(created.tournament, created.name)


@router.post("/{tournament}/withdrawal", status_code=204)
async def withdraw(
    order: OrderIn,
    visitor: Directing,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> None:
    """Withdraw a tournament that has no matches.

    The only tournament of a server cannot be withdrawn.
    """
    await withdraw_tournament(hall, tournament.tournament, order, visitor, command_id)
