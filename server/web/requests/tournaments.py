"""What is done to tournaments over HTTP, by the API and by forms alike."""

from rules.commands import CreateTournament, WithdrawTournament
from rules.events import TournamentCreated
from rules.identities import TournamentId, TournamentName
from server.access import Visitor
from server.hall import Hall
from server.web.schemas.fields import OrderIn
from server.web.schemas.tournaments import TournamentIn


async def create_tournament(
    hall: Hall,
    new: TournamentIn,
    visitor: Visitor,
    command_id: str,
) -> TournamentCreated:
    """Create a tournament; raises MatchRefused for a name that another one has."""
    command = CreateTournament(TournamentName(new.name))
    created = await hall.commands.to_hall(command, visitor, command_id)
    assert isinstance(created, TournamentCreated)
    return created


async def withdraw_tournament(
    hall: Hall, tournament: TournamentId, order: OrderIn, visitor: Visitor, command_id: str
) -> None:
    """Take a tournament without matches back; raises MatchRefused for any other."""
    command = WithdrawTournament(tournament=tournament, reason=order.reason)
    await hall.commands.to_hall(command, visitor, command_id)
