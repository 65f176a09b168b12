"""Matches over the API: set up, listed, lined up, signed."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep
from server.web.pages.paging import PageNumber, link_header, page_links, paged
from server.web.requests import matches as match_requests
from server.web.schemas.director import EffectOut
from server.web.schemas.line_ups import LineUpIn, LineUpOut, OwnLineUpOut
from server.web.schemas.matches import (
    MatchIn,
    MatchOut,
    MatchPlayIn,
    MatchStateOut,
    NewMatchOut,
    match_out,
    match_state_out,
)
from server.web.schemas.results import SignatureIn

router = APIRouter(prefix="/api/matches", tags=["operator"])
Size = Annotated[int, Query(ge=1, le=500, description="How many matches a page has.")]


@router.get("", dependencies=[Depends(needs(Action.SEE_MATCHES))])
async def matches(
    request: Request, response: Response, hall: HallDep, page: PageNumber = 1, size: Size = 100
) -> list[MatchOut]:
    """A page of the matches, by number; `Link` tells where the pages beside it are."""
    shown = paged([process.record for process in hall.matches.values()], page, size)
    response.headers.update(link_header(page_links(shown, request.url)))
    names = hall.persons.names()
    return [match_out(record, names) for record in shown.items]


@router.post("", status_code=201)
async def schedule(
    wanted: MatchIn, visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))], hall: HallDep
) -> NewMatchOut:
    """Set up a match between two registered teams."""
    return NewMatchOut(number=await match_requests.schedule(hall, wanted, visitor))


@router.post("/match-play", status_code=201)
async def schedule_match_play(
    wanted: MatchPlayIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))],
    hall: HallDep,
) -> NewMatchOut:
    """Set up a match of two players at one table, to a number of points."""
    return NewMatchOut(number=await match_requests.schedule_match_play(hall, wanted, visitor))


@router.get("/{number}", dependencies=[Depends(needs(Action.SEE_BOTH_ROOMS))])
async def match(number: int, hall: HallDep) -> MatchStateOut:
    """One match with both its tables."""
    return match_state_out(hall.match(number).record, hall.persons.names())


@router.get("/{number}/line-ups/{team}", dependencies=[Depends(needs(Action.SEE_LINE_UP))])
async def own_line_up(number: int, team: str, hall: HallDep) -> OwnLineUpOut:
    """A team's line-up, for its captain and the hall alone; the next one names it."""
    return match_requests.line_up_handed_in(hall, number, team)


@router.post("/{number}/line-ups")
async def line_up(
    number: int,
    team: LineUpIn,
    visitor: Annotated[Visitor, Depends(needs(Action.LINE_UP, place_follows=True))],
    hall: HallDep,
) -> LineUpOut:
    """A team's line-up, sealed until both are in; then the match starts."""
    return LineUpOut(sealed=await match_requests.hand_in_line_up(hall, number, team, visitor))


@router.post("/{number}/signatures")
async def sign(
    number: int,
    given: SignatureIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SIGN, place_follows=True))],
    hall: HallDep,
) -> EffectOut:
    """A captain's signature under the match protocol (ruling 15)."""
    return await match_requests.sign(hall, number, given, visitor)
