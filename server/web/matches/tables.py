"""The API of a match's tables: positions, boards, results, and who sits there."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query

from rules import commands as cmd
from rules import events as ev
from rules.errors import LineUpRefused
from rules.identities import PersonId
from rules.room import Room
from server.access import Action, Visitor
from server.matches.line_ups import has_begun, player_of
from server.matches.presence import HAS_WATCHED, NOT_AT_TABLE
from server.web.boards.orders import TABLE_BOARDS, TAKE_BOARD
from server.web.edge.authorization import SeatingBoards, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.public_services import MatchIdDep
from server.web.edge.services import HallDep
from server.web.matches import results as match_results
from server.web.matches.schemas import RecordingOut, TableOut, recording_out, table_out
from server.web.orders.fields import BoardId, Name, Reason
from server.web.orders.order_list import (
    MATCH_PAGE,
    TABLE_API,
    EffectOut,
    Fields,
    Sender,
    SingleOrder,
    order,
    to_match,
    to_play,
)
from server.web.orders.order_routes import add_single_route
from server.web.orders.results import (
    ConfirmationIn,
    HandResultIn,
    SheetConfirmationIn,
    SheetIn,
    StandingOut,
)
from server.web.orders.typed_persons import one_of


def _of_sitting(command: Any) -> Any:
    """Return a function that makes a command about the player at a table; `command` is its class.

    The body's field `player` is the player's name or id.
    """

    def made(body: Any, sender: Sender) -> Any:
        player = _sitting(sender, body.player)
        return command(**{**dict(body), "room": sender.room, "player": player})

    return made


def _sitting(sender: Sender, typed: str) -> PersonId:
    """Return the id of the player at the sender's table who has the typed name or id.

    Raises LineUpRefused if nobody at the table has that name or id.
    """
    hall, match_id, room = sender.hall, sender.match, sender.room
    assert room is not None
    record = hall.match(match_id).record
    seated = room in record.rooms and has_begun(record)
    there = [player_of(record, team, room) for team in record.teams] if seated else []
    player = one_of(hall, there, typed)
    if player is None:
        raise LineUpRefused(NOT_AT_TABLE[room], "player", player=typed, match=match_id)
    return player


async def _back_at_table(
    sender: Sender, command: Any, command_id: str, newcomers: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Log a player's return to a table; return the events.

    Raises LineUpRefused if the player has watched the open room and would sit in the closed one.
    Even then the server records that the player has watched.
    """
    happened = await to_match(sender, command, command_id, newcomers)
    for event in happened:
        if isinstance(event, ev.OpenRoomWatched):
            raise LineUpRefused(HAS_WATCHED, "player", player=command.player, game=event.game)
    return happened


def _leaves(fields: Fields) -> Mapping[str, object]:
    return {name: fields.get(name, "") for name in ("player", "reason")}


def _returns(fields: Fields) -> Mapping[str, object]:
    """Return the fields of an order that logs a player's return, from the fields of its form.

    The form logs both leaving and returning. `watched` is true if its box is ticked.
    """
    return {"player": fields.get("player", ""), "watched": "watched" in fields}


_order = partial(order, alone=True, without=("room",), player=(Name, ...))
LEAVING = _order(
    "leaving",
    cmd.LogLeaving,
    to_play,
    make=_of_sitting(cmd.LogLeaving),
    read=_leaves,
    reason=(Reason, ...),  # after the player, as on the form
)
RETURNING = _order(
    "returning", cmd.LogReturn, _back_at_table, make=_of_sitting(cmd.LogReturn), read=_returns
)
_single = partial(SingleOrder, page=f"{MATCH_PAGE}/presence", action=Action.LOG_PRESENCE)
PRESENCE = (_single(LEAVING, f"{TABLE_API}/leaving"), _single(RETURNING, f"{TABLE_API}/return"))


Standing = Annotated[
    BoardId | Literal[""], Query(description="The board seen at the table, empty for none.")
]
router = APIRouter(prefix="/api/t/{tournament}/matches/{number}", tags=["operator"])


@router.get("/tables/{room}", dependencies=[Depends(needs(Action.SEE_TABLE))])
async def table(match_id: MatchIdDep, room: Room, hall: HallDep) -> TableOut:
    """Return one room's table, for players and staff of that room.

    It reveals nothing of the other room.
    """
    return table_out(hall.match(match_id), room, hall.now())


for _each in TABLE_BOARDS:
    if _each.api:
        add_single_route(router, _each)


@router.delete("/tables/{room}/board", status_code=204)
async def take_board_off(
    match_id: MatchIdDep,
    room: Room,
    visitor: SeatingBoards,
    command_id: CommandIdDep,
    hall: HallDep,
    was: Standing = "",
) -> None:
    """Take the board off a room's table. The board stays connected, but serves no table.

    `was` is the id of the board that the sender saw at the table. The order is refused if another
    board is at the table by now.
    """
    body = TAKE_BOARD.read_form({"room": room.value, "was": was})
    await TAKE_BOARD.give(Sender(hall, visitor, match_id=match_id), body, command_id)


@router.get("/tables/{room}/recording", dependencies=[Depends(needs(Action.SEAT_BOARD))])
async def recording(match_id: MatchIdDep, room: Room, hall: HallDep) -> RecordingOut:
    """Return whether a room's table records positions, and whether this can still be changed."""
    return recording_out(hall.match(match_id).record, room)


for _each in PRESENCE:
    add_single_route(router, _each)


@router.get("/results")
async def results(
    match_id: MatchIdDep,
    visitor: Annotated[Visitor, Depends(needs(Action.CONFIRM, place_follows=True))],
    hall: HallDep,
) -> list[StandingOut]:
    """List the results that the visitor may see.

    Requests that confirm a result, or sign the match protocol, send these results back.
    """
    return match_results.results_seen(hall, match_id, visitor)


@router.post("/results")
async def confirm(
    match_id: MatchIdDep,
    given: ConfirmationIn,
    visitor: Annotated[Visitor, Depends(needs(Action.CONFIRM, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Confirm a room's result. The account that entered the result cannot confirm it."""
    return await match_results.confirm(hall, match_id, given, visitor, command_id)


@router.post("/sheet")
async def enter_sheet(
    match_id: MatchIdDep,
    sheet: SheetIn,
    visitor: Annotated[Visitor, Depends(needs(Action.ENTER_SHEET, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Enter results that were kept by hand, in the order of their games.

    If one of them is refused, none is entered.
    """
    return await match_results.enter_sheet(hall, match_id, sheet, visitor, command_id)


@router.post("/sheet/confirmation")
async def confirm_sheet(
    match_id: MatchIdDep,
    sheet: SheetConfirmationIn,
    visitor: Annotated[Visitor, Depends(needs(Action.CONFIRM, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Confirm several results. If one cannot be confirmed, none is."""
    return await match_results.confirm_sheet(hall, match_id, sheet, visitor, command_id)


@router.post("/results/by-hand")
async def enter_result(
    match_id: MatchIdDep,
    kept: HandResultIn,
    visitor: Annotated[Visitor, Depends(needs(Action.ENTER_RESULT, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Enter a result that was kept by hand, of a game that no board has begun."""
    return await match_results.enter_result(hall, match_id, kept, visitor, command_id)
