"""A match's two tables over the API: what lies there, their boards, their results."""

from typing import Annotated

from fastapi import APIRouter, Depends

from rules.commands import RemoveBoard
from rules.room import Room
from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, MatchIdDep
from server.web.requests import matches as match_requests
from server.web.requests import presence as presence_requests
from server.web.requests import results as result_requests
from server.web.requests.effects import EffectOut
from server.web.requests.presence import LeavingIn, ReturnIn
from server.web.schemas.results import (
    ConfirmationIn,
    HandResultIn,
    SheetConfirmationIn,
    SheetIn,
    StandingOut,
)
from server.web.schemas.tables import (
    BoardLetInIn,
    BoardSeatIn,
    RecordingIn,
    RecordingOut,
    TableOut,
    recording_out,
    table_out,
)

router = APIRouter(prefix="/api/t/{tournament}/matches/{number}", tags=["operator"])


@router.get("/tables/{room}", dependencies=[Depends(needs(Action.SEE_TABLE))])
async def table(match_id: MatchIdDep, room: Room, hall: HallDep) -> TableOut:
    """One table, for those who sit or serve in its room; nothing of the other room."""
    return table_out(hall.match(match_id), room, hall.now())


@router.post("/boards", status_code=204)
async def put_board(
    match_id: MatchIdDep,
    seat: BoardSeatIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SEAT_BOARD))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> None:
    """Put a board on a room's table; asks first where that strikes a game under way."""
    await match_requests.put_board(hall, match_id, seat, visitor, command_id)


@router.post("/boards/let-in", status_code=204)
async def let_board_in(
    match_id: MatchIdDep,
    given: BoardLetInIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SEAT_BOARD))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> None:
    """Let a board go on that is held for another memory, or at which no game begins."""
    await match_requests.let_board_in(hall, match_id, given, visitor, command_id)


@router.delete("/tables/{room}/board", status_code=204)
async def take_board_off(
    match_id: MatchIdDep,
    room: Room,
    visitor: Annotated[Visitor, Depends(needs(Action.SEAT_BOARD))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> None:
    """Take the board from a room's table; it stays connected and serves none."""
    await hall.commands.remove_board(match_id, RemoveBoard(room), visitor, command_id)


@router.get("/tables/{room}/recording", dependencies=[Depends(needs(Action.SEAT_BOARD))])
async def recording(match_id: MatchIdDep, room: Room, hall: HallDep) -> RecordingOut:
    """Whether a room's table records positions, and whether that may still be set."""
    return recording_out(hall.match(match_id).record, room)


@router.put("/tables/{room}/recording")
async def set_recording(
    match_id: MatchIdDep,
    room: Room,
    given: RecordingIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SEAT_BOARD))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Record positions at a room's table, or dice only, before it begins the match."""
    return await match_requests.set_recording(hall, match_id, room, given, visitor, command_id)


@router.post("/tables/{room}/leaving")
async def leaving(
    match_id: MatchIdDep,
    room: Room,
    given: LeavingIn,
    visitor: Annotated[Visitor, Depends(needs(Action.LOG_PRESENCE))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Log that a player leaves this table for a while."""
    return await presence_requests.log_leaving(hall, match_id, room, given, visitor, command_id)


@router.post("/tables/{room}/return")
async def returning(
    match_id: MatchIdDep,
    room: Room,
    given: ReturnIn,
    visitor: Annotated[Visitor, Depends(needs(Action.LOG_PRESENCE))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Log that a player is back; in the closed room not if he has watched the open one."""
    return await presence_requests.log_return(hall, match_id, room, given, visitor, command_id)


@router.get("/results")
async def results(
    match_id: MatchIdDep,
    visitor: Annotated[Visitor, Depends(needs(Action.CONFIRM, place_follows=True))],
    hall: HallDep,
) -> list[StandingOut]:
    """The results that the visitor may see, as a confirmation or signature names them."""
    return result_requests.results_seen(hall, match_id, visitor)


@router.post("/results")
async def confirm(
    match_id: MatchIdDep,
    given: ConfirmationIn,
    visitor: Annotated[Visitor, Depends(needs(Action.CONFIRM, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """A confirmation of a room's result; never by the account that entered it."""
    return await result_requests.confirm(hall, match_id, given, visitor, command_id)


@router.post("/sheet")
async def enter_sheet(
    match_id: MatchIdDep,
    sheet: SheetIn,
    visitor: Annotated[Visitor, Depends(needs(Action.ENTER_SHEET, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Results that were kept by hand, in the order of their games: all of them, or none."""
    return await result_requests.enter_sheet(hall, match_id, sheet, visitor, command_id)


@router.post("/sheet/confirmation")
async def confirm_sheet(
    match_id: MatchIdDep,
    sheet: SheetConfirmationIn,
    visitor: Annotated[Visitor, Depends(needs(Action.CONFIRM, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Confirmations of several results: all of them, or none."""
    return await result_requests.confirm_sheet(hall, match_id, sheet, visitor, command_id)


@router.post("/results/by-hand")
async def enter_result(
    match_id: MatchIdDep,
    kept: HandResultIn,
    visitor: Annotated[Visitor, Depends(needs(Action.ENTER_RESULT, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """A result that was kept by hand, of a game no board has begun."""
    return await result_requests.enter_result(hall, match_id, kept, visitor, command_id)
