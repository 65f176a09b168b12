"""The real application over real SQLite files, spoken to in this process."""

import contextlib
import functools
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from rules.dice import DiceSource, Roll
from rules.identities import PersonId
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from server.access import PUBLIC, Machine, Role, Visitor
from server.app import open_extras, running_hall, services_over
from server.extras import server_packages
from server.extras_on import found_extras
from server.hall import Hall
from server.live.hub import LiveHub
from server.people.commands import GiveEntrantLink
from server.people.sign_in import Authenticator, Device
from server.secret_codes import digest_of
from server.settings import ServerAddresses, Settings
from server.store.accounts_db.links import Link, LinkKind
from server.web.application import create_app
from server.web.edge.authorization import COOKIE, DEVICE_COOKIE
from server.web.edge.services import Services
from server.web.orders.typed_persons import team_meant
from tests.support.account_commands import add_account, given_link
from tests.support.clock import utc_now
from tests.support.commands import send
from tests.support.extra_walks import extra_walks
from tests.support.ids import drawing, match_id
from tests.support.new_records import lay_new_records
from tests.support.persons import keep_persons, name_of, person_id
from tests.support.quick import PASSPHRASE, QUICK

NAME = "yalta.test"
DIRECTOR = Visitor(Role.DIRECTOR, person_id("Director"))
DEVICE = Device("127.0.0.1", "a test")
PHONE = "a phone's own cookie"


@dataclass(frozen=True, slots=True)
class Served:
    """A served hall and the doors to it."""

    app: FastAPI
    hall: Hall
    authenticator: Authenticator

    @property
    def services(self) -> Services:
        services = self.app.state.services
        assert isinstance(services, Services)
        return services

    @property
    def hub(self) -> LiveHub:
        return self.services.hub

    @contextlib.asynccontextmanager
    async def client(
        self, visitor: Visitor = PUBLIC, *, raising: bool = True
    ) -> AsyncIterator[httpx.AsyncClient]:
        """A client signed in as that visitor, by an account or link made for him if need be.

        A fault of the server is raised in the test, or answered as 500 if it is not `raising`.
        """
        transport = httpx.ASGITransport(
            app=self.app, client=(DEVICE.address, 5555), raise_app_exceptions=raising
        )
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{NAME}") as client:
            for name, value in (await self.cookies(visitor)).items():
                client.cookies.set(name, value)
                client.headers["origin"] = f"http://{NAME}"
            yield client

    async def cookies(self, visitor: Visitor) -> dict[str, str]:
        """What the visitor's browser keeps: a session, and of a phone which browser it is."""
        if visitor.role is Role.PUBLIC:
            return {}
        cookies = {COOKIE: await self.session(visitor)}
        return {**cookies, DEVICE_COOKIE: PHONE} if visitor.role is Role.SEAT else cookies

    def _seat(self, visitor: Visitor) -> str:
        """A session's token of a phone at that table, which has no board by it."""
        assert visitor.match is not None
        assert visitor.room is not None
        seats, place = self.authenticator.process.stores.seats, (visitor.match, visitor.room)
        seat = seats.at_table(*place) or seats.take(
            match=visitor.match,
            room=visitor.room,
            board_id=f"phone-{len(seats.known()):08x}",
            device=digest_of(PHONE),
            link_id=0,
        )
        return self.authenticator.sessions.open(
            seat_id=seat.seat_id, address=DEVICE.address, device=DEVICE.name
        )

    async def session(self, visitor: Visitor) -> str:
        """A session's token of that visitor, who is kept as a person; of a phone's seat."""
        if visitor.role is Role.SEAT:
            return self._seat(visitor)
        assert visitor.person is not None
        if visitor.role is Role.ENTRANT:
            return await self._entrant(visitor.person)
        name = name_of(visitor.person)
        await keep_persons(self.hall.persons, [name])
        if visitor.role in (Role.CAPTAIN, Role.PLAYER):
            team = visitor.team
            if team and visitor.match is not None and visitor.match in self.hall.matches:
                team = team_meant(self.hall, visitor.match, team)
            terms = Link(
                kind=LinkKind(visitor.role.value),
                person=visitor.person,
                match=visitor.match,
                team=team,
                room=visitor.room,
                side=visitor.side,
            )
            _, link = given_link(self.authenticator, terms)
            return (await self.authenticator.follow_link(link, DEVICE))[1]
        account = self.authenticator.accounts.find(name)
        if account is None:
            return await self._add(visitor, name)
        return self.authenticator.sessions.open(
            account_id=account.account_id, link_id=None, address=DEVICE.address, device=DEVICE.name
        )

    async def _entrant(self, person: PersonId) -> str:
        if person not in self.hall.persons.persons:
            await keep_persons(self.hall.persons, [name_of(person)])
        giving = GiveEntrantLink(person=person)
        answer = await self.hall.commands.to_entrant_links(giving, Machine("test"))
        return (await self.authenticator.follow_link(answer.secret, DEVICE))[1]

    async def _add(self, visitor: Visitor, name: str) -> str:
        assert visitor.person is not None
        if visitor.role is Role.DIRECTOR and not self.authenticator.accounts.director_exists:
            await self.authenticator.set_up_link()
            self.authenticator.accounts.add(
                name, Role.DIRECTOR, hashed=QUICK.hash(PASSPHRASE), person=visitor.person
            )
            self.authenticator.director_made.set()
            return await self.authenticator.sign_in(name, PASSPHRASE, DEVICE)
        process = self.authenticator.process
        _, link = await add_account(process, name, visitor.role, visitor.room, visitor.person)
        return await self.authenticator.set_passphrase(link, PASSPHRASE, DEVICE)


def settings_of(folder: Path) -> Settings:
    """Those of a server whose records are in this folder and which has no serial ports."""
    return _settings().model_copy(update={"data_folder": folder, "devices": folder / "no-devices"})


@functools.cache
def _settings() -> Settings:
    """The environment's, read once: that takes a quarter of what opening a server does."""
    return Settings()


@contextlib.asynccontextmanager
async def opened(
    folder: Path,
    now: Callable[[], datetime] = utc_now,
    *,
    addresses: ServerAddresses | None = None,
    engines: bool = False,
    elapsed: Callable[[], float] | None = None,
    extras: Sequence[str] | None = None,
) -> AsyncIterator[Served]:
    """A server whose records are in this folder and which has no serial ports.

    `elapsed` is the pace of time, that of `now` where it is None. `engines`: it says that it has
    those that judge matches. `extras` are those that are on, all of them for None.
    """
    for walk in extra_walks():
        walk.prepare(engines=engines)
    on = tuple(server_packages() if extras is None else extras)
    settings = settings_of(folder).model_copy(update={"extras": on})
    lay_new_records(settings)
    async with (
        running_hall(settings, QUICK, now, draw_id=drawing(), elapsed=elapsed) as running,
        open_extras(running, settings, found_extras(settings)) as added,
    ):
        services = services_over(running, settings, extras=added)
        if addresses is not None:
            services = replace(services, addresses=addresses)
        yield Served(create_app(services, [NAME]), running.hall, running.authenticator)


@contextlib.asynccontextmanager
async def served(folder: Path, visitor: Visitor = DIRECTOR) -> AsyncIterator[httpx.AsyncClient]:
    """A client of such a server, signed in as director unless another visitor is wanted."""
    async with opened(folder) as served, served.client(visitor) as client:
        yield client


@contextlib.asynccontextmanager
async def served_hall(folder: Path) -> AsyncIterator[tuple[httpx.AsyncClient, Hall]]:
    """The director's client with the hall, for what only boards can say."""
    async with opened(folder) as served, served.client(DIRECTOR) as client:
        yield client, served.hall


async def throw_opening(hall: Hall, number: int, game: int, attempt: int = 1) -> None:
    """A dice reader at the open table reads 4:3."""
    thrown = rd.DiceThrown(
        game=game, attempt=attempt, side=None, turn=1, dice=Roll(4, 3), source=DiceSource.READER
    )
    await send(hall, number, thrown, "board BZ-1")


async def two_teams(client: httpx.AsyncClient) -> None:
    """Compass and Rudder with two players each."""
    for name, players in (("Compass", ["Brook", "Fields"]), ("Rudder", ["Holloway", "Stonely"])):
        answer = await client.post("/api/t/club/teams", json={"name": name, "players": players})
        assert answer.status_code == 201, answer.text


async def planned_match(client: httpx.AsyncClient, **terms: object) -> None:
    """Match 1, of the two teams, before its line-ups."""
    await two_teams(client)
    body = {"home": "Compass", "away": "Rudder", **terms}
    answer = await client.post("/api/t/club/matches", json=body)
    assert answer.status_code == 201, answer.text


def line_up_of(team: str, open_player: str, closed_player: str) -> dict[str, str | None]:
    """A team's first line-up, as the API takes it."""
    players = {"open_player": open_player, "closed_player": closed_player}
    return {"team": team, **players, "was": None}


async def started_match(client: httpx.AsyncClient, games: int = 4, game: str = "backgammon") -> int:
    """A match of the two teams, who are entered, with both line-ups in; its number."""
    await two_teams(client)
    return await another_match(client, games, game)


async def another_match(client: httpx.AsyncClient, games: int = 4, game: str = "backgammon") -> int:
    """A further one."""
    terms = {"home": "Compass", "away": "Rudder", "games": games, "game": game}
    number = (await client.post("/api/t/club/matches", json=terms)).json()["number"]
    for team, open_player, closed_player in (
        ("Compass", "Brook", "Fields"),
        ("Rudder", "Holloway", "Stonely"),
    ):
        line_up = line_up_of(team, open_player, closed_player)
        answer = await client.post(f"/api/t/club/matches/{number}/line-ups", json=line_up)
        assert answer.status_code == 200, answer.text
    return int(number)


@contextlib.asynccontextmanager
async def served_match(folder: Path) -> AsyncIterator[tuple[httpx.AsyncClient, Hall, int]]:
    """The director's client, the hall, and the number of a match in play."""
    async with served_hall(folder) as (client, hall):
        yield client, hall, await started_match(client)


@contextlib.asynccontextmanager
async def opened_match(folder: Path) -> AsyncIterator[tuple[Served, httpx.AsyncClient]]:
    """A server where match 1 is in play, and its director's client."""
    async with opened(folder) as served, served.client(DIRECTOR) as client:
        await started_match(client)
        yield served, client


async def results_seen(client: httpx.AsyncClient, number: int = 1) -> list[dict[str, Any]]:
    """Every result that the client may see, as a signature names them."""
    every = (await client.get(f"/api/t/club/matches/{number}/results")).json()
    return [{name: each[name] for name in ("game", "room", "result")} for each in every]


async def result_seen(
    client: httpx.AsyncClient, room: str = "open", game: int = 1, number: int = 1
) -> dict[str, Any] | None:
    """The room's result of a game, None where there is none that the client may see."""
    place = {"game": game, "room": room}
    every = await results_seen(client, number)
    return next((each["result"] for each in every if place.items() <= each.items()), None)


def everybody(number: int) -> dict[str, Visitor]:
    """One visitor of every role and place, those with a link in that match of the two teams."""
    captains = {
        f"captain of {team}": Visitor(
            Role.CAPTAIN, person_id(f"Captain {team}"), None, match_id(number), team
        )
        for team in ("Compass", "Rudder")
    }
    players = {
        f"player in {room.value}": Visitor(
            Role.PLAYER, person_id(f"Player {room.value}"), room, match_id(number), "Compass", side
        )
        for room, side in ((Room.OPEN, Side.WHITE), (Room.CLOSED, Side.RED))
    }
    clerks = {
        f"clerk of {room.value}": Visitor(Role.CLERK, person_id(f"Clerk {room.value}"), room)
        for room in Room
    }
    operator = Visitor(Role.OPERATOR, person_id("Operator"))
    broadcaster = Visitor(Role.BROADCASTER, person_id("Broadcaster"))
    hall = {"director": DIRECTOR, "operator": operator, "broadcaster": broadcaster}
    phones = {
        f"phone in {room.value}": Visitor(Role.SEAT, None, room, match_id(number)) for room in Room
    }
    entrant = Visitor(Role.ENTRANT, person_id("Entrant"))
    linked = {**captains, **players, "entrant": entrant}
    return {**hall, **clerks, **linked, **phones, "public": PUBLIC}
