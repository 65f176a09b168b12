"""Calls for the director and holds over the API (ruling 31)."""

from typing import Annotated

from fastapi import APIRouter, Depends

from rules.room import Room
from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, MatchIdDep
from server.web.requests import calls as call_requests
from server.web.requests.effects import EffectOut
from server.web.schemas.calls import (
    CallIn,
    EndCallIn,
    HallHoldIn,
    HallLiftIn,
    HoldOut,
    LiftIn,
    TakeCallIn,
)

_MATCH = "/api/t/{tournament}/matches/{number}"
router = APIRouter(tags=["operator", "director"])
Answering = Annotated[Visitor, Depends(needs(Action.ANSWER_CALL))]
Director = Annotated[Visitor, Depends(needs(Action.DIRECT))]


@router.post(f"{_MATCH}/tables/{{room}}/call")
async def call(
    match_id: MatchIdDep,
    room: Room,
    given: CallIn,
    visitor: Annotated[Visitor, Depends(needs(Action.CALL))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Call the director to this table; without an event where it has called already."""
    return await call_requests.call(hall, match_id, room, given, visitor, command_id)


@router.post(f"{_MATCH}/tables/{{room}}/call/taken")
async def take(
    match_id: MatchIdDep,
    room: Room,
    given: TakeCallIn,
    visitor: Answering,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Go to this table, which is told who comes."""
    return await call_requests.take(hall, match_id, room, given, visitor, command_id)


@router.post(f"{_MATCH}/tables/{{room}}/call/ended")
async def end(
    match_id: MatchIdDep,
    room: Room,
    visitor: Answering,
    command_id: CommandIdDep,
    hall: HallDep,
    given: EndCallIn | None = None,
) -> EffectOut:
    """Say that what this table called for is settled."""
    ended = given or EndCallIn()
    return await call_requests.end(hall, match_id, room, ended, visitor, command_id)


@router.post(f"{_MATCH}/director/lift-hold")
async def lift(
    match_id: MatchIdDep,
    order: LiftIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Let a table or the match go on."""
    return await call_requests.lift(hall, match_id, order, director, command_id)


@router.get("/api/holds", dependencies=[Depends(needs(Action.SEE_BOTH_ROOMS))])
async def hall_holds(hall: HallDep) -> list[HoldOut]:
    """What is held of the hall: rooms, or all of it."""
    return call_requests.hall_holds(hall)


@router.post("/api/holds")
async def hold_hall(
    order: HallHoldIn, director: Director, command_id: CommandIdDep, hall: HallDep
) -> EffectOut:
    """Hold all tables of a room, or of the hall, those of matches to come as well."""
    return await call_requests.hold_hall(hall, order, director, command_id)


@router.post("/api/holds/lifted")
async def lift_hall(
    order: HallLiftIn, director: Director, command_id: CommandIdDep, hall: HallDep
) -> EffectOut:
    """Let a room or the hall go on."""
    return await call_requests.lift_hall(hall, order, director, command_id)
