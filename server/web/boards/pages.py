"""The page of the hall's boards, which gives, replaces and revokes their keys."""

import asyncio
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from pydantic import TypeAdapter, ValidationError
from starlette.responses import RedirectResponse, Response

from rules.commands import GiveBoardKey, ReplaceBoardKey, RevokeBoardKey
from rules.text import N_
from server.access import Action
from server.boards.table_board import LOW_BATTERY
from server.hall import Hall
from server.people.accounts_process import SecretShownBefore
from server.store.accounts_db.board_keys import BoardRegistered, BoardUnknown
from server.views.hall.alarms import link_lines
from server.web.boards.orders import SWAP_BOARD, Keeper, boards_out
from server.web.edge.authorization import SeatingBoards, needs, visitor_of
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import Text
from server.web.edge.services import HallDep
from server.web.orders.fields import BoardId, Remark
from server.web.orders.order_list import Sender
from server.web.shell.form_errors import REFUSALS, invalid, refused
from server.web.shell.secret_shown import SHOWN_BEFORE, secret_page
from server.web.shell.shell import Shell, ShellDep

_BOARD_ID: TypeAdapter[str] = TypeAdapter(BoardId)
_LABEL: TypeAdapter[str] = TypeAdapter(Remark)
_HAS_A_KEY = N_("Board %(board)s has a key already: remove it first, or give this board another id")
_HAS_NO_KEY = N_("Board %(board)s has no key: choose one from the list")
_ALLOWED = N_("board_id: %(value)s; allowed: 1 to 32 letters, digits, dots, dashes, underscores")


router = APIRouter(
    prefix="/boards", include_in_schema=False, dependencies=[Depends(needs(Action.KEEP_BOARDS))]
)
"""The router of the page; boards themselves connect to a websocket at the same path."""


@router.get("")
async def boards(request: Request, shell: ShellDep, hall: HallDep) -> Response:
    """Show the page of boards."""
    return await _page(request, shell, hall)


@router.post("")
async def add(
    request: Request,
    visitor: Keeper,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    board_id: Text = "",
    label: Text = "",
) -> Response:
    """Give a board its first key, and show the key once."""
    words = shell.words(request)
    try:
        new_id = _BOARD_ID.validate_python(board_id.strip())
    except ValidationError:
        wrong = words.gettext(_ALLOWED, value=repr(board_id[:40]))
        return await _page(request, shell, hall, wrong, 422)
    try:
        command = GiveBoardKey(board_id=new_id, label=_LABEL.validate_python(label))
        answer = await hall.commands.to_board_keys(command, visitor, command_id)
    except ValidationError as error:
        wrong = f"{label[:40]!r}: {invalid(error.errors()[0], words)}"
        return await _page(request, shell, hall, wrong, 422)
    except SecretShownBefore:
        return await _page(request, shell, hall, words.gettext(SHOWN_BEFORE), 409)
    except BoardRegistered as error:
        wrong = words.gettext(_HAS_A_KEY, board=error.board_id)
        return await _page(request, shell, hall, wrong, 409)
    return _shown(request, shell, new_id, answer.secret)


@router.post("/key")
async def replace(
    request: Request,
    visitor: Keeper,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    board_id: Annotated[str, Form()],
) -> Response:
    """Give a board a new key, and show it once."""
    try:
        answer = await hall.commands.to_board_keys(
            ReplaceBoardKey(board_id=board_id), visitor, command_id
        )
    except SecretShownBefore:
        wrong = shell.words(request).gettext(SHOWN_BEFORE)
        return await _page(request, shell, hall, wrong, 409)
    except BoardUnknown as error:
        return await _unknown(request, shell, hall, error)
    return _shown(request, shell, board_id, answer.secret)


@router.post("/remove")
async def remove(
    request: Request,
    visitor: Keeper,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    board_id: Annotated[str, Form()],
) -> Response:
    """Revoke a board's key."""
    try:
        await hall.commands.to_board_keys(RevokeBoardKey(board_id=board_id), visitor, command_id)
    except BoardUnknown as error:
        return await _unknown(request, shell, hall, error)
    return RedirectResponse("/boards", 303)


@router.post("/swap")
async def swap_board(
    request: Request,
    visitor: SeatingBoards,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    board_id: Text = "",
    takes_over: Text = "",
) -> Response:
    """Let a free board take over the table of a failed board."""
    words = shell.words(request)
    try:
        body = SWAP_BOARD.read_form({"takes_over": takes_over})
        await SWAP_BOARD.give(Sender(hall, visitor, board_id=board_id), body, command_id)
    except REFUSALS as error:
        fields = {"board_id": board_id, "takes_over": takes_over}
        why = refused("swap", fields, error, words, hall.names(words.code))
        return await _page(request, shell, hall, " ".join(why.texts.values()), why.page_status)
    return RedirectResponse("/boards", 303)


@router.post("/alarms/dismissed")
async def dismiss(hall: HallDep, alarm: Annotated[int, Form()]) -> Response:
    """Hide an alarm while it lasts. Does nothing if the alarm has already ended."""
    hall.boards.alarms.dismiss(alarm)
    return RedirectResponse("/boards", 303)


async def _unknown(request: Request, shell: Shell, hall: Hall, error: BoardUnknown) -> Response:
    wrong = shell.words(request).gettext(_HAS_NO_KEY, board=error.board_id)
    return await _page(request, shell, hall, wrong, 404)


async def _page(
    request: Request, shell: Shell, hall: Hall, error: str = "", status: int = 200
) -> Response:
    known = await asyncio.to_thread(hall.board_keys.list)
    good = {board.board_id: board.label for board in known if board.revoked_at is None}
    words, names = shell.words(request), hall.names()
    addresses = [
        names.match(match_id) for match_id, process in hall.matches.items() if process.record.boards
    ]
    return shell.page(
        request,
        "boards/boards.html",
        status=status,
        error=error,
        boards=boards_out(hall, good, words, visitor_of(request)),
        lines=link_lines(hall.boards, words, datetime.now().astimezone()),
        good=good,
        low_battery=LOW_BATTERY,
        free=hall.free_boards(),
        in_play={names.match(each) for each in hall.registry.in_play()},
        addresses={str(address): address for address in addresses},
    )


def _shown(request: Request, shell: Shell, board_id: str, key: str) -> Response:
    about = N_("Type or scan this key into board %(board)s; the board identifies itself with it.")
    return secret_page(
        shell,
        request,
        heading=N_("A board's key"),
        about=shell.words(request).gettext(about, board=board_id),
        secret=key,
        back="/boards",
    )
