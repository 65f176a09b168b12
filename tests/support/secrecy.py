"""Two runs of the whole application, and all that a visitor gets of each: bodies, headers, frames.

A run is told its events step by step, as a relay's decisions would be; what a role then sees is
asked from every route the application has, so that a new route is asked too.
"""

import asyncio
import contextlib
import gzip
import json
import re
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from fastapi import FastAPI
from starlette.types import Message
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import BoardState
from board_drivers.transports.transport import PipeEnd, pipe
from board_drivers.wire.frames import Decoder, Flag
from rules import events as ev
from rules.duplicate.seed_dice import commitment
from rules.room import CANCELLED, Room
from server.access import Visitor, may_somewhere
from server.hall import Hall
from server.settings import ServerAddresses
from server.values.table_form import plain
from tests.server.live.following import on_loopback
from tests.support.clock import Clock
from tests.support.commands import (
    assign_board,
    happen,
    happen_in_tournament,
    register_team,
    schedule,
)
from tests.support.extra_walks import every_printable, extra_walks
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.plugged import on_line
from tests.support.rooms import SEED
from tests.support.routes import AuthorizedRoute, authorized_routes
from tests.support.served import NAME, Served, opened
from tests.support.stored import Listener

Step = tuple[ev.Event, ...]
Answer = tuple[int, list[tuple[str, str]], bytes]
CLOSED_BOARD = "BZ-2"
TOURNAMENT_PAGES = (
    "/t/club/live?page=standings&language=uk",
    "/t/club/live?page=overview&language=en",
)

_PARTS: dict[str, Sequence[object]] = {
    "tournament": ("club",),
    "number": (1,),
    "room": [room.value for room in Room],
    "game": (1, 2),
    "stage": (1,),
    "board_id": (CLOSED_BOARD,),
    "person": ("Nobody", person_id("Brook").text),
    "account_id": (1,),
    "session_id": (1,),
    "link_id": (1,),
    "announcement": (1,),
    "token": ("none",),
    "code": ("none",),
    "step": ("m1", "m3", "m40", "c2", "w2", "r9"),
    "item": (1, 4, 400),
    "seat_id": ("none",),
    "team": ("Compass", "Rudder"),
    "team:path": ("Compass", "Rudder"),
    "kind": ("standings", "protocol"),
    "order": ("disable",),
    "asked": ("none",),
    "name:path": ("match.js",),
    "rest:path": ("entries",),
    "name": ("match.js",),
}
"""What stands for each part of a path; a route with another part must be given one here."""
_ABSENT = "2"
"""A number that nothing has; what else is asked of it makes no difference."""

_FORMS = {
    "/t/{tournament}/forms/": [each.kind for each in every_printable() if not each.scope.of_match],
    "/matches/{number}/forms/": [each.kind for each in every_printable() if each.scope.of_match],
}
"""Every form there is, asked for as JSON, which has all that the other formats are written from."""

_QUERIES = {
    "/t/{tournament}/forms/{kind}.json": (f"player={person_id('Brook').text}",),
    "/t/{tournament}/matches/{number}/forms/{kind}.json": (f"player={person_id('Brook').text}",),
    "/t/{tournament}/forms.pdf": (
        "whole=true",
        "match=1",
        "form=standings&form=protocol&whole=true",
    ),
    "/t/{tournament}/matches/{number}/live.json": ("after=0", "after=3", "after=9999"),
    "/t/{tournament}/matches/{number}/live": (
        "after=0",
        "language=uk",
        "after=2&language=ru&announcements=true",
        "after=2&language=en&shown=0",
    ),
    "/": ("featured=club/1",),
    "/players": ("order=results", "order=name", "tournament=club&letter=B", "year=2008"),
    "/t/{tournament}/archive": ("team=Compass", f"person={person_id('Brook').text}"),
    "/t/{tournament}/schedule": ("team=Compass&round=1-1", "rounds=all&results=hidden"),
    "/tournaments": ("kind=knockout&year=2008",),
    "/search": ("q=compass", "q=Compass+-+Rudder", "q=club/1", "q=%D0%B1%D1%80%D1%83%D0%BA"),
    "/t/{tournament}/live": ("page=schedule&rounds=all", "page=standings&language=ru"),
    "/t/{tournament}/where": ("who=Brook",),
    "/screen": ("matches=club/1", "show=wall&tables=8&tournament=club", "show=match"),
    "/screen/address": ("show=match&match=club/1",),
}
_BODIES: dict[str, Any] = {
    "/api/t/{tournament}/matches/{number}/results": {
        "game": 1,
        "room": "closed",
        "side": "white",
        "result": plain(CANCELLED),
    },
    "/api/t/{tournament}/matches/{number}/signatures": {"team": "Rudder", "results": []},
}
"""What is written where a role may write something that has no effect yet; nothing elsewhere."""

PATIENCE, SILENCE = 30.0, 0.3
"""Seconds until a socket must have told something, and how long one is heard that tells nothing."""

_RESENDING = ("/boards",)
"""Sockets that send their first frame again, as time passes, until it is acknowledged."""

_FROM_CODE = ("/openapi.json", "/docs", "/docs/oauth2-redirect")
"""Asked by nobody: they are made of the routes as they are written, and of nothing in the hall."""
_LEAVING = ("/sign-out", "/api/session", "/api/account/devices", "/account/devices")
"""Asked by nobody: they would end the session that asks the rest."""
FORM_KEY = re.compile(rb'name="command_id" value="[^"]{22}"')


def addresses(path: str, absent: bool = True) -> list[str]:
    """Every address that is asked for a route's path, with and without the queries it knows."""
    found = _filled(path)
    if absent and "{number}" in path:
        found.append(_filled(path.replace("{number}", _ABSENT))[0])
    queries = next((each for each in _every_query() if path in each), {}).get(path, ())
    return found + [f"{each}?{query}" for each in found for query in queries]


def _every_query() -> Iterator[Mapping[str, Sequence[str]]]:
    yield _QUERIES
    yield from (walk.QUERIES for walk in extra_walks())


def _asked_of(route: AuthorizedRoute, visitor: Visitor, brief: bool) -> list[str]:
    """The addresses at which a visitor asks a route: one of those that his role is refused.

    In brief nothing that he is refused, nor what is not there.
    """
    every = addresses(route.path, absent=not brief)
    reached = all(may_somewhere(visitor, each.action) for each in route.asked)
    return every if reached else every[: 0 if brief else 1]


def _filled(path: str) -> list[str]:
    found = [path]
    while "{" in found[0]:
        part = found[0].partition("{")[2].partition("}")[0]
        values = _values(part, path)
        found = [each.replace(f"{{{part}}}", str(value)) for each in found for value in values]
    return found


def _values(part: str, path: str) -> Sequence[object]:
    """What stands for that part of a route's path."""
    asked = [forms for place, forms in _FORMS.items() if f"{place}{{kind}}.json" in path]
    return asked[-1] if part == "kind" and asked else _PARTS[part]


@dataclass
class Seen:
    """What one visitor gets of a run: frames of sockets he holds, each address's answer."""

    frames: dict[str, list[str]] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """All of it that can be read, to look for what must not be there."""
        bodies = [body.decode(errors="replace") for _, _, body in self.answers.values()]
        return "\n".join([*bodies, *(frame for each in self.frames.values() for frame in each)])


@dataclass
class Followed:
    """A public socket that is read from before the first step."""

    address: str
    socket: ClientConnection
    frames: list[str] = field(default_factory=list)
    last: int = -1

    async def read_to(self, last: int) -> None:
        """Frames as they come, up to the one that ends with item `last`.

        Those of a tournament's page number themselves: they are read at the end.
        """
        while self.last < last and self.address not in TOURNAMENT_PAGES:
            self._keep(str(await self.socket.recv()))

    async def read_rest(self) -> None:
        """Whatever else was sent."""
        await (await self.socket.ping())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0):
                while True:
                    self._keep(str(await self.socket.recv()))

    def _keep(self, frame: str) -> None:
        self.frames.append(frame)
        self.last = int(frame.partition('"last":')[2].partition(",")[0])


class BoardEar:
    """The far end of a closed board's line: every command's bytes but for numbers of the link."""

    def __init__(self, end: PipeEnd) -> None:
        self.heard: list[tuple[int, int, bytes]] = []
        self._end, self._decoder = end, Decoder()

    async def receive(self) -> bytes:
        """The server's bytes, noted as they come."""
        chunk = await self._end.receive()
        for frame in self._decoder.feed(chunk).frames:
            if frame.flags & Flag.NUMBERED:
                command = (frame.number, frame.kind, frame.payload)
                if command not in self.heard:
                    self.heard.append(command)
        return chunk

    def send(self, chunk: bytes) -> Any:
        """What the board says."""
        return self._end.send(chunk)

    async def close(self) -> None:
        """Hang up."""
        await self._end.close()


@dataclass
class Run:
    """One server with match 1 on it, the public's sockets and the closed room's board."""

    served: Served
    clock: Clock
    port: int
    followed: list[Followed]
    board: BoardEar
    announced: asyncio.Event
    knows: Callable[[ev.Event], bool]

    @property
    def hall(self) -> Hall:
        return self.served.hall

    async def happens(self, step: Step) -> None:
        """Let the match's relay store and announce a step; read the frames it brings.

        Time passes by what is known: a minute, or next to nothing when none of it is.
        """
        minute = any(map(self.knows, step))
        now = self.clock.now.replace(second=0, microsecond=0) if minute else self.clock.now
        self.clock.now = now
        self.clock.passes(minutes=1) if minute else self.clock.passes(milliseconds=20)
        self.announced.clear()
        await happen(self.hall, 1, *step)
        if step:
            await self.announced.wait()
        for each in self.followed:
            await each.read_to(self.last)

    @property
    def last(self) -> int:
        now = self.served.hub.snapshot(match_id(1))
        assert now is not None
        return now.last

    async def frames(self) -> Seen:
        """What everybody who followed has been sent."""
        for each in self.followed:
            await each.read_rest()
        return Seen({each.address: each.frames for each in self.followed})

    async def look(
        self,
        visitor: Visitor,
        writes: str = "",
        silent: Collection[str] = (),
        cookies: Mapping[str, str] | None = None,
        brief: bool = False,
        only: Collection[str] | None = None,
    ) -> Seen:
        """Ask every route as that visitor, sockets included; writes without a body.

        In `brief` only those routes that let him in, and nothing that is not there; with `only`
        nothing but those addresses.

        `cookies` are those of his browser where he has come in before.

        `writes` is in the path of what is written to: whoever reaches more of the hall would
        otherwise end accounts and give keys. `silent` are sockets that have nothing to tell him.
        """
        self.clock.now = self.clock.now.replace(second=0, microsecond=0)
        self.clock.passes(minutes=1, seconds=30)
        seen = Seen()
        headers = {"host": NAME, "origin": f"http://{NAME}", "accept": "text/html"}
        headers["accept-encoding"] = "gzip"  # the sizes of what is packed are compared, too
        kept = await self.served.cookies(visitor) if cookies is None else cookies
        if kept:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in kept.items())
        routes = self._routes()
        asked = {route: _asked_of(route, visitor, brief) for route in routes}
        sockets = [
            each
            for route in routes
            if route.method == "WS"
            for each in asked[route]
            if only is None
        ]
        waits = [SILENCE if each in silent else PATIENCE for each in sockets]
        first = await asyncio.gather(
            *(self._socket(*each, headers) for each in zip(sockets, waits, strict=True))
        )
        seen.frames = dict(zip(sockets, first, strict=True))
        for route, places in asked.items():
            if route.method == "WS" or (route.method != "GET" and writes not in route.path):
                continue
            body = json.dumps(_BODIES[route.path]) if route.path in _BODIES else ""
            kind = {"content-type": "application/json"} if body else {}
            for address in places:
                if only is not None and f"{route.method} {address}" not in only:
                    continue
                answering = _answer(
                    self.served.app, route.method, address, {**headers, **kind}, body.encode()
                )
                seen.answers[f"{route.method} {address}"] = await asyncio.create_task(answering)
        return seen

    def _routes(self) -> list[AuthorizedRoute]:
        asked = {
            (route.method, route.path): route
            for route in authorized_routes(self.served.app)
            if route.path and route.method != "HEAD" and route.path not in _FROM_CODE
            if not (route.method != "GET" and route.path in _LEAVING)
        }
        reads = ("GET", "WS")
        return sorted(
            asked.values(), key=lambda each: (each.method not in reads, each.method, each.path)
        )

    async def _socket(self, address: str, wait: float, headers: dict[str, str]) -> list[str]:
        """The first frames of a socket, or how it was refused."""
        kept = {name: value for name, value in headers.items() if name in ("cookie",)}
        try:
            async with connect(
                f"ws://{NAME}{address}",
                host="127.0.0.1",
                port=self.port,
                origin=f"http://{NAME}",  # type: ignore[arg-type]
                additional_headers=kept,
                compression=None,
                open_timeout=PATIENCE,
            ) as socket:
                frames: list[str] = []
                with contextlib.suppress(ConnectionClosed):
                    async with asyncio.timeout(wait):
                        frames.append(str(await socket.recv()))
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(0.05):
                            while True:
                                frames.append(str(await socket.recv()))
                return frames[:1] if address in _RESENDING else frames
        except TimeoutError:
            assert wait == SILENCE, f"nothing came on {address}"
            return []
        except InvalidStatus as refused:
            return [f"{refused.response.status_code} {bytes(refused.response.body or b'')!r}"]


async def _answer(
    app: FastAPI, method: str, address: str, headers: Mapping[str, str], body: bytes
) -> Answer:
    """Status, headers in their order, body but for what chance put into forms.

    The application is asked without a line between: there are thousands of addresses to ask.
    """
    path, _, query = address.partition("?")
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [*sent, (b"content-length", str(len(body)).encode())],
        "client": ("127.0.0.1", 5555),
        "server": ("127.0.0.1", 80),
    }
    said: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        said.append(message)

    await app(scope, receive, send)
    head = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in said[0]["headers"]]
    content = b"".join(each.get("body", b"") for each in said[1:])
    if ("content-encoding", "gzip") in head:
        content = gzip.decompress(content)
    return said[0]["status"], head, FORM_KEY.sub(b"", content)


@contextlib.asynccontextmanager
async def run_in(
    folder: Path,
    knows: Callable[[ev.Event], bool],
    embargo: ev.Embargo = ev.Embargo.LOCKSTEP,
    sockets: Collection[str] = (
        "/t/club/matches/1/live",
        "/t/club/matches/1/live?language=uk",
        "/live",
        *TOURNAMENT_PAGES,
    ),
    game: str = "backgammon",
    reserve: str = "",
    clocks: ev.Clocks = ev.Clocks.OFF,
    addresses: ServerAddresses | None = None,
) -> AsyncIterator[Run]:
    """A running server with a match of four games planned and a board in its closed room.

    `reserve` plays for Compass, too. With `clocks` everybody has hours, so that no alarm rings.
    """
    clock, announced = Clock(), asyncio.Event()
    async with contextlib.AsyncExitStack() as stack:
        served = await stack.enter_async_context(
            opened(folder, clock, addresses=addresses, engines=True)
        )
        served.hall.subscriptions.add(Listener(lambda _: announced.set()))
        await _planned(served.hall, embargo, game, reserve, clocks)
        port = await stack.enter_async_context(on_loopback(served.app))
        board = await stack.enter_async_context(_closed_board(served.hall))
        followed = [
            Followed(
                address,
                await stack.enter_async_context(
                    connect(f"ws://127.0.0.1:{port}{address}", compression=None)
                ),
            )
            for address in sockets
        ]
        yield Run(served, clock, port, followed, board, announced, knows)


async def _planned(
    hall: Hall, embargo: ev.Embargo, game: str, reserve: str, clocks: ev.Clocks
) -> None:
    compass = ("Brook", "Fields", *([reserve] if reserve else []))
    for team, players in (("Compass", compass), ("Rudder", ("Holloway", "Stonely"))):
        await register_team(hall, team, players)
    await schedule(
        hall,
        home="Compass",
        away="Rudder",
        games=4,
        event="Cup",
        embargo=embargo,
        game_name=game,
        clocks=clocks,
        clock_minutes=ev.MOST_MINUTES,
    )
    # Every run of a pair has published one seed's SHA-256.
    await happen(hall, 1, ev.SeedCommitted(commitment=commitment(SEED), seed=SEED))
    await happen_in_tournament(hall, *_round_of(game))


def _round_of(game: str) -> tuple[ev.Event, ...]:
    """Match 1 as the only one of a round robin, so that standings are asked for as well."""
    robin = ev.StageKind.ROUND_ROBIN
    pairing = ev.PublishedPairing(group=1, home="Compass", away="Rudder", number=1, roll_set=1)
    return (
        ev.EventDescribed(title="Cup", place="", dates=""),
        ev.StagePlanned(stage=1, name="Robin", kind=robin, game_name=game, games=4),
        ev.StageDrawn(stage=1, seed=bytes(16), groups=(("Compass", "Rudder"),)),
        ev.RoundPublished(stage=1, round=1, pairings=(pairing,)),
        ev.TimetablePlanned(tables=2, days=(_DAY,), minutes_between=10, games=()),
        ev.RoundTimed(stage=1, round=1, starts_at=_NOON),
    )


_NOON = datetime(2008, 5, 3, 12, tzinfo=UTC)
_DAY = ev.PlayingDay(hours=ev.Span(starts=_NOON, ends=_NOON + timedelta(hours=11)))
"""Hours in which a Clock's day begins, so that ends are estimated by it."""


@contextlib.asynccontextmanager
async def _closed_board(hall: Hall) -> AsyncIterator[BoardEar]:
    """A board on the closed room's table that says nothing and notes what it is told."""
    await assign_board(hall, 1, Room.CLOSED, CLOSED_BOARD)
    near, far = pipe()
    ear, up = BoardEar(far), asyncio.Event()
    identity = BoardIdentity(CLOSED_BOARD, "ear", "1")
    link = BoardLink(identity, MemoryJournal(bytes(8)), None, 1, bytes(16))

    def heard(_: object) -> None:
        if link.state is BoardState.READY:
            up.set()

    async with on_line(hall, link, heard, "ear", line=(near, ear)):
        async with asyncio.timeout(30):
            await up.wait()
        yield ear
