"""Queries of a tournament's results, and its case book, over the API (rulings 23 and 32)."""

from typing import Annotated

from fastapi import APIRouter, Depends

from server.access import Action, Visitor
from server.live.public_events import hidden_cases
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, MatchIdDep, TournamentDep
from server.web.requests.cases import case_out
from server.web.requests.effects import EffectOut, effect_of
from server.web.requests.rulings import order_ruling
from server.web.schemas.rulings import (
    QueryIn,
    QueryOut,
    RaiseQueryIn,
    RulingOrderIn,
    RulingsOut,
)

router = APIRouter(prefix="/api/t/{tournament}", tags=["operator"])


@router.get("/cases")
async def cases(
    visitor: Annotated[Visitor, Depends(needs(Action.DIRECT))],
    tournament: TournamentDep,
    hall: HallDep,
) -> RulingsOut:
    """What was asked about the tournament's results, what was reported and ruled.

    But for cases on a match in which the visitor plays.
    """
    hidden = hidden_cases(hall, tournament, visitor)
    book, names = tournament.state.rulings.queries, hall.names(in_full=True)
    return RulingsOut(
        minutes=book.minutes,
        queries=[
            QueryOut(
                query=each.query,
                number=each.number,
                team=each.team,
                by=names.by(each.by),
                text=each.text,
                answer=each.answer,
            )
            for each in book.queries.values()
        ],
        cases=[
            case_out(each, names)
            for number, each in tournament.state.rulings.cases.cases.items()
            if number not in hidden
        ],
    )


@router.post("/cases")
async def order(
    order: RulingOrderIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))],
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> EffectOut:
    """Query a result, answer a query, open a case, rule on it …; `order` says which."""
    tournament_id = tournament.tournament
    return effect_of(await order_ruling(hall, tournament_id, order, visitor, command_id))


@router.post("/matches/{number}/queries")
async def query(
    query: QueryIn,
    match_id: MatchIdDep,
    visitor: Annotated[Visitor, Depends(needs(Action.QUERY, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Query the result of a match that is over: a captain that of his own match."""
    order = RaiseQueryIn(order="query", number=match_id.number, text=query.text)
    happened = await order_ruling(hall, match_id.tournament, order, visitor, command_id)
    return effect_of(happened)
