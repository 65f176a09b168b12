"""The page of the house's boards: a key given and shown once, replaced, taken away."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from pydantic import TypeAdapter, ValidationError
from starlette.responses import RedirectResponse, Response

from server.access import Action
from server.relay.hall import Hall
from server.store.board_keys import BoardRegistered, BoardUnknown
from server.web.answers import boards_out
from server.web.gate import needs
from server.web.requests import BoardId
from server.web.secret_shown import secret_page
from server.web.shell import Shell
from server.web.sign_in import Text
from server.web.words import N_

_BOARD_ID: TypeAdapter[str] = TypeAdapter(BoardId)
_ALLOWED = N_("board_id: %(value)s; allowed: 1 to 32 letters, digits, dots, dashes, underscores")


def board_pages(shell: Shell, hall: Hall) -> APIRouter:
    """The routes /boards; boards themselves connect to the websocket of that path."""
    routes = APIRouter(
        prefix="/boards",
        include_in_schema=False,
        dependencies=[Depends(needs(Action.KEEP_BOARDS))],
    )

    async def page(request: Request, error: str = "", status: int = 200) -> Response:
        known = await asyncio.to_thread(hall.board_keys.list)
        good = {board.board_id: board.label for board in known if board.revoked_at is None}
        boards = boards_out(hall, good)
        return shell.page(
            request, "boards.html", status=status, error=error, boards=boards, good=good
        )

    def shown(request: Request, board_id: str, key: bytes) -> Response:
        about = N_("Type or scan this key into board %(board)s; it proves itself with it.")
        return secret_page(
            shell,
            request,
            heading=N_("A board's key"),
            about=shell.words(request).gettext(about, board=board_id),
            secret=key.hex(),
            back="/boards",
        )

    @routes.get("")
    async def boards(request: Request) -> Response:
        return await page(request)

    @routes.post("")
    async def add(request: Request, board_id: Text = "", label: Text = "") -> Response:
        try:
            wanted = _BOARD_ID.validate_python(board_id.strip())
        except ValidationError:
            wrong = shell.words(request).gettext(_ALLOWED, value=repr(board_id[:40]))
            return await page(request, wrong, 422)
        try:
            key = await asyncio.to_thread(hall.board_keys.add, wanted, label.strip()[:80])
        except BoardRegistered as error:
            return await page(request, str(error), 409)
        return shown(request, wanted, key)

    @routes.post("/key")
    async def replace(request: Request, board_id: Annotated[str, Form()]) -> Response:
        try:
            key = await hall.replace_key(board_id)
        except BoardUnknown as error:
            return await page(request, str(error), 404)
        return shown(request, board_id, key)

    @routes.post("/remove")
    async def remove(request: Request, board_id: Annotated[str, Form()]) -> Response:
        try:
            await hall.revoke_key(board_id)
        except BoardUnknown as error:
            return await page(request, str(error), 404)
        return RedirectResponse("/boards", 303)

    return routes
