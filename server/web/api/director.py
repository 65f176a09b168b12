"""The director's orders over HTTP, each reasoned and logged in his name (ruling 11)."""

from typing import Annotated

from fastapi import APIRouter, Depends

from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep
from server.web.requests import director as director_requests
from server.web.schemas.director import (
    EffectOut,
    EmbargoOrderIn,
    GameOrderIn,
    PositionOrderIn,
    ResultOrderIn,
    RollOrderIn,
    ScoreOrderIn,
    SubstituteIn,
    TableOrderIn,
    TailOrderIn,
    TurnOrderIn,
)

router = APIRouter(prefix="/api/matches/{number}/director", tags=["operator", "director"])
Director = Annotated[Visitor, Depends(needs(Action.DIRECT))]


@router.post("/void-game")
async def void_game(
    number: int, order: GameOrderIn, director: Director, hall: HallDep
) -> EffectOut:
    """Play the current game again in both rooms with new dice."""
    return await director_requests.void_game(hall, number, order, director)


@router.post("/cancel-game")
async def cancel_game(
    number: int, order: GameOrderIn, director: Director, hall: HallDep
) -> EffectOut:
    """Score the current game 0-0 in both rooms and go on."""
    return await director_requests.cancel_game(hall, number, order, director)


@router.post("/correct-result")
async def correct_result(
    number: int, order: ResultOrderIn, director: Director, hall: HallDep
) -> EffectOut:
    """Replace the result of a room's game."""
    return await director_requests.correct_result(hall, number, order, director)


@router.post("/adjust-score")
async def adjust_score(
    number: int, order: ScoreOrderIn, director: Director, hall: HallDep
) -> EffectOut:
    """Let a room's game count these small match points instead of its own."""
    return await director_requests.adjust_score(hall, number, order, director)


@router.post("/correct-roll")
async def correct_roll(
    number: int, order: RollOrderIn, director: Director, hall: HallDep
) -> EffectOut:
    """Put the latest throw right, while the closed room does not have it."""
    return await director_requests.correct_roll(hall, number, order, director)


@router.post("/reopen-turn")
async def reopen_turn(
    number: int, order: TurnOrderIn, director: Director, hall: HallDep
) -> EffectOut:
    """Let the open room play its latest turn again with the dice as keyed."""
    return await director_requests.reopen_turn(hall, number, order, director)


@router.post("/correct-position")
async def correct_position(
    number: int, order: PositionOrderIn, director: Director, hall: HallDep
) -> EffectOut:
    """Say how a table's checkers are to lie, between two turns."""
    return await director_requests.correct_position(hall, number, order, director)


@router.post("/release-table")
async def release_table(
    number: int, order: TableOrderIn, director: Director, hall: HallDep
) -> EffectOut:
    """Let a table go on that was stopped because its board shows other dice."""
    return await director_requests.release_table(hall, number, order, director)


@router.post("/substitute")
async def substitute(
    number: int, order: SubstituteIn, director: Director, hall: HallDep
) -> EffectOut:
    """Seat another player of a team between two games."""
    return await director_requests.substitute(hall, number, order, director)


@router.post("/tail")
async def tail(number: int, order: TailOrderIn, director: Director, hall: HallDep) -> EffectOut:
    """Draw the closed room's last rolls from the committed seed, or have them thrown."""
    return await director_requests.tail(hall, number, order, director)


@router.post("/embargo")
async def embargo(
    number: int, order: EmbargoOrderIn, director: Director, hall: HallDep
) -> EffectOut:
    """Tell spectators more or less from now on; nothing that is public is taken back."""
    return await director_requests.embargo(hall, number, order, director)
