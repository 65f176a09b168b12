"""A tournament, as it is created and told."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator

from rules.identities import TournamentId, TournamentName
from server.web.edge.typed_names import tournament_name
from server.web.schemas.fields import Body


class TournamentIn(Body):
    """A tournament to be; `name` is the short one that its addresses have, such as odesa-2008.

    "Odesa 2008" means the same.
    """

    name: Annotated[str, BeforeValidator(tournament_name)]


class TournamentOut(BaseModel):
    """A tournament; `id` stands in its records for good."""

    id: str
    name: str


def tournament_out(tournament: TournamentId, name: TournamentName) -> TournamentOut:
    """A tournament as the API tells it."""
    return TournamentOut(id=tournament.text, name=name.text)
