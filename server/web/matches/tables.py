"""A match's two tables over the API: what lies there, their boards, their results."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query

from rules.room import Room
from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, MatchIdDep
from server.web.matches import results as match_results
from server.web.matches.schemas import RecordingOut, TableOut, recording_out, table_out
from server.web.orders.boards import TABLE_BOARDS, TAKE_BOARD
from server.web.orders.fields import BoardId
from server.web.orders.order_list import EffectOut, Sender
from server.web.orders.order_routes import add_single_route
from server.web.orders.presence import PRESENCE
from server.web.orders.results import (
    ConfirmationIn,
    HandResultIn,
    SheetConfirmationIn,
    SheetIn,
    StandingOut,
)

Standing = Annotated[
    BoardId | Literal[""], Query(description="The board that stands there, empty for none.")
]
router = APIRouter(prefix="/api/t/{tournament}/matches/{number}", tags=["operator"])


@router.get("/tables/{room}", dependencies=[Depends(needs(Action.SEE_TABLE))])
async def table(match_id: MatchIdDep, room: Room, hall: HallDep) -> TableOut:
    """One table, for those who sit or serve in its room; nothing of the other room."""
    return table_out(hall.match(match_id), room, hall.now())


for _each in TABLE_BOARDS:
    if _each.api:
        add_single_route(router, _each)


@router.delete("/tables/{room}/board", status_code=204)
async def take_board_off(
    match_id: MatchIdDep,
    room: Room,
    visitor: Annotated[Visitor, Depends(needs(Action.SEAT_BOARD))],
    command_id: CommandIdDep,
    hall: HallDep,
    was: Standing = "",
) -> None:
    """Take the board from a room's table; it stays connected and serves none."""
    body = TAKE_BOARD.read_form({"room": room.value, "was": was})
    await TAKE_BOARD.give(Sender(hall, visitor, match_id=match_id), body, command_id)


@router.get("/tables/{room}/recording", dependencies=[Depends(needs(Action.SEAT_BOARD))])
async def recording(match_id: MatchIdDep, room: Room, hall: HallDep) -> RecordingOut:
    """Whether a room's table records positions, and whether that may still be set."""
    return recording_out(hall.match(match_id).record, room)


for _each in PRESENCE:
    add_single_route(router, _each)


@router.get("/results")
async def results(
    match_id: MatchIdDep,
    visitor: Annotated[Visitor, Depends(needs(Action.CONFIRM, place_follows=True))],
    hall: HallDep,
) -> list[StandingOut]:
    """The results that the visitor may see, as a confirmation or signature names them."""
    return match_results.results_seen(hall, match_id, visitor)


@router.post("/results")
async def confirm(
    match_id: MatchIdDep,
    given: ConfirmationIn,
    visitor: Annotated[Visitor, Depends(needs(Action.CONFIRM, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """A confirmation of a room's result; never by the account that entered it."""
    return await match_results.confirm(hall, match_id, given, visitor, command_id)


@router.post("/sheet")
async def enter_sheet(
    match_id: MatchIdDep,
    sheet: SheetIn,
    visitor: Annotated[Visitor, Depends(needs(Action.ENTER_SHEET, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Results that were kept by hand, in the order of their games: all of them, or none."""
    return await match_results.enter_sheet(hall, match_id, sheet, visitor, command_id)


@router.post("/sheet/confirmation")
async def confirm_sheet(
    match_id: MatchIdDep,
    sheet: SheetConfirmationIn,
    visitor: Annotated[Visitor, Depends(needs(Action.CONFIRM, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Confirmations of several results: all of them, or none."""
    return await match_results.confirm_sheet(hall, match_id, sheet, visitor, command_id)


@router.post("/results/by-hand")
async def enter_result(
    match_id: MatchIdDep,
    kept: HandResultIn,
    visitor: Annotated[Visitor, Depends(needs(Action.ENTER_RESULT, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """A result that was kept by hand, of a game no board has begun."""
    return await match_results.enter_result(hall, match_id, kept, visitor, command_id)
