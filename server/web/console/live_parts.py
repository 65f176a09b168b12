"""The sockets of the console's pages: the parts that have changed, and the order of the tiles.

A frame is sent only when something on this visitor's page is different, so that frames tell
nobody that something happened which he may not see. Changes that come close together are one frame.
"""

import asyncio
import json
from collections.abc import Callable, Collection, Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.websockets import WebSocket, WebSocketDisconnect

from rules import events as ev
from rules.room import Room
from server.access import Action, Visitor
from server.console.match_view import rooms_of
from server.console.since import rooms_hearing
from server.translation import Words
from server.web.console.page_parts import ConsoleParts, LiveParts
from server.web.edge.authorization import needs, visitor_of
from server.web.pages.paging import PageNumber
from server.web.pages.shell import Shell

AT_MOST_EVERY = 0.2
"""Seconds between two frames of a page."""
LOOK_EVERY = 10.0
"""Seconds after which a page is looked at again: times go on, and boards fall silent."""
SIGNED_OUT = 1008
"""The close code once the visitor's session has ended (RFC 6455, 7.4.1: policy violation)."""

Parts = Callable[[Words], LiveParts]


class Pulse:
    """Wakes whoever waits when something has happened that his rooms hear of.

    What happens in the other room wakes nobody, or the time of a frame would tell of it.
    """

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Collection[Room]] = {}

    def happened(self, _: int, events: Sequence[ev.Event]) -> None:
        """Hear of a match's new events."""
        told = {room for event in events for room in rooms_hearing(event)}
        for future, rooms in list(self._waiting.items()):
            if not told.isdisjoint(rooms or Room) and not future.done():
                future.set_result(None)

    def boards_changed(self) -> None:
        """Hear that something is wrong, or right again, with a board or port: nothing of a room."""
        for future, rooms in list(self._waiting.items()):
            if len(rooms) == len(Room) and not future.done():
                future.set_result(None)

    async def next(self, rooms: Collection[Room], patience: float) -> None:
        """Wait for the next thing these rooms hear of, at most so many seconds; no room: all."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[future] = rooms
        try:
            await asyncio.wait_for(future, patience)
        except TimeoutError:
            return
        finally:
            del self._waiting[future]


class ConsoleSockets:
    """The sockets' routes over the pages' parts."""

    def __init__(self, parts: ConsoleParts, shell: Shell, pulse: Pulse) -> None:
        self._parts, self._shell, self._pulse = parts, shell, pulse

    def routes(self) -> APIRouter:
        """A socket a live page, each under its page's address."""
        routes = APIRouter()
        routes.include_router(self._hall_routes())
        routes.include_router(self._own_routes())
        return routes

    def _hall_routes(self) -> APIRouter:
        routes, parts = APIRouter(), self._parts

        @routes.websocket("/hall/live")
        async def hall(
            socket: WebSocket,
            visitor: Annotated[Visitor, Depends(needs(Action.SEE_CONSOLE))],
            needy: Annotated[bool, Query()] = False,
            page: PageNumber = 1,
        ) -> None:
            def tiles(words: Words) -> LiveParts:
                shown = parts.hall_page(visitor, words, needy=needy, page=page)
                return parts.hall(visitor, words, shown)

            await self._serve(socket, visitor, tiles)

        @routes.websocket("/hall/matches/{number}/live")
        async def match(
            socket: WebSocket,
            number: int,
            visitor: Annotated[Visitor, Depends(needs(Action.SEE_BOTH_ROOMS))],
        ) -> None:
            await self._serve(socket, visitor, lambda w: parts.match(number, visitor, w))

        return routes

    def _own_routes(self) -> APIRouter:
        routes, parts = APIRouter(), self._parts
        own_table = needs(Action.SEE_TABLE, place_follows=True)

        @routes.websocket("/room/live")
        async def room(
            socket: WebSocket,
            visitor: Annotated[Visitor, Depends(own_table)],
            page: PageNumber = 1,
        ) -> None:
            await self._serve(socket, visitor, lambda w: parts.tables(visitor, w, page))

        @routes.websocket("/seat/live")
        async def seat(socket: WebSocket, visitor: Annotated[Visitor, Depends(own_table)]) -> None:
            await self._serve(socket, visitor, lambda w: parts.tables(visitor, w))

        @routes.websocket("/captain/live")
        async def captain(
            socket: WebSocket,
            visitor: Annotated[Visitor, Depends(needs(Action.SEE_LINE_UP, place_follows=True))],
        ) -> None:
            await self._serve(socket, visitor, lambda w: parts.team(visitor, w))

        return routes

    async def _serve(self, socket: WebSocket, visitor: Visitor, parts: Parts) -> None:
        """Tell until the client goes, talks or is signed out.

        What there are no parts of, such as an unknown match, is refused before anything is opened.
        """
        parts(self._shell.words(socket))
        await socket.accept()
        hearing = asyncio.create_task(_hear(socket))
        telling = asyncio.create_task(self._tell(socket, visitor, parts))
        try:
            await asyncio.wait((hearing, telling), return_when=asyncio.FIRST_COMPLETED)
        finally:
            hearing.cancel()
            telling.cancel()
            await asyncio.gather(hearing, telling, return_exceptions=True)

    async def _tell(self, socket: WebSocket, visitor: Visitor, parts: Parts) -> None:
        words, heard = self._shell.words(socket), rooms_of(visitor)
        told: LiveParts | None = None
        try:
            while visitor_of(socket) == visitor:
                now = parts(words)
                if now != told:
                    await socket.send_text(_frame(now, told))
                    told = now
                    await asyncio.sleep(AT_MOST_EVERY)
                else:
                    await self._pulse.next(heard, LOOK_EVERY)
            await socket.close(SIGNED_OUT, "signed out")
        except (WebSocketDisconnect, RuntimeError):
            return


async def _hear(socket: WebSocket) -> None:
    await socket.receive()


def _frame(now: LiveParts, told: LiveParts | None) -> str:
    """The frame that brings a page from what it was told to what it is now."""
    before = told.parts if told else {}
    changed = {part: html for part, html in now.parts.items() if before.get(part) != html}
    frame = {"last": 0, "parts": changed, "order": now.order, "stage": now.stage}
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
