"""The websockets of the pages in the hall, which send changed parts and the order of the tiles.

A websocket frame is sent only if something on this visitor's page is different. So no frame reveals
when something happened that the visitor may not see. Changes that follow one another closely are
one frame.
"""

import asyncio
import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from rules.room import Room
from server.access import Action, Visitor
from server.matches.deferred_work import rooms_woken
from server.values.stored_events import StoredEvent, Subscriber
from server.views.hall.values import ConsoleDesk
from server.views.match.values import rooms_of
from server.web.edge.authorization import SeeingConsole, needs, visitor_of
from server.web.edge.command_ids import form_key_of, no_form_key
from server.web.edge.connections import ConnectionLimit
from server.web.edge.public_services import LiveHubDep, MatchIdDep, package_service
from server.web.edge.services import services_of
from server.web.hall.parts import ConsoleParts, LiveParts
from server.web.shell.lists import PageNumber
from server.web.shell.shell import ShellDep
from server.words.translation import Words


class Pulse(Subscriber):
    """Wakes the websockets of pages when something has happened that their visitors may learn of.

    An event in a room that the visitor may not see does not wake the visitor's websocket: the time
    of a websocket frame would reveal the event.
    """

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Collection[Room]] = {}

    name = "live console pages"

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Wake the websockets of rooms that may learn of new events of a match, or of a note.

        An event of a team wakes the websockets of all rooms.
        """
        notified = rooms_woken(stored)
        if notified is None:
            self.names_changed()
            return
        for future, rooms in list(self._waiting.items()):
            if not notified.isdisjoint(rooms or Room) and not future.done():
                future.set_result(None)

    def boards_changed(self) -> None:
        """Wake the pages that show both rooms: a board, a port or the disk fails or works again."""
        for future, rooms in list(self._waiting.items()):
            if len(rooms) == len(Room) and not future.done():
                future.set_result(None)

    def names_changed(self) -> None:
        """Wake all websockets, after somebody's name has changed or two persons were merged."""
        for future in list(self._waiting):
            if not future.done():
                future.set_result(None)

    async def next(self, rooms: Collection[Room], patience: float) -> None:
        """Wait for an event that concerns these rooms, for at most `patience` seconds.

        If `rooms` is empty, an event of any room ends the wait.
        """
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[future] = rooms
        try:
            await asyncio.wait_for(future, patience)
        except TimeoutError:
            return
        finally:
            del self._waiting[future]


@dataclass(frozen=True, slots=True)
class ConsoleServices:
    """The services behind the hall's pages.

    `desk` has everything that the pages show, and `pulse` wakes their websockets.
    """

    desk: ConsoleDesk
    pulse: Pulse

    @classmethod
    def over(cls, desk: ConsoleDesk, connections: ConnectionLimit | None) -> "ConsoleServices":
        """Return the services for the pages of the hall that `desk` shows.

        Every change in that hall wakes the pages' websockets. `connections` are the server's
        connections, or None if they are not limited.
        """
        services = cls(desk, Pulse())
        if connections is not None:
            connections.listeners.append(services.pulse.boards_changed)
        desk.hall.subscriptions.add(services.pulse)
        desk.hall.subscriptions.changed.append(services.pulse.boards_changed)
        desk.hall.persons.listeners.append(services.pulse.names_changed)
        desk.hall.seating.listeners.append(services.pulse.boards_changed)
        desk.hall.boards.alarms.listeners.append(services.pulse.boards_changed)
        desk.hall.storage.listeners.append(services.pulse.boards_changed)
        desk.hall.backup.listeners.append(services.pulse.boards_changed)
        if desk.sleep is not None:
            desk.sleep.listeners.append(services.pulse.boards_changed)
        return services


ConsoleServicesDep = Annotated[ConsoleServices, Depends(package_service(ConsoleServices))]


async def _desk(services: ConsoleServicesDep) -> ConsoleDesk:
    return services.desk


ConsoleDeskDep = Annotated[ConsoleDesk, Depends(_desk)]


async def _parts(connection: HTTPConnection, desk: ConsoleDeskDep, hub: LiveHubDep) -> ConsoleParts:
    form_key = form_key_of(connection) if connection.scope["type"] == "http" else no_form_key
    return ConsoleParts(desk, hub, form_key, services_of(connection).connections)


async def _pulse(services: ConsoleServicesDep) -> Pulse:
    return services.pulse


ConsolePartsDep = Annotated[ConsoleParts, Depends(_parts)]
PulseDep = Annotated[Pulse, Depends(_pulse)]


AT_MOST_EVERY = 0.2
"""Shortest time in seconds between two websocket frames to a page."""
LOOK_EVERY = 10.0
"""Seconds after which a page is rendered again even without an event (our choice).

Clocks run, and boards can fall silent.
"""
SIGNED_OUT = 1008
"""The close code after the visitor's session has ended (RFC 6455, 7.4.1: policy violation)."""

Parts = Callable[[Words], LiveParts]


@dataclass(frozen=True, slots=True)
class ConsoleSocket:
    """The websocket of an open page, which sends the parts of the page that have changed."""

    socket: WebSocket
    visitor: Visitor
    words: Words
    pulse: Pulse

    async def serve(self, parts: Parts) -> None:
        """Send websocket frames until the client disconnects, sends something or is signed out.

        `parts` is called with the texts of a language, and makes the parts of the page as they are
        now, in that language. If the first call raises an error, for example for an unknown match,
        the websocket is refused.
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
    visitor: SeeingConsole,
    socket: ConsoleSocketDep,
    parts: ConsolePartsDep,
    needy: Annotated[bool, Query()] = False,
    page: PageNumber = 1,
) -> None:
    """Keep the tiles on a page of the hall up to date."""

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
    """Keep a match's page up to date."""
    await socket.serve(lambda words: parts.match(match_id, visitor, words))


@router.websocket("/room/live")
async def room(
    visitor: AtTable, socket: ConsoleSocketDep, parts: ConsolePartsDep, page: PageNumber = 1
) -> None:
    """Keep the page of a room's tables up to date, for the room's clerk."""
    await socket.serve(lambda words: parts.tables(visitor, words, page))


@router.websocket("/seat/live")
async def seat(visitor: AtTable, socket: ConsoleSocketDep, parts: ConsolePartsDep) -> None:
    """Keep the page of a player's own table up to date."""
    await socket.serve(lambda words: parts.tables(visitor, words))


@router.websocket("/captain/live")
async def captain(
    visitor: Annotated[Visitor, Depends(needs(Action.SEE_LINE_UP, place_follows=True))],
    socket: ConsoleSocketDep,
    parts: ConsolePartsDep,
) -> None:
    """Keep the page of a captain's match up to date."""
    await socket.serve(lambda words: parts.team(visitor, words))


def _frame(now: LiveParts, sent: LiveParts | None) -> str:
    """Return the websocket frame that brings a page up to date.

    `sent` are the parts that were last sent, None if none were; `now` are the present ones.
    """
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
