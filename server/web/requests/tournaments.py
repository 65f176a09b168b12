"""What is done to tournaments over HTTP, by the API and by forms alike."""

from rules.commands import CreateTournament
from rules.events import TournamentCreated
from rules.identities import TournamentName
from server.access import Visitor
from server.hall import Hall
from server.web.schemas.tournaments import TournamentIn


async def create_tournament(
    hall: Hall,
    wanted: TournamentIn,
    visitor: Visitor,
    command_id: str,
) -> TournamentCreated:
    """Create a tournament; raises MatchRefused for a name that another one has."""
    return await hall.commands.to_hall(
        CreateTournament(TournamentName(wanted.name)), visitor, command_id
    )
