"""A live hub behind a real server on loopback, and people who follow it."""

import asyncio
import contextlib
import functools
import json
import socket
from collections.abc import AsyncIterator, Sequence
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.known_games import GAMES
from server.live.hub import LiveHub
from server.web.edge.connections import DirectSocket
from server.web.match_page.parts import page_fragments
from tests.support.ids import NAMES
from tests.support.public_pages import public_app
from tests.support.rooms import Rooms, Temper, scheduled, started
from tests.support.stored import stored


def whole_match(seed: int = 1, game: Game = BACKGAMMON, **changes: Any) -> list[ev.Event]:
    """Every event of a match played at random, from its scheduling to its close."""
    scheduling = scheduled(game_name=game.name, **changes)
    return [scheduling, started(), *_played(seed, game.name, tuple(changes.items()))]


@functools.cache
def _played(seed: int, game: str, changes: tuple[tuple[str, Any], ...]) -> tuple[ev.Event, ...]:
    rooms = Rooms.seated(GAMES[game], seed, Temper(), **dict(changes))
    rooms.play_to_the_end()
    return tuple(rooms.history)


def hub_of(*events: ev.Event) -> LiveHub:
    """A hub that has heard these events of match 1."""
    hub = LiveHub(GAMES, page_fragments, names_of=lambda _: NAMES)
    hub.receive(stored(1, events))
    return hub


class _Server(uvicorn.Server):
    """A server one can wait for."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()


@contextlib.asynccontextmanager
async def on_loopback(app: ASGIApp, port: int = 0, **settings: Any) -> AsyncIterator[int]:
    """The application behind a real server; its port, any free one unless told."""
    config = uvicorn.Config(
        app,
        port=port,
        log_config=None,
        ws=DirectSocket,
        ws_per_message_deflate=False,
        **{"timeout_graceful_shutdown": 5, **settings},
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve())
    await server.up.wait()
    try:
        yield int(server.servers[0].sockets[0].getsockname()[1])
    finally:
        server.should_exit = True
        await serving


@contextlib.asynccontextmanager
async def feed_of(hub: LiveHub) -> AsyncIterator[str]:
    """The address of match 1's feed while a server gives it out."""
    app = public_app(hub)
    async with on_loopback(app) as port:
        yield f"ws://127.0.0.1:{port}/t/club/matches/1/live"


async def tell_slowly(hub: LiveHub, events: Sequence[ev.Event]) -> None:
    """Tell the hub one event at a time, with passes of the loop between them."""
    for event in events:
        hub.receive(stored(1, (event,)))
        for _ in range(5):
            await asyncio.sleep(0)


def read(frame: str | bytes) -> dict[str, Any]:
    """A frame as values."""
    values = json.loads(frame)
    assert isinstance(values, dict)
    return values
