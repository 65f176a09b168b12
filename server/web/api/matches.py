"""Matches over the API: set up, listed, lined up, signed."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from rules.identities import MatchId
from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, MatchIdDep, TournamentDep
from server.web.pages.paging import PageNumber, link_header, page_links, paged
from server.web.requests import matches as match_requests
from server.web.requests.effects import EffectOut
from server.web.schemas.fields import OrderIn
from server.web.schemas.line_ups import LineUpIn, LineUpOut, OwnLineUpOut, WordIn, WordOut
from server.web.schemas.matches import (
    MatchIn,
    MatchOut,
    MatchPlayIn,
    MatchStateOut,
    NewMatchOut,
    finished_match_out,
    match_out,
    match_state_out,
    new_match_out,
)
from server.web.schemas.results import SignatureIn

router = APIRouter(prefix="/api/t/{tournament}/matches", tags=["operator"])
Size = Annotated[int, Query(ge=1, le=500, description="How many matches a page has.")]


@router.get("", dependencies=[Depends(needs(Action.SEE_MATCHES))])
async def matches(
    request: Request,
    response: Response,
    tournament: TournamentDep,
    hall: HallDep,
    page: PageNumber = 1,
    size: Size = 100,
) -> list[MatchOut]:
    """A page of a tournament's matches, by number; `Link` tells where the pages beside it are."""
    registry, names = hall.registry, hall.names()
    shown = paged(registry.numbers(tournament.tournament), page, size)
    response.headers.update(link_header(page_links(shown, request.url)))
    listed = (MatchId(tournament.tournament, number) for number in shown.items)
    return [
        finished_match_out(registry.finished.of(match_id), names)
        if match_id in registry.finished
        else match_out(registry.match(match_id).record, names)
        for match_id in listed
    ]


@router.post("", status_code=201)
async def schedule(
    new: MatchIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))],
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> NewMatchOut:
    """Set up a match between two registered teams."""
    match_id = await match_requests.schedule(hall, tournament, new, visitor, command_id)
    return new_match_out(match_id, hall.names())


@router.post("/match-play", status_code=201)
async def schedule_match_play(
    new: MatchPlayIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))],
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> NewMatchOut:
    """Set up a match of two players at one table, to a number of points."""
    match_id = await match_requests.schedule_match_play(hall, tournament, new, visitor, command_id)
    return new_match_out(match_id, hall.names())


@router.post("/{number}/withdrawal", status_code=204)
async def withdraw(
    match_id: MatchIdDep,
    order: OrderIn,
    visitor: Annotated[Visitor, Depends(needs(Action.DIRECT))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> None:
    """Take back a match of no round, of which nothing was played; its number is not used again."""
    await match_requests.withdraw(hall, match_id, order, visitor, command_id)


@router.get("/{number}", dependencies=[Depends(needs(Action.SEE_BOTH_ROOMS))])
async def match(match_id: MatchIdDep, hall: HallDep) -> MatchStateOut:
    """One match with both its tables."""
    return match_state_out(hall.match(match_id), hall.names(), hall.now())


@router.get("/{number}/line-ups/{team}", dependencies=[Depends(needs(Action.SEE_LINE_UP))])
async def own_line_up(match_id: MatchIdDep, team: str, hall: HallDep) -> OwnLineUpOut:
    """A team's line-up, for its captain and the hall alone; the next one names it."""
    return match_requests.line_up_handed_in(hall, match_id, team)


@router.post("/{number}/line-ups")
async def line_up(
    match_id: MatchIdDep,
    team: LineUpIn,
    visitor: Annotated[Visitor, Depends(needs(Action.LINE_UP, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> LineUpOut:
    """A team's line-up, sealed until both are in; then the match starts."""
    return LineUpOut(
        sealed=await match_requests.hand_in_line_up(hall, match_id, team, visitor, command_id)
    )


@router.post("/{number}/words")
async def word(
    match_id: MatchIdDep,
    given: WordIn,
    visitor: Annotated[Visitor, Depends(needs(Action.LINE_UP, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> WordOut:
    """A team's word that the seed of drawn rolls is joined with, sealed until both are in."""
    return WordOut(
        sealed=await match_requests.give_word(hall, match_id, given, visitor, command_id)
    )


@router.post("/{number}/signatures")
async def sign(
    match_id: MatchIdDep,
    given: SignatureIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SIGN, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """A captain's signature under the match protocol (ruling 15)."""
    return await match_requests.sign(hall, match_id, given, visitor, command_id)
