"""The operator's API: what it refuses, in which words, and that what it answers is durable."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from rules.games.known_games import GAMES
from server.access import Role, Visitor
from tests.support.persons import person_id
from tests.support.served import (
    DIRECTOR,
    line_up_of,
    opened,
    planned_match,
    results_seen,
    served,
    served_match,
    started_match,
    two_teams,
)


async def test_a_match_survives_the_server(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        number = await started_match(client)
    async with served(tmp_path) as client:
        match = (await client.get(f"/api/t/club/matches/{number}")).json()
    assert match["status"] == "playing"
    assert match["tables"]["closed"]["awaited"] == "set"


async def test_a_line_up_is_sealed_until_both_are_in(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await planned_match(client)
        line_up = line_up_of("Compass", "Brook", "Fields")
        answer = await client.post("/api/t/club/matches/1/line-ups", json=line_up)
        assert answer.json() == {"sealed": True}
        for page in (
            "/",
            "/t/club/matches/1",
            "/t/club/matches/1/live.json",
            "/t/club/matches/1/protocol.json",
        ):
            assert "Fields" not in (await client.get(page)).text


@pytest.mark.parametrize(
    ("change", "field", "allowed"),
    [
        ({"games": 9}, "games", "4, 5, 6, 7, 8, 10, 12"),
        ({"game": "chess"}, "game", ", ".join(GAMES)),
        ({"home": "Kiev"}, "home", "a team that is entered: Compass, Rudder"),
        ({"away": "Compass"}, "away", "a team other than the home team"),
        ({"max_lead": 101}, "max_lead", "0 (no limit) to 100 turns"),
    ],
)
async def test_a_match_that_cannot_be_played_is_refused_by_field(
    tmp_path: Path, change: dict[str, object], field: str, allowed: str
) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        body = {"home": "Compass", "away": "Rudder", "games": 6, **change}
        answer = await client.post("/api/t/club/matches", json=body)
        assert answer.status_code == 409
        assert (answer.json()["field"], answer.json()["allowed"]) == (field, allowed)
        assert (await client.get("/api/t/club/matches")).json() == []


async def test_a_misspelt_field_is_refused_and_named(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        answer = await client.post("/api/t/club/teams", json={"name": "Kiev", "player": ["A", "B"]})
        assert answer.status_code == 422
        assert {error["loc"][-1] for error in answer.json()["detail"]} == {"players", "player"}


@pytest.mark.parametrize(
    ("line_up", "words"),
    [
        (("Kiev", "Brook", "Fields"), "does not play match 1"),
        (("Compass", "Holloway", "Fields"), "'Holloway' is not in the team"),
        (("Compass", "Brook", "Brook"), "sits in the open room already"),
    ],
)
async def test_a_wrong_line_up_is_refused_in_words(
    tmp_path: Path, line_up: tuple[str, str, str], words: str
) -> None:
    async with served(tmp_path) as client:
        await planned_match(client)
        fields = {
            **dict(zip(("team", "open_player", "closed_player"), line_up, strict=True)),
            "was": None,
        }
        answer = await client.post("/api/t/club/matches/1/line-ups", json=fields)
        assert answer.status_code == 409
        assert words in answer.json()["detail"]


async def test_line_ups_are_closed_once_the_match_has_started(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, number):
        line_up = line_up_of("Compass", "Fields", "Brook")
        answer = await client.post(f"/api/t/club/matches/{number}/line-ups", json=line_up)
        assert answer.status_code == 409
        assert "its line-ups are closed" in answer.json()["detail"]


async def test_an_unknown_match_is_not_found(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        for page in (
            "/api/t/club/matches/7",
            "/t/club/matches/7",
            "/t/club/matches/7/forms/protocol.pdf",
        ):
            assert (await client.get(page)).status_code == 404


async def public_protocol(
    client: httpx.AsyncClient, number: int, is_ready: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    """The public's protocol once it is as wanted: the public hears of things a moment later."""
    async with asyncio.timeout(30):
        while True:
            protocol: dict[str, Any] = (
                await client.get(f"/t/club/matches/{number}/protocol.json")
            ).json()
            if is_ready(protocol):
                return protocol
            await asyncio.sleep(0)


async def test_the_director_cancels_every_game_and_the_match_is_level(tmp_path: Path) -> None:
    """Ruling 1: a cancelled game is 0-0 in both rooms and the column stays the scheduled one."""
    async with served_match(tmp_path) as (client, _, number):
        for game in range(1, 5):
            order = {"game": game, "attempt": 1, "reason": "power cut"}
            answer = await client.post(
                f"/api/t/club/matches/{number}/director/cancel-game", json=order
            )
            assert answer.json()["events"][0] == "GameCancelled"
        assert (await client.get(f"/api/t/club/matches/{number}")).json()["status"] == "finished"
        protocol = await public_protocol(
            client, number, lambda protocol: bool(protocol["complete"])
        )
        assert (protocol["home"]["vp"], protocol["away"]["vp"]) == (15, 15)
        again = await client.post(f"/api/t/club/matches/{number}/director/cancel-game", json=order)
        assert again.status_code == 409


async def test_a_protocol_is_signed_by_both_captains_after_the_match_only(tmp_path: Path) -> None:
    """And not before a second account has confirmed what the director entered (ruling 15)."""
    operator = Visitor(Role.OPERATOR, person_id("Operator"))
    async with (
        opened(tmp_path) as served,
        served.client(DIRECTOR) as client,
        served.client(operator) as second,
    ):
        number = await started_match(client)
        signature: dict[str, Any] = {"team": "Compass", "by": "Brook", "results": []}
        early = await client.post(f"/api/t/club/matches/{number}/signatures", json=signature)
        assert early.status_code == 409
        for game in range(1, 5):
            order = {"game": game, "attempt": 1, "reason": "power cut"}
            await client.post(f"/api/t/club/matches/{number}/director/cancel-game", json=order)
        signature["results"] = await results_seen(client, number)
        unconfirmed = await client.post(f"/api/t/club/matches/{number}/signatures", json=signature)
        assert unconfirmed.status_code == 409
        assert "the open room's result of game 1 is unconfirmed" in unconfirmed.text
        for standing in (await client.get(f"/api/t/club/matches/{number}")).json()["results"]:
            given = {name: standing[name] for name in ("game", "room", "result")}
            own = await client.post(f"/api/t/club/matches/{number}/results", json=given)
            assert own.status_code == 409
            await second.post(f"/api/t/club/matches/{number}/results", json=given)
        for team in ("Compass", "Rudder"):
            given = {"team": team, "by": "captain", "results": await results_seen(client, number)}
            await client.post(f"/api/t/club/matches/{number}/signatures", json=given)
        await public_protocol(client, number, lambda protocol: protocol["state"] == "signed")


RESULT = {
    "reason": "the board was knocked over",
    "game": 1,
    "attempt": 1,
    "room": "open",
    "loser": "red",
    "ending": "bearoff",
    "left": 9,
    "cube": 2,
    "was": None,
}


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({}, 409, "cannot be done at this table right now"),
        ({"ending": "gammon", "left": 7}, 422, "left: 7"),
        ({"ending": "bearoff", "left": 15}, 422, "left: 15"),
        ({"ending": "pass", "cube": 64}, 422, "cube: 64"),
    ],
)
async def test_a_result_no_game_can_have_is_refused_and_the_protocol_stands(
    tmp_path: Path, change: dict[str, object], status: int, words: str
) -> None:
    """Before its opening a game has no result at all; it can be cancelled."""
    async with served_match(tmp_path) as (client, _, number):
        order = f"/api/t/club/matches/{number}/director/correct-result"
        answer = await client.post(order, json={**RESULT, **change})
        assert answer.status_code == status
        assert words in answer.text
        assert (await client.get(f"/t/club/matches/{number}/protocol.json")).status_code == 200


async def test_an_order_about_a_game_that_is_over_does_not_strike_the_next(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, number):
        order = {"game": 1, "attempt": 1, "reason": "power cut"}
        cancel = f"/api/t/club/matches/{number}/director/cancel-game"
        assert (await client.post(cancel, json=order)).status_code == 200
        assert (await client.post(cancel, json=order)).status_code == 409
        assert (await client.get(f"/api/t/club/matches/{number}")).json()["game"] == 2


async def test_a_board_gets_a_key_once(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        board = {"board_id": "BZ-2", "label": "closed room"}
        key = (await client.post("/api/boards", json=board)).json()["key"]
        assert len(bytes.fromhex(key)) == 32
        assert (await client.post("/api/boards", json=board)).status_code == 409
        (listed,) = (await client.get("/api/boards")).json()
        assert listed["link"] == "down"
        assert key not in (await client.get("/api/boards")).text


async def test_a_board_put_into_the_other_room_leaves_the_first(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, number):
        for room in ("open", "closed"):
            seat = {"room": room, "board_id": "BZ-1"}
            answer = await client.post(f"/api/t/club/matches/{number}/boards", json=seat)
            assert answer.status_code == 204
        tables = (await client.get(f"/api/t/club/matches/{number}")).json()["tables"]
        assert (tables["open"]["board"], tables["closed"]["board"]) == (None, "BZ-1")


async def test_the_page_of_the_api_needs_no_internet(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        page = (await client.get("/docs")).text
        files = re.findall(r'(?:src|href)="([^"]+)"', page)
        assert files
        for file in files:
            assert re.match(r"/[^/]", file)
            assert (await client.get(file)).status_code == 200
