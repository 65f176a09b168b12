"""`yalta simulate` beside a server that was started as a user does."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from rich.console import Console

from rules.room import Room
from simulator.dice_supply import SeededDice
from simulator.operator_desk import DIRECTOR, OperatorDesk, become_director, visitor_of
from simulator.room_boards import Table, by_websocket
from simulator.server_process import start_server
from simulator.trial_run import TrialPlan, run_trial

PASSPHRASE = "four quiet words here"
DEADLINE = 150.0


@asynccontextmanager
async def with_director(folder: Path) -> AsyncIterator[tuple[str, httpx.AsyncClient]]:
    """A server's address, and its director."""
    async with asyncio.timeout(DEADLINE):
        server = await start_server(folder / "records", folder / "devices")
        client = visitor_of(server.address)
        try:
            await become_director(client, server.set_up_link, PASSPHRASE)
            yield server.address, client
        finally:
            await client.aclose()
            await server.stop()


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
            plan = TrialPlan(
                address=address,
                name=DIRECTOR,
                passphrase=PASSPHRASE,
                matches=1,
                games=4,
                game="long-gammon",
                pace=0.01,
                seed=5,
                folder=tmp_path,
                rehearsed=0.12,
            )
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
