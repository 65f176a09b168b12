"""The sockets of the console's pages: the parts that have changed, and the order of the tiles.

A frame is sent only when something on this visitor's page is different, so that frames tell
nobody that something happened which he may not see. Changes that come close together are one frame.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.websockets import WebSocket, WebSocketDisconnect

from server.access import Action, Visitor
from server.console.match_view import rooms_of
from server.web.console.page_parts import LiveParts
from server.web.console.pulse import Pulse
from server.web.console.services import ConsolePartsDep, PulseDep
from server.web.edge.authorization import needs, visitor_of
from server.web.edge.services import MatchIdDep
from server.web.pages.paging import PageNumber
from server.web.pages.shell import ShellDep
from server.words.translation import Words

AT_MOST_EVERY = 0.2
"""Seconds between two frames of a page."""
LOOK_EVERY = 10.0
"""Seconds after which a page is looked at again: times go on, and boards fall silent."""
SIGNED_OUT = 1008
"""The close code once the visitor's session has ended (RFC 6455, 7.4.1: policy violation)."""

Parts = Callable[[Words], LiveParts]


@dataclass(frozen=True, slots=True)
class ConsoleSocket:
    """A page's socket: the pages' parts, in the visitor's words, sent when they have changed."""

    socket: WebSocket
    visitor: Visitor
    words: Words
    pulse: Pulse

    async def serve(self, parts: Parts) -> None:
        """Tell until the client goes, talks or is signed out.

        What there are no parts of, such as an unknown match, is refused before anything is opened.
        """
        parts(self.words)
        await self.socket.accept()
        hearing = asyncio.create_task(self._hear())
        telling = asyncio.create_task(self._tell(parts))
        try:
            await asyncio.wait((hearing, telling), return_when=asyncio.FIRST_COMPLETED)
        finally:
            hearing.cancel()
            telling.cancel()
            await asyncio.gather(hearing, telling, return_exceptions=True)

    async def _hear(self) -> None:
        await self.socket.receive()

    async def _tell(self, parts: Parts) -> None:
        rooms = rooms_of(self.visitor)
        sent: LiveParts | None = None
        try:
            while visitor_of(self.socket) == self.visitor:
                now = parts(self.words)
                if now != sent:
                    await self.socket.send_text(_frame(now, sent))
                    sent = now
                    await asyncio.sleep(AT_MOST_EVERY)
                else:
                    await self.pulse.next(rooms, LOOK_EVERY)
            await self.socket.close(SIGNED_OUT, "signed out")
        except (WebSocketDisconnect, RuntimeError):
            return


async def _console_socket(socket: WebSocket, shell: ShellDep, pulse: PulseDep) -> ConsoleSocket:
    return ConsoleSocket(socket, visitor_of(socket), shell.words(socket), pulse)


ConsoleSocketDep = Annotated[ConsoleSocket, Depends(_console_socket)]
AtTable = Annotated[Visitor, Depends(needs(Action.SEE_TABLE, place_follows=True))]

router = APIRouter()


@router.websocket("/hall/live")
async def hall(
    visitor: Annotated[Visitor, Depends(needs(Action.SEE_CONSOLE))],
    socket: ConsoleSocketDep,
    parts: ConsolePartsDep,
    needy: Annotated[bool, Query()] = False,
    page: PageNumber = 1,
) -> None:
    """The tiles of a page of the hall."""

    def tiles(words: Words) -> LiveParts:
        shown = parts.hall_page(visitor, words, needy=needy, page=page)
        return parts.hall(visitor, words, shown)

    await socket.serve(tiles)


@router.websocket("/hall/t/{tournament}/matches/{number}/live")
async def match(
    match_id: MatchIdDep,
    visitor: Annotated[Visitor, Depends(needs(Action.SEE_BOTH_ROOMS, to_players=True))],
    socket: ConsoleSocketDep,
    parts: ConsolePartsDep,
) -> None:
    """A match's page."""
    await socket.serve(lambda words: parts.match(match_id, visitor, words))


@router.websocket("/room/live")
async def room(
    visitor: AtTable, socket: ConsoleSocketDep, parts: ConsolePartsDep, page: PageNumber = 1
) -> None:
    """The tables of a room, for its clerk."""
    await socket.serve(lambda words: parts.tables(visitor, words, page))


@router.websocket("/seat/live")
async def seat(visitor: AtTable, socket: ConsoleSocketDep, parts: ConsolePartsDep) -> None:
    """A player's own table."""
    await socket.serve(lambda words: parts.tables(visitor, words))


@router.websocket("/captain/live")
async def captain(
    visitor: Annotated[Visitor, Depends(needs(Action.SEE_LINE_UP, place_follows=True))],
    socket: ConsoleSocketDep,
    parts: ConsolePartsDep,
) -> None:
    """A captain's match."""
    await socket.serve(lambda words: parts.team(visitor, words))


def _frame(now: LiveParts, sent: LiveParts | None) -> str:
    """The frame that brings a page from what it was sent to what it is now."""
    before = sent.parts if sent else {}
    changed = {part: html for part, html in now.parts.items() if before.get(part) != html}
    frame = {
        "last": 0,
        "parts": changed,
        "order": now.order,
        "stage": now.stage,
        "hidden": now.hidden,
    }
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
