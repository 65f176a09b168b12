"""A tournament's stages over the API: planned, drawn, published, ruled on; and how they stand."""

from typing import Annotated

from fastapi import APIRouter, Depends

from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, PublicOutcomesDep, TournamentDep
from server.web.requests.effects import effect_of
from server.web.requests.stages import order_stages
from server.web.schemas.director import EffectOut
from server.web.schemas.stages import EventOut, StageOrderIn
from server.web.schemas.stages_out import event_out

router = APIRouter(prefix="/api/t/{tournament}", tags=["operator"])


@router.get("/event")
async def event(
    visitor: Annotated[Visitor, Depends(needs(Action.SEE_BOTH_ROOMS))],
    tournament: TournamentDep,
    hall: HallDep,
    public: PublicOutcomesDep,
) -> EventOut:
    """Every stage with its drafts, by the results that are in, of both rooms."""
    outcomes = public.seen_by(visitor, hall, tournament.tournament)
    final = public.directors_finality(hall, tournament.tournament, outcomes)
    foreseen = public.forecast(hall, tournament.tournament, outcomes)
    return event_out(tournament.state.event, outcomes, final.status, foreseen, drafts=True)


@router.post("/event")
async def order(
    order: StageOrderIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))],
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> EffectOut:
    """Plan, draw, publish, close or rule; `order` says which."""
    return effect_of(await order_stages(hall, tournament, order, visitor, command_id))


@router.get("/standings", dependencies=[Depends(needs(Action.WATCH))])
async def standings(
    tournament: TournamentDep, hall: HallDep, outcomes: PublicOutcomesDep
) -> EventOut:
    """The published rounds and how they stand, by what is public of both rooms."""
    known = outcomes.of(tournament.tournament)
    status = outcomes.finality(hall, tournament.tournament, known).status
    foreseen = outcomes.forecast(hall, tournament.tournament, known)
    return event_out(tournament.state.event, known, status, foreseen, drafts=False)
