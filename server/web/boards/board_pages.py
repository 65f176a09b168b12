"""The page of the hall's boards: a key given and shown once, replaced, taken away."""

import asyncio
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from pydantic import TypeAdapter, ValidationError
from starlette.responses import RedirectResponse, Response

from server.access import Action
from server.console.link_lines import link_lines
from server.hall import Hall
from server.store.accounts_db.board_keys import BoardRegistered, BoardUnknown
from server.translation import N_
from server.web.edge.authorization import needs
from server.web.edge.form_fields import Text
from server.web.pages.form_errors import invalid
from server.web.pages.secret_shown import secret_page
from server.web.pages.shell import Shell
from server.web.schemas.boards import boards_out
from server.web.schemas.fields import BoardId, Remark

_BOARD_ID: TypeAdapter[str] = TypeAdapter(BoardId)
_LABEL: TypeAdapter[str] = TypeAdapter(Remark)
_HAS_A_KEY = N_("Board %(board)s has a key already: remove it first, or give this board another id")
_HAS_NO_KEY = N_("Board %(board)s has no key: choose one from the list")
_ALLOWED = N_("board_id: %(value)s; allowed: 1 to 32 letters, digits, dots, dashes, underscores")


class BoardPages:
    """The routes /boards; boards themselves connect to the websocket of that path."""

    def __init__(self, shell: Shell, hall: Hall) -> None:
        self._shell, self._hall = shell, hall

    def routes(self) -> APIRouter:
        """All of them, for those who keep the boards."""
        needed = [Depends(needs(Action.KEEP_BOARDS))]
        routes = APIRouter(prefix="/boards", include_in_schema=False, dependencies=needed)
        routes.get("")(self.boards)
        routes.post("")(self.add)
        routes.post("/key")(self.replace)
        routes.post("/remove")(self.remove)
        routes.post("/alarms/dismissed")(self.dismiss)
        return routes

    async def boards(self, request: Request) -> Response:
        """The list."""
        return await self._page(request)

    async def add(self, request: Request, board_id: Text = "", label: Text = "") -> Response:
        """Give a board its key."""
        try:
            wanted = _BOARD_ID.validate_python(board_id.strip())
        except ValidationError:
            wrong = self._shell.words(request).gettext(_ALLOWED, value=repr(board_id[:40]))
            return await self._page(request, wrong, 422)
        try:
            said = _LABEL.validate_python(label)
            key = await self._hall.give_key(wanted, said)
        except ValidationError as error:
            wrong = invalid(error.errors()[0], self._shell.words(request))
            return await self._page(request, f"{label[:40]!r}: {wrong}", 422)
        except BoardRegistered as error:
            wrong = self._shell.words(request).gettext(_HAS_A_KEY, board=error.board_id)
            return await self._page(request, wrong, 409)
        return self._shown(request, wanted, key)

    async def replace(self, request: Request, board_id: Annotated[str, Form()]) -> Response:
        """Give a board another key."""
        try:
            key = await self._hall.replace_key(board_id)
        except BoardUnknown as error:
            return await self._unknown(request, error)
        return self._shown(request, board_id, key)

    async def remove(self, request: Request, board_id: Annotated[str, Form()]) -> Response:
        """Take a board's key away."""
        try:
            await self._hall.revoke_key(board_id)
        except BoardUnknown as error:
            return await self._unknown(request, error)
        return RedirectResponse("/boards", 303)

    async def dismiss(self, alarm: Annotated[int, Form()]) -> Response:
        """Show an alarm no more while it goes on; one that has ended meanwhile is gone as well."""
        self._hall.boards.alarms.dismiss(alarm)
        return RedirectResponse("/boards", 303)

    async def _unknown(self, request: Request, error: BoardUnknown) -> Response:
        wrong = self._shell.words(request).gettext(_HAS_NO_KEY, board=error.board_id)
        return await self._page(request, wrong, 404)

    async def _page(self, request: Request, error: str = "", status: int = 200) -> Response:
        known = await asyncio.to_thread(self._hall.board_keys.list)
        good = {board.board_id: board.label for board in known if board.revoked_at is None}
        words = self._shell.words(request)
        return self._shell.page(
            request,
            "boards.html",
            status=status,
            error=error,
            boards=boards_out(self._hall, good, words),
            lines=link_lines(self._hall.boards, words, datetime.now().astimezone()),
            good=good,
        )

    def _shown(self, request: Request, board_id: str, key: bytes) -> Response:
        about = N_("Type or scan this key into board %(board)s; it proves itself with it.")
        return secret_page(
            self._shell,
            request,
            heading=N_("A board's key"),
            about=self._shell.words(request).gettext(about, board=board_id),
            secret=key.hex(),
            back="/boards",
        )
