"""A match's two tables over the API: what lies there, their boards, results, who is at them."""

from typing import Annotated

from fastapi import APIRouter, Depends

from rules import commands as cmd
from rules import events as ev
from rules.commands import RemoveBoard
from rules.errors import LineUpRefused
from rules.identities import MatchId, PersonId
from rules.room import Room
from server.access import Action, Visitor
from server.hall import Hall
from server.matches.line_ups import has_begun, player_of
from server.matches.presence import HAS_WATCHED, NOT_AT_TABLE
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.public_services import MatchIdDep
from server.web.edge.services import HallDep
from server.web.matches import orders as match_orders
from server.web.matches import results as match_results
from server.web.matches.schemas import (
    BoardLetInIn,
    BoardSeatIn,
    RecordingIn,
    RecordingOut,
    TableOut,
    recording_out,
    table_out,
)
from server.web.orders.fields import Body, Name, Reason, Remark
from server.web.orders.order_list import EffectOut, effect_of, ordered
from server.web.orders.results import (
    ConfirmationIn,
    HandResultIn,
    SheetConfirmationIn,
    SheetIn,
    StandingOut,
)
from server.web.orders.typed_persons import one_of


class LeavingIn(Body):
    """Somebody leaves the table at which he sits, for a while; `player` is his name or id."""

    player: Name
    reason: Reason


class ReturnIn(Body):
    """He is back. `watched`: he has watched the open room of the game that is being played."""

    player: Name
    watched: bool
    reason: Remark = ""


async def log_leaving(
    hall: Hall,
    match_id: MatchId,
    room: Room,
    given: LeavingIn,
    visitor: Visitor,
    command_id: str,
) -> EffectOut:
    """Log that somebody leaves his table. Raises LineUpRefused for one who does not sit there."""
    player = _sitting(hall, match_id, room, given.player)
    command = cmd.LogLeaving(room=room, player=player, reason=given.reason)
    return await ordered(hall, match_id, command, visitor, command_id)


async def log_return(
    hall: Hall,
    match_id: MatchId,
    room: Room,
    given: ReturnIn,
    visitor: Visitor,
    command_id: str,
) -> EffectOut:
    """Log that he is back at his table.

    Raises LineUpRefused for one who has watched the open room and would sit in the closed one; that
    he has is kept.
    """
    player = _sitting(hall, match_id, room, given.player)
    command = cmd.LogReturn(room=room, player=player, watched=given.watched, reason=given.reason)
    happened = await hall.commands.to_match(match_id, command, visitor, command_id)
    for event in happened:
        if isinstance(event, ev.OpenRoomWatched):
            raise LineUpRefused(HAS_WATCHED, "player", player=player, game=event.game)
    return effect_of(happened)


def _sitting(hall: Hall, match_id: MatchId, room: Room, typed: str) -> PersonId:
    """Whoever sits at that table by a name or an id; raises LineUpRefused."""
    record = hall.match(match_id).record
    seated = room in record.rooms and has_begun(record)
    there = [player_of(record, team, room) for team in record.teams] if seated else []
    player = one_of(hall, there, typed)
    if player is None:
        raise LineUpRefused(NOT_AT_TABLE[room], "player", player=typed, match=match_id)
    return player


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
    await match_orders.put_board(hall, match_id, seat, visitor, command_id)


@router.post("/boards/let-in", status_code=204)
async def let_board_in(
    match_id: MatchIdDep,
    given: BoardLetInIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SEAT_BOARD))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> None:
    """Let a board go on that is held for another memory, or at which no game begins."""
    await match_orders.let_board_in(hall, match_id, given, visitor, command_id)


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
    return await match_orders.set_recording(hall, match_id, room, given, visitor, command_id)


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
    return await log_leaving(hall, match_id, room, given, visitor, command_id)


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
    return await log_return(hall, match_id, room, given, visitor, command_id)


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
