"""The composition root: what is made once, in which order, and how it ends."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime

from fastapi import FastAPI
from fastapi_offline import FastAPIOffline

from server.live.hub import LiveHub
from server.relay.hall import GAMES, Hall
from server.relay.ports import Ports
from server.settings import Settings
from server.store.board_keys import BoardKeys
from server.store.house_file import HouseFile
from server.store.sqlite_log import SqliteEventLog
from server.web.api import operator_api
from server.web.board_socket import board_socket
from server.web.forms import form_routes
from server.web.live_socket import live_routes
from server.web.match_files import match_file_routes
from server.web.page_fragments import page_fragments
from server.web.refusals import add_refusals
from server.web.spectator import spectator_pages


def _utc_now() -> datetime:
    return datetime.now(UTC)


@contextlib.asynccontextmanager
async def running_hall(settings: Settings) -> AsyncIterator[tuple[Hall, LiveHub]]:
    """A hall with its records open and its ports watched, closed again at the end."""
    settings.data_folder.mkdir(parents=True, exist_ok=True)
    event_log = await SqliteEventLog.open(settings.log_file)
    try:
        house = await asyncio.to_thread(HouseFile.open, settings.house_file)
        hall, hub = Hall(event_log, BoardKeys(house), _utc_now), LiveHub(GAMES, page_fragments)
        hall.listeners.append(hub.happened)
        await hall.open()
        ports = asyncio.create_task(Ports(hall, settings.devices, settings.baud).watch())
        try:
            yield hall, hub
        finally:
            ports.cancel()
            await asyncio.gather(ports, return_exceptions=True)
            await hall.close()
            await asyncio.to_thread(house.close)
    finally:
        await event_log.close()


def create_app(hall: Hall, hub: LiveHub) -> FastAPI:
    """The web application over a running hall."""
    app = FastAPIOffline(
        title="Yalta",
        redoc_url=None,
        summary="Duplicate backgammon for teams: the same dice in both rooms.",
        description="Operator's API, the boards' socket, and the public's pages and feed.",
    )
    add_refusals(app)

    @app.get("/health", tags=["health"])
    async def health() -> dict[str, str]:
        """Answers while the server runs."""
        return {"status": "ok"}

    app.include_router(operator_api(hall))
    app.include_router(form_routes(hall))
    app.include_router(match_file_routes(hall))
    app.include_router(board_socket(hall))
    app.include_router(live_routes(hub))
    app.include_router(spectator_pages(hub))
    return app
