"""Phones that scan a table's code on a served hall, and are its board over a real socket."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from board_drivers.errors import LinkLost
from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.runner import pump
from board_drivers.wire import messages as wire
from board_drivers.wire.values import Capability
from rules.room import Room
from server.people.commands import GiveTableCode
from tests.server.live.following import on_loopback
from tests.support.clock import utc_now
from tests.support.ids import match_id
from tests.support.plugged import HeardJournal, PluggedBoard
from tests.support.served import DIRECTOR, Served, opened, started_match

CAPABILITIES = Capability.CONSOLE | Capability.CUBE | Capability.BUTTONS | Capability.DISPLAY


async def shown_code(served: Served, room: Room, number: int = 1) -> str:
    """A new code of a table, as the director shows it."""
    command = GiveTableCode(match=match_id(number), room=room)
    return (await served.hall.seating.give_code(command, DIRECTOR, "")).secret


@dataclass
class PhoneBoard(PluggedBoard):
    """A phone's wire, the infos its page was sent, and how its socket was closed."""

    infos: list[dict[str, Any]] = field(default_factory=list)
    closed: int | None = None
    connection: ClientConnection | None = None

    async def receive(self) -> bytes:
        """The next binary message; texts are kept on the way."""
        assert self.connection is not None
        while True:
            try:
                message = await self.connection.recv()
            except ConnectionClosed as error:
                self.closed = error.rcvd.code if error.rcvd else 1006
                self.hear(())
                return b""
            if isinstance(message, bytes):
                return message
            self.infos.append(json.loads(message)["info"])
            self.hear(())

    async def send(self, chunk: bytes) -> None:
        """Send one binary message."""
        assert self.connection is not None
        try:
            await self.connection.send(chunk)
        except ConnectionClosed as error:
            raise LinkLost(str(error)) from error

    async def close(self) -> None:
        """Close the socket."""
        assert self.connection is not None
        await self.connection.close()

    async def until_closed(self, code: int) -> None:
        """Wait until the server has closed the socket with that code."""
        await self.until(lambda _: self.closed == code)

    async def until_info(self, holds: Callable[[dict[str, Any]], object]) -> None:
        """Wait until this is so of the last info."""
        await self.until(lambda _: bool(self.infos and holds(self.infos[-1])))

    async def says(self, text: object) -> None:
        """Send what a page sends beside the wire."""
        assert self.connection is not None
        await self.connection.send(json.dumps(text))


@dataclass
class Phone:
    """A browser with its cookies; `journals` by board id stay in it as in a page's storage."""

    client: httpx.AsyncClient
    port: int
    journals: dict[str, HeardJournal] = field(default_factory=dict)

    async def scans(self, code: str) -> httpx.Response:
        """Open the address of a code: the question."""
        return await self.client.get(f"/seat/{code}")

    async def takes(self, code: str) -> httpx.Response:
        """Open the address of a code and say yes."""
        await self.scans(code)
        return await self.client.post(f"/seat/{code}")

    async def takes_and_looks(self, code: str) -> httpx.Response:
        """The same, and the page that comes of it."""
        return await self.client.get((await self.takes(code)).headers["location"])

    def moves_to(self, port: int) -> None:
        """The server has come back at another port, with the phone's cookies still good."""
        address = f"http://127.0.0.1:{port}"
        self.port, self.client.base_url = port, httpx.URL(address)
        self.client.headers["origin"] = address

    async def info(self) -> httpx.Response:
        """What its page shows beside the wire."""
        return await self.client.get("/table/info.json")

    async def board_id(self) -> str:
        """The board id of its seat."""
        return str((await self.info()).json()["info"]["board"])

    @contextlib.asynccontextmanager
    async def socket(
        self, board_id: str | None = None, origin: str | None = None
    ) -> AsyncIterator[PhoneBoard]:
        """Its page's socket, which speaks the wire as that board, its own unless one is given."""
        me = board_id if board_id is not None else await self.board_id()
        journal = self.journals.setdefault(me, HeardJournal(secrets.token_bytes(8)))
        identity = BoardIdentity(me, "Phone", "1", CAPABILITIES)
        link = BoardLink(identity, journal, None, 1, bytes(16))
        board = PhoneBoard(link, journal=journal)
        journal.acknowledging = partial(board.hear, ())  # type: ignore[method-assign]
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        async with connect(
            f"ws://127.0.0.1:{self.port}/table/board",
            compression=None,
            proxy=None,
            additional_headers={"cookie": cookies},
            origin=origin or f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]
        ) as board.connection:
            pumping = asyncio.create_task(pump(link, board, board.hear))
            try:
                yield board
            finally:
                pumping.cancel()
                await asyncio.gather(pumping, return_exceptions=True)

    @contextlib.asynccontextmanager
    async def at_table(self) -> AsyncIterator[PhoneBoard]:
        """Its page's socket, once it is in session."""
        async with self.socket() as board:
            await board.until(lambda it: it.connected)
            yield board


@contextlib.asynccontextmanager
async def phone(port: int) -> AsyncIterator[Phone]:
    """A phone without cookies."""
    address = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=address, headers={"origin": address}) as client:
        yield Phone(client, port)


@dataclass
class HallWithPhones:
    """A hall on a real port, with match 1 of the two teams ready to be played."""

    served: Served
    port: int

    @contextlib.asynccontextmanager
    async def seated(self, room: Room) -> AsyncIterator[Phone]:
        """A new phone that is the board of the room's table."""
        async with phone(self.port) as new:
            answer = await new.takes(await shown_code(self.served, room))
            assert answer.status_code == 303, answer.text
            yield new

    def board(self, room: Room) -> str:
        """The board at the room's table."""
        return self.served.hall.match(match_id(1)).record.boards.get(room, "")

    async def cancel_all_games(self) -> None:
        """The director cancels every game of the match, and it is over."""
        async with self.served.client(DIRECTOR) as director:
            for game in range(1, 5):
                order = {"game": game, "attempt": 1, "reason": "the hall is closed"}
                path = "/api/t/club/matches/1/director/cancel-game"
                answer = await director.post(path, json=order)
                assert answer.status_code < 300, answer.text


@contextlib.asynccontextmanager
async def hall_with_phones(
    folder: Path, now: Callable[[], datetime] = utc_now, *, again: bool = False
) -> AsyncIterator[HallWithPhones]:
    """A hall on a real port; `again`: its match is there from before."""
    async with opened(folder, now) as served, on_loopback(served.app) as port:
        if not again:
            async with served.client(DIRECTOR) as director:
                await started_match(director)
        yield HallWithPhones(served, port)


def received(kind: type[wire.ServerMessage]) -> Callable[[PluggedBoard], bool]:
    """Whether a board was sent a message of that kind."""
    return lambda board: any(isinstance(each, kind) for each in board.commands)
