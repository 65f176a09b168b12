"""The director's orders over HTTP, each reasoned and logged in his name (ruling 11)."""

from typing import Annotated

from fastapi import APIRouter, Depends

from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, MatchIdDep
from server.web.requests import director as director_requests
from server.web.schemas.clocks import ClocksOrderIn
from server.web.schemas.director import (
    EffectOut,
    EmbargoOrderIn,
    GameOrderIn,
    PositionOrderIn,
    ResultOrderIn,
    RollOrderIn,
    ScoreOrderIn,
    StandingRollIn,
    SubstituteIn,
    TableOrderIn,
    TailOrderIn,
    TurnOrderIn,
    WrongRollIn,
)

router = APIRouter(
    prefix="/api/t/{tournament}/matches/{number}/director", tags=["operator", "director"]
)
Director = Annotated[Visitor, Depends(needs(Action.DIRECT))]


@router.post("/void-game")
async def void_game(
    match_id: MatchIdDep,
    order: GameOrderIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Play the current game again in both rooms with new dice."""
    return await director_requests.void_game(hall, match_id, order, director, command_id)


@router.post("/cancel-game")
async def cancel_game(
    match_id: MatchIdDep,
    order: GameOrderIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Score the current game 0-0 in both rooms and go on."""
    return await director_requests.cancel_game(hall, match_id, order, director, command_id)


@router.post("/correct-result")
async def correct_result(
    match_id: MatchIdDep,
    order: ResultOrderIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Replace the result of a room's game."""
    return await director_requests.correct_result(hall, match_id, order, director, command_id)


@router.post("/adjust-score")
async def adjust_score(
    match_id: MatchIdDep,
    order: ScoreOrderIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Let a room's game count these small match points instead of its own."""
    return await director_requests.adjust_score(hall, match_id, order, director, command_id)


@router.post("/correct-roll")
async def correct_roll(
    match_id: MatchIdDep,
    order: RollOrderIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Put the latest throw right, while the closed room does not have it."""
    return await director_requests.correct_roll(hall, match_id, order, director, command_id)


@router.post("/reopen-turn")
async def reopen_turn(
    match_id: MatchIdDep,
    order: TurnOrderIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Let the open room play its latest turn again with the dice as keyed."""
    return await director_requests.reopen_turn(hall, match_id, order, director, command_id)


@router.post("/let-roll-stand")
async def let_roll_stand(
    match_id: MatchIdDep,
    order: StandingRollIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Let a roll stand that was found wrong after its release; each room keeps its dice."""
    return await director_requests.let_roll_stand(hall, match_id, order, director, command_id)


@router.post("/void-for-roll")
async def void_for_roll(
    match_id: MatchIdDep,
    order: WrongRollIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Play the current game again in both rooms because of a roll found wrong after its release."""
    return await director_requests.void_for_roll(hall, match_id, order, director, command_id)


@router.post("/correct-position")
async def correct_position(
    match_id: MatchIdDep,
    order: PositionOrderIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Say how a table's checkers are to lie, between two turns."""
    return await director_requests.correct_position(hall, match_id, order, director, command_id)


@router.post("/release-table")
async def release_table(
    match_id: MatchIdDep,
    order: TableOrderIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Let a table go on that was stopped because its board shows other dice."""
    return await director_requests.release_table(hall, match_id, order, director, command_id)


@router.post("/substitute")
async def substitute(
    match_id: MatchIdDep,
    order: SubstituteIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Seat another player of a team between two games."""
    return await director_requests.substitute(hall, match_id, order, director, command_id)


@router.post("/tail")
async def tail(
    match_id: MatchIdDep,
    order: TailOrderIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Draw the closed room's last rolls from the committed seed, or have them thrown."""
    return await director_requests.tail(hall, match_id, order, director, command_id)


@router.post("/embargo")
async def embargo(
    match_id: MatchIdDep,
    order: EmbargoOrderIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Tell spectators more or less from now on; nothing that is public is taken back."""
    return await director_requests.embargo(hall, match_id, order, director, command_id)


@router.post("/clocks")
async def clocks(
    match_id: MatchIdDep,
    order: ClocksOrderIn,
    director: Director,
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Count time, only show it, or do neither from now on; what was used stays used."""
    return await director_requests.clocks(hall, match_id, order, director, command_id)
