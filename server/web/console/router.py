"""The console's pages and sockets, put together."""

from datetime import datetime

from fastapi import APIRouter, Depends

from server.console.desk import ConsoleDesk
from server.hall import Hall
from server.web.console.hall_pages import ConsolePages
from server.web.console.live_parts import ConsoleSockets, Pulse
from server.web.console.log_page import log_routes
from server.web.console.match_pages import OwnPages
from server.web.console.page_parts import ConsoleParts
from server.web.pages.shell import Shell


def console_routes(shell: Shell, hall: Hall) -> APIRouter:
    """Everything for those who run the hall, serve a room, captain a team or sit at a table."""
    desk, pulse = ConsoleDesk(hall, _local_now), Pulse()
    parts = ConsoleParts(desk)
    hall.listeners.append(pulse.happened)
    hall.boards.alarms.listeners.append(pulse.boards_changed)
    routes = APIRouter(dependencies=[Depends(desk.recall)])
    routes.include_router(ConsolePages(desk, parts, shell).routes())
    routes.include_router(log_routes(desk, shell))
    routes.include_router(OwnPages(desk, parts, shell).routes())
    routes.include_router(ConsoleSockets(parts, shell, pulse).routes())
    return routes


def _local_now() -> datetime:
    """The time in the zone of the hall, which is that of the machine in it."""
    return datetime.now().astimezone()
