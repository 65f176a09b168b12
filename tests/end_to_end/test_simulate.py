"""`yalta simulate` beside a server that was started as a user does."""

import asyncio
import io
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from rich.console import Console

from rules.room import Room
from simulator.dice_supply import SeededDice
from simulator.operator_desk import DIRECTOR, OperatorDesk, become_director, visitor_of
from simulator.room_boards import Table, by_websocket
from simulator.server_process import ServerProcess, start_server
from simulator.trial_run import TrialPlan, run_trial
from tests.end_to_end.faults.faulty_hall import eventually

PASSPHRASE = "four quiet words here"
DEADLINE = 150.0


@dataclass
class Served:
    """A server that may be killed and come back at the same address."""

    process: ServerProcess
    folder: Path

    @property
    def address(self) -> str:
        return self.process.address

    async def start(self) -> None:
        where = self.folder / "records", self.folder / "devices"
        self.process = await start_server(*where, self.process.port)


@asynccontextmanager
async def with_server(folder: Path) -> AsyncIterator[tuple[Served, httpx.AsyncClient]]:
    """A server, and its director."""
    async with asyncio.timeout(DEADLINE):
        server = Served(await start_server(folder / "records", folder / "devices"), folder)
        client = visitor_of(server.address)
        try:
            await become_director(client, server.process.set_up_link, PASSPHRASE)
            yield server, client
        finally:
            await client.aclose()
            await server.process.stop()


@asynccontextmanager
async def with_director(folder: Path) -> AsyncIterator[tuple[str, httpx.AsyncClient]]:
    """A server's address, and its director."""
    async with with_server(folder) as (server, director):
        yield server.address, director


async def simulate(address: str, *options: str, passphrase: str = PASSPHRASE) -> tuple[int, str]:
    """Run the command; its exit status and what it said."""
    command = [sys.executable, "-m", "yalta", "simulate", "--url", address, "--name", DIRECTOR]
    process = await asyncio.create_subprocess_exec(
        *command,
        *options,
        env={**os.environ, "YALTA_PASSPHRASE": passphrase},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode()


def is_in_use(board: dict[str, Any]) -> bool:
    """Whether a board that is listed has a key, which has a label, a table or a link."""
    return bool(board["label"] or board["match"] or board["link"] != "down")


def a_plan(address: str, folder: Path, game: str, seed: int) -> TrialPlan:
    """One match as short as that game allows, a hundred actions a second."""
    return TrialPlan(
        address=address,
        name=DIRECTOR,
        passphrase=PASSPHRASE,
        matches=1,
        games=1 if game == "trictrac" else 4,
        game=game,
        pace=0.01,
        seed=seed,
        folder=folder,
    )


async def turns_begun(director: httpx.AsyncClient) -> int:
    """At both tables of the first trial match; a game that is over counts as a hundred."""
    answer = await director.get("/api/t/trial/matches/1")
    if answer.status_code != 200:
        return 0
    state = answer.json()
    turns = sum(table["turn"] or 0 for table in state["tables"].values())
    return turns + 100 * len(state["results"])


@pytest.mark.long
@pytest.mark.parametrize("game", ["backgammon", "trictrac"])
async def test_stopped_and_started_again_and_its_server_killed_it_plays_to_the_end(
    tmp_path: Path, game: str
) -> None:
    async with with_server(tmp_path) as (server, director):
        said = io.StringIO()
        console = Console(file=said, width=200)

        def begun(turns: int) -> Callable[[], Awaitable[bool]]:
            async def holds() -> bool:
                assert not playing.done(), said.getvalue()
                return await turns_begun(director) >= turns

            return holds

        async def plays() -> bool:
            return "is being played" in said.getvalue() and await begun(20)()

        async def waits() -> bool:
            return "does not answer: waiting until it does" in said.getvalue()

        for seed, turns in enumerate((1, 4, 9, 14)):
            plan = a_plan(server.address, tmp_path, game, seed)
            playing = asyncio.create_task(run_trial(plan, console))
            await eventually(begun(turns))
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        plan = a_plan(server.address, tmp_path, game, 4)
        said.seek(0)
        said.truncate()
        playing = asyncio.create_task(run_trial(plan, console))
        await eventually(plays)
        await server.process.kill()
        await eventually(waits)
        await server.start()
        await playing
        assert said.getvalue().count("does not answer: waiting until it does") == 1
        assert said.getvalue().count("answers again: play goes on") == 1
        assert "refuses" not in said.getvalue()
        (match,) = (await director.get("/api/t/trial/matches")).json()
        assert match["status"] == "signed"
        assert not any(map(is_in_use, (await director.get("/api/boards")).json()))


@pytest.mark.long
async def test_two_matches_are_set_up_played_and_signed_and_their_boards_are_gone(
    tmp_path: Path,
) -> None:
    async with with_director(tmp_path) as (address, director):
        status, output = await simulate(address, "--matches", "2", "--fast", "--seed", "3")
        assert status == 0, output
        assert "trial/2 is over" in output
        assert output.count("A trial: it does not count in any standings.") == 2
        matches = (await director.get("/api/t/trial/matches")).json()
        assert [(each["trial"], each["status"]) for each in matches] == [(True, "signed")] * 2
        assert not any(map(is_in_use, (await director.get("/api/boards")).json()))


@pytest.mark.long
async def test_a_table_that_has_a_board_keeps_it_and_the_other_is_played_for_it(
    tmp_path: Path,
) -> None:
    async with with_director(tmp_path) as (address, director):
        for team in ("Anchor", "Beacon"):
            players = [f"{team} I", f"{team} II"]
            await director.post("/api/t/club/teams", json={"name": team, "players": players})
        body = {"home": "Anchor", "away": "Beacon", "games": 4, "trial": True}
        await director.post("/api/t/club/matches", json=body)
        desk = OperatorDesk(address, director)
        key = await desk.seat_board(Room.OPEN, "own", "the club's own board")
        table = Table(1, SeededDice(1), tmp_path / "boards", ids={Room.OPEN: "own"})
        connected = asyncio.Event()
        own = table.board(Room.OPEN, key, connected.set)
        playing = asyncio.create_task(own.run(by_websocket(address)))
        while own.problem:
            connected.clear()
            await connected.wait()
        status, output = await simulate(address, "--matches", "0", "--fast")
        assert status == 0, output
        assert "club/1: Anchor – Beacon" in output
        assert "the open room has a board of its own" in output
        assert await desk.status() == "finished"
        boards = (await director.get("/api/boards")).json()
        assert [each["board_id"] for each in boards if is_in_use(each)] == ["own"]
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


@pytest.mark.long
async def test_a_rehearsal_goes_wrong_four_times_and_the_match_is_played_to_its_end(
    tmp_path: Path,
) -> None:
    async with with_director(tmp_path) as (address, director):
        with (tmp_path / "output.txt").open("w", encoding="utf-8") as output:
            plan = replace(a_plan(address, tmp_path, "long-gammon", 5), rehearsed=0.12)
            await run_trial(plan, Console(file=output, width=200))
        lines = (tmp_path / "output.txt").read_text(encoding="utf-8")
        afterwards = lines[lines.index("signed") :]
        for what in (
            "trial/1, closed room: the board has lost its connection",
            "the board is in play again, after",
            "nobody has put it right: the players go on with",
            "the power is off at all tables",
            "all boards are in play again, after",
            "open room: a captain is angry",
        ):
            assert what in afterwards
        (match,) = (await director.get("/api/t/trial/matches")).json()
        assert match["status"] == "signed"


@pytest.mark.long
async def test_a_wrong_passphrase_is_told_in_a_line(tmp_path: Path) -> None:
    async with with_director(tmp_path) as (address, _):
        status, output = await simulate(address, passphrase="five other quiet words here")
        assert status == 2
        assert output.startswith("yalta simulate: the server refuses: name or passphrase is wrong")
        assert output.count("\n") == 1
