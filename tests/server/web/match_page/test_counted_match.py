"""A match of Grand Trictrac over HTTP: set up, results in trous, forms and pages (ruling 25)."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from server.hall import Hall
from tests.support.served import served, served_hall, started_match, throw_opening, two_teams

RESULT: dict[str, Any] = {
    "reason": "written down at the table",
    "game": 1,
    "attempt": 1,
    "room": "open",
    "loser": "red",
    "ending": "trous",
    "left": 15,
    "cube": 1,
    "loser_trous": 7,
}
CLOSED = {**RESULT, "room": "closed", "loser": "white", "loser_trous": 3}


async def scored_match(client: httpx.AsyncClient, hall: Hall) -> int:
    """A match of one game whose results the director enters: 12–7 and, in the closed room, 3–12."""
    number = await started_match(client, games=1, game="trictrac")
    await throw_opening(hall, number, 1)
    for result in (RESULT, CLOSED):
        order = f"/api/t/club/matches/{number}/director/correct-result"
        answer = await client.post(order, json={**result, "was": None})
        assert answer.status_code == 200, answer.text
    for room in ("open", "closed"):
        for side in ("white", "red"):
            given = {"game": 1, "room": room, "side": side}
            answer = await client.post(f"/api/t/club/matches/{number}/confirmations", json=given)
    return number


@pytest.mark.parametrize("games", [1, 2, 3, 9, 11, 12])
async def test_a_match_of_trictrac_has_one_to_twelve_games(tmp_path: Path, games: int) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        body = {"home": "Compass", "away": "Rudder", "game": "trictrac", "games": games}
        assert (await client.post("/api/t/club/matches", json=body)).status_code == 201


async def test_thirteen_games_are_refused_with_what_is_allowed(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        body = {"home": "Compass", "away": "Rudder", "game": "trictrac", "games": 13}
        answer = await client.post("/api/t/club/matches", json=body)
        assert (answer.status_code, answer.json()["field"]) == (409, "games")
        assert answer.json()["allowed"] == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"


async def test_trous_stand_under_the_team_that_made_them_whatever_its_colour(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, hall):
        number = await scored_match(client, hall)
        protocol = (await client.get(f"/api/t/club/matches/{number}/protocol.json")).json()
    rows = [(row["letter"], row["tally_home"], row["tally_away"]) for row in protocol["rows"]]
    assert rows == [("O", 12, 7), ("C", 12, 3)]
    assert [row["opening"] for row in protocol["rows"]] == ["4:3", None]
    assert (protocol["home"]["tally"], protocol["away"]["tally"], protocol["difference"]) == (
        24,
        10,
        14,
    )
    assert (protocol["compared"], protocol["winner"]) == ("trous", "Compass")
    assert protocol["table_title"] == "Trous compared: house rule"


async def test_the_forms_and_the_operators_pages_are_shown(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        number = await scored_match(client, hall)
        page = (await client.get(f"/t/club/matches/{number}/forms/protocol.pdf")).content
        assert page.startswith(b"%PDF")
        tile = (await client.get(f"/hall/t/club/matches/{number}")).text
        assert "with 12 trous to 7: twelve trous" in tile
        result = (await client.get(f"/api/t/club/matches/{number}")).json()["tables"]["open"][
            "result"
        ]
        assert result["tally"] == [12, 7]


async def test_the_directors_form_asks_for_trous_and_not_for_a_cube(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        number = await started_match(client, games=1, game="trictrac")
        form = (await client.get(f"/hall/t/club/matches/{number}/orders/correct-result")).text
        assert 'name="loser_trous"' in form
        assert 'name="owner"' not in form
        assert '<option value="bearoff"' not in form


async def test_a_loser_has_fewer_than_twelve_trous(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        number = await started_match(client, games=1, game="trictrac")
        await throw_opening(hall, number, 1)
        order = f"/api/t/club/matches/{number}/director/correct-result"
        answer = await client.post(order, json={**RESULT, "loser_trous": 12})
        assert answer.status_code == 422
        assert "loser_trous" in answer.text


async def test_there_is_no_match_file_of_trictrac(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        number = await scored_match(client, hall)
        answer = await client.get(f"/api/t/club/matches/{number}/open.mat")
        assert answer.status_code == 404
        assert answer.json()["allowed"] == "a match of backgammon"
