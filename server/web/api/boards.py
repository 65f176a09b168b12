"""The hall's boards over the API: their keys, and what is wrong with them and their ports."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends

from rules.commands import GiveBoardKey, ReplaceBoardKey, RevokeBoardKey
from rules.errors import MatchRefused
from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep
from server.web.requests.boards import swap
from server.web.schemas.boards import (
    BoardIn,
    BoardKeyOut,
    BoardOut,
    LinkAlarmOut,
    SwapIn,
    boards_out,
    link_alarms_out,
)
from server.web.schemas.fields import BoardId
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import words_for

router = APIRouter(prefix="/api/boards", tags=["operator"])
_SEEING = [Depends(needs(Action.SEE_BOARDS))]
Keeper = Annotated[Visitor, Depends(needs(Action.KEEP_BOARDS))]
_KEEPING = [Depends(needs(Action.KEEP_BOARDS))]


@router.get("")
async def boards(
    hall: HallDep, visitor: Annotated[Visitor, Depends(needs(Action.SEE_BOARDS))]
) -> list[BoardOut]:
    """Every board that has a key, a table or a link."""
    known = await asyncio.to_thread(hall.board_keys.list)
    labels = {board.board_id: board.label for board in known if board.revoked_at is None}
    return boards_out(hall, labels, words_for(SOURCE_LANGUAGE), visitor)


@router.get("/alarms", dependencies=_SEEING)
async def alarms(hall: HallDep) -> list[LinkAlarmOut]:
    """What is wrong with ports and with boards that are not let in, the oldest first."""
    return link_alarms_out(hall, words_for(SOURCE_LANGUAGE))


@router.delete("/alarms/{number}", status_code=204, dependencies=_KEEPING)
async def dismiss_alarm(number: int, hall: HallDep) -> None:
    """Show such an alarm no more while it goes on; 404 where there is none."""
    if not hall.boards.alarms.dismiss(number):
        raise MatchRefused("number", number, "the number of an alarm that is listed")


@router.post("", status_code=201)
async def add_board(
    board: BoardIn, visitor: Keeper, command_id: CommandIdDep, hall: HallDep
) -> BoardKeyOut:
    """Give a board its key; it is shown this once."""
    command = GiveBoardKey(board_id=board.board_id, label=board.label)
    answer = await hall.commands.to_board_keys(command, visitor, command_id)
    return BoardKeyOut(board_id=board.board_id, key=answer.secret)


@router.post("/{board_id}/key", status_code=201)
async def replace_key(
    board_id: BoardId, visitor: Keeper, command_id: CommandIdDep, hall: HallDep
) -> BoardKeyOut:
    """Give a board a new key, shown this once; the old one is good no more."""
    answer = await hall.commands.to_board_keys(
        ReplaceBoardKey(board_id=board_id), visitor, command_id
    )
    return BoardKeyOut(board_id=board_id, key=answer.secret)


@router.post("/{board_id}/swap", status_code=204)
async def swap_board(
    board_id: BoardId,
    order: SwapIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SEAT_BOARD))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> None:
    """Let a free board take over the table of one that has failed, also within a game."""
    await swap(hall, board_id, order, visitor, command_id)


@router.delete("/{board_id}", status_code=204)
async def remove_board(
    board_id: BoardId, visitor: Keeper, command_id: CommandIdDep, hall: HallDep
) -> None:
    """Take a board's key away and hang up on it."""
    await hall.commands.to_board_keys(RevokeBoardKey(board_id=board_id), visitor, command_id)
