"""Teams mended after they were entered, as far as their matches do not rest on them."""

from pathlib import Path

import httpx
import pytest

from server.access import Role, Visitor
from tests.server.web.hall.test_console import seen
from tests.support.forms import form_of
from tests.support.ids import TOURNAMENT
from tests.support.persons import person_id
from tests.support.served import opened, planned_match, served, served_match, two_teams

COMPASS = {"team": "Compass", "name": "Compass", "players": "Brook\nFields"}


async def sealed_line_up(client: httpx.AsyncClient) -> None:
    """Match 1 of the two teams, where Compass's line-up is in and Rudder's is not."""
    await two_teams(client)
    await mended(client, players="Brook\nFields\nSummers")
    await client.post("/api/t/club/matches", json={"home": "Compass", "away": "Rudder", "games": 4})
    line_up = {"team": "Compass", "open_player": "Brook", "closed_player": "Fields", "was": None}
    assert (await client.post("/api/t/club/matches/1/line-ups", json=line_up)).status_code == 200


async def mended(client: httpx.AsyncClient, **change: str) -> httpx.Response:
    """Compass mended by the form as it stands."""
    form = await client.get("/hall/t/club/teams", params={"mend": "Compass"})
    shown = form_of(form, "/hall/t/club/teams/mended")
    return await client.post("/hall/t/club/teams/mended", data={**shown, **COMPASS, **change})


async def test_a_team_gets_its_right_name_and_players_and_keeps_its_place(tmp_path: Path) -> None:
    operator = Visitor(Role.OPERATOR, person_id("Olena"))
    async with opened(tmp_path) as served, served.client(operator) as client:
        await two_teams(client)
        form = await client.get("/hall/t/club/teams", params={"mend": "Compass"})
        assert "Edit Compass" in seen(form)
        assert ">Brook\nFields</textarea>" in form.text
        done = await mended(client, name="Kharkiv", players="Brook\nFields\nSummers")
        assert done.status_code == 303, seen(done)
        assert list(served.hall.tournaments.processes[TOURNAMENT].teams) == ["Kharkiv", "Rudder"]
    async with opened(tmp_path) as served:
        names = served.hall.persons.names()
        players = [
            names.of(player)
            for player in served.hall.tournaments.processes[TOURNAMENT].teams["Kharkiv"]
        ]
        assert players == ["Brook", "Fields", "Summers"]


async def test_a_team_of_a_planned_match_keeps_its_name_and_may_get_other_players(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as client:
        await planned_match(client, games=4)
        refused = await mended(client, name="Kharkiv")
        assert refused.status_code == 409
        assert "Compass keeps its name: match 1 is set up with it" in seen(refused)
        assert 'value="Kharkiv"' in refused.text
        assert (await mended(client, players="Haral\nFields")).status_code == 303


async def test_a_player_whom_an_open_line_up_names_stays(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, _):
        refused = await mended(client, players="Brook\nSummers")
        assert refused.status_code == 409
        assert "the line-up of match 1 includes Fields, who have to stay on the list" in seen(
            refused
        )
        assert (await mended(client, players="Summers\nFields\nBrook")).status_code == 303


@pytest.mark.parametrize("gone", ["Brook", "Fields", "Summers"])
async def test_a_sealed_line_up_keeps_every_player_so_that_it_tells_nothing(
    tmp_path: Path, gone: str
) -> None:
    async with served(tmp_path) as client:
        await sealed_line_up(client)
        kept = [name for name in ("Brook", "Fields", "Summers") if name != gone]
        refused = await mended(client, players="\n".join(kept))
        assert refused.status_code == 409
        assert "a sealed line-up of match 1 has been handed in: until it is opened" in seen(refused)
        assert f"these players have to stay on the list: {gone}" in seen(refused)


@pytest.mark.parametrize(
    ("change", "status", "why"),
    [
        ({"name": "Rudder"}, 409, "another team is called Rudder"),
        ({"team": "Odesa"}, 409, "no team called Odesa is entered; these are: Compass, Rudder"),
        ({"players": "Brook"}, 422, "at least 2 lines"),
    ],
)
async def test_a_team_that_cannot_be_so_is_refused_in_words(
    tmp_path: Path, change: dict[str, str], status: int, why: str
) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        answer = await mended(client, **change)
        assert answer.status_code == status
        assert why in seen(answer)


async def test_a_program_mends_a_team_and_is_refused_by_field(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, _):
        change = {
            "team": "Compass",
            "name": "Compass",
            "players": ["Brook", "Fields", "Summers"],
            "was": ["Brook", "Fields"],
        }
        answer = await client.put("/api/t/club/teams", json=change)
        names = [player["name"] for player in answer.json()["players"]]
        assert (answer.json()["name"], names) == ("Compass", change["players"])
        refused = await client.put(
            "/api/t/club/teams", json={**change, "was": change["players"], "name": "100 % Kharkiv"}
        )
        assert refused.status_code == 409
        assert refused.json()["field"] == "name"


async def test_a_percent_sign_in_a_name_is_told_as_it_is(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        await mended(client, name="50 %(x)s %")
        refused = await client.post(
            "/hall/t/club/matches/new", data={"home": "X", "away": "Rudder"}
        )
        assert "50 %(x)s %, Rudder" in seen(refused)
