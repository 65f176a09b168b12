"""A tournament's knockouts over the API: planned, drawn, published, ruled on; how they stand."""

from typing import Annotated

from fastapi import APIRouter, Depends

from rules.formats.knockout.deciding import KNOCKOUT
from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, PublicOutcomesDep, TournamentDep
from server.web.requests.effects import effect_of
from server.web.requests.knockouts import order_knockout
from server.web.schemas.director import EffectOut
from server.web.schemas.knockouts import KnockoutOrderIn, KnockoutOut
from server.web.schemas.knockouts_out import knockout_out

router = APIRouter(prefix="/api/t/{tournament}", tags=["operator"])


@router.get("/knockouts")
async def knockouts(
    visitor: Annotated[Visitor, Depends(needs(Action.WATCH))],
    tournament: TournamentDep,
    hall: HallDep,
    outcomes: PublicOutcomesDep,
) -> list[KnockoutOut]:
    """Every knockout of single players, by what the visitor may know of its matches."""
    known = outcomes.points_seen_by(visitor, hall, tournament.tournament)
    names = hall.names()
    every = tournament.state.of(KNOCKOUT).by_number.values()
    return [knockout_out(each, known, names) for each in every]


@router.post("/knockouts")
async def order(
    order: KnockoutOrderIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))],
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> EffectOut:
    """Plan, enter, draw, publish or rule; `order` says which."""
    return effect_of(await order_knockout(hall, tournament, order, visitor, command_id))
