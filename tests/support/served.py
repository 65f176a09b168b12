"""The real application over real SQLite files, spoken to in this process."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import httpx

from rules.dice import DiceSource, Roll
from rules.duplicate import readings as rd
from server.app import create_app, running_hall
from server.relay.hall import Hall
from server.relay.match_relay import deciding
from server.settings import Settings


@contextlib.asynccontextmanager
async def served(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server whose records are in this folder and which has no serial ports."""
    async with served_hall(folder) as (client, _):
        yield client


@contextlib.asynccontextmanager
async def served_hall(folder: Path) -> AsyncIterator[tuple[httpx.AsyncClient, Hall]]:
    """The same with the hall, for what only boards can say."""
    settings = Settings(data_folder=folder, devices=folder / "no-devices")
    async with running_hall(settings) as (hall, hub, reception):
        transport = httpx.ASGITransport(app=create_app(hall, hub, reception, ["yalta.test"]))
        async with httpx.AsyncClient(transport=transport, base_url="http://yalta.test") as client:
            yield client, hall


async def throw_opening(hall: Hall, number: int, game: int) -> None:
    """A dice reader at the open table reads 4:3."""
    thrown = rd.DiceThrown(
        game=game, attempt=1, side=None, turn=1, dice=Roll(4, 3), source=DiceSource.READER
    )
    await hall.match(number).order(deciding(thrown), "board BZ-1")


async def two_teams(client: httpx.AsyncClient) -> None:
    """Kharkov and Moscow with two players each."""
    for name, players in (("Kharkov", ["Garal", "Krasov"]), ("Moscow", ["Chertkov", "Chelter"])):
        answer = await client.post("/api/teams", json={"name": name, "players": players})
        assert answer.status_code == 201, answer.text


async def started_match(client: httpx.AsyncClient, games: int = 4) -> int:
    """A match of the two teams with both line-ups in; its number."""
    await two_teams(client)
    wanted = {"home": "Kharkov", "away": "Moscow", "games": games}
    number = (await client.post("/api/matches", json=wanted)).json()["number"]
    for team, open_player, closed_player in (
        ("Kharkov", "Garal", "Krasov"),
        ("Moscow", "Chertkov", "Chelter"),
    ):
        line_up = {"team": team, "open_player": open_player, "closed_player": closed_player}
        answer = await client.post(f"/api/matches/{number}/line-ups", json=line_up)
        assert answer.status_code == 200, answer.text
    return int(number)
