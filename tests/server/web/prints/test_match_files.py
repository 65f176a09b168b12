"""One room's games over HTTP: the operator's at once, the public's after the match."""

import asyncio
from pathlib import Path

import httpx
import pytest

from rules.match_files.mat_reader import read_mat
from server.hall import Hall
from tests.support.served import served_match, throw_opening

RESULT = {
    "reason": "the board was knocked over",
    "loser": "red",
    "ending": "gammon",
    "left": 15,
    "cube": 2,
    "was": None,
}


async def score_both_rooms(client: httpx.AsyncClient, hall: Hall, number: int, game: int) -> None:
    await throw_opening(hall, number, game)
    for room in ("open", "closed"):
        order = {**RESULT, "game": game, "attempt": 1, "room": room}
        answer = await client.post(
            f"/api/t/club/matches/{number}/director/correct-result", json=order
        )
        assert answer.status_code == 200, answer.text


async def until_public(
    client: httpx.AsyncClient, number: int, phase: str, game: int | None = None
) -> None:
    """The public hears of what is durable after the boards and whoever gave the order."""
    for _ in range(10_000):
        state = (await client.get(f"/t/club/matches/{number}/live.json")).json()["state"]
        if state["phase"] == phase and game in (None, state["game"]):
            return
        await asyncio.sleep(0)
    raise AssertionError(f"match {number} never came to {phase!r}")


async def test_the_operator_gets_a_rooms_games_while_they_are_played(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, hall, number):
        early = await client.get(f"/api/t/club/matches/{number}/open.mat")
        assert early.status_code == 404
        assert "allowed: a match whose first game has begun" in early.json()["detail"]
        await score_both_rooms(client, hall, number, game=1)
        answer = await client.get(f"/api/t/club/matches/{number}/open.mat")
        (game,) = read_mat(answer.text).games
        assert game.wins is not None
        assert game.wins.points == 4
        sgf = await client.get(f"/api/t/club/matches/{number}/closed.sgf")
        assert sgf.text.startswith("(;FF[4]GM[6]")


@pytest.mark.parametrize("room", ["open", "closed"])
async def test_the_public_gets_a_rooms_games_only_after_the_match(
    tmp_path: Path, room: str
) -> None:
    async with served_match(tmp_path) as (client, hall, number):
        for game in range(1, 5):
            early = await client.get(f"/t/club/matches/{number}/{room}.mat")
            assert early.status_code == 404
            assert "a match that is over in both rooms" in early.json()["detail"]
            await score_both_rooms(client, hall, number, game)
        await until_public(client, number, "over")
        answer = await client.get(f"/t/club/matches/{number}/{room}.mat")
        assert answer.status_code == 200
        assert answer.text == (await client.get(f"/api/t/club/matches/{number}/{room}.mat")).text
        assert len(read_mat(answer.text).games) == 4


async def test_a_room_or_form_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, number):
        assert (await client.get(f"/api/t/club/matches/{number}/cellar.mat")).status_code == 422
        assert (await client.get(f"/api/t/club/matches/{number}/open.txt")).status_code == 404
        assert (await client.get(f"/t/club/matches/{number}/live.json")).status_code == 200
