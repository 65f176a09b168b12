"""Games that went on on paper, over HTTP: typed in once both rooms have finished them."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path

from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, MatchIdDep
from server.web.requests import paper as paper_requests
from server.web.requests.effects import EffectOut
from server.web.schemas.paper import PaperGameIn

router = APIRouter(prefix="/api/t/{tournament}/matches/{number}/games/{game}", tags=["operator"])


@router.post("/paper")
async def enter_paper_game(
    match_id: MatchIdDep,
    game: Annotated[int, Path(ge=1)],
    typed: PaperGameIn,
    visitor: Annotated[Visitor, Depends(needs(Action.ENTER_PAPER))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Enter the current game as it was finished on paper in both rooms: all of it, or nothing."""
    return await paper_requests.enter_paper_game(hall, match_id, game, typed, visitor, command_id)
