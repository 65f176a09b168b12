"""Teams mended after they were entered, as far as their matches do not rest on them."""

from pathlib import Path

import httpx
import pytest

from server.access import Role, Visitor
from tests.server.web.test_console import seen
from tests.support.served import opened, served, started_match, two_teams

KHARKOV = {"team": "Kharkov", "name": "Kharkov", "players": "Garal\nKrasov"}


async def sealed_line_up(client: httpx.AsyncClient) -> None:
    """Match 1 of the two teams, where Kharkov's line-up is in and Moscow's is not."""
    await two_teams(client)
    await mended(client, players="Garal\nKrasov\nStarov")
    await client.post("/api/matches", json={"home": "Kharkov", "away": "Moscow", "games": 4})
    line_up = {"team": "Kharkov", "open_player": "Garal", "closed_player": "Krasov"}
    assert (await client.post("/api/matches/1/line-ups", json=line_up)).status_code == 200


async def mended(client: httpx.AsyncClient, **change: str) -> httpx.Response:
    return await client.post("/hall/teams/mended", data={**KHARKOV, **change})


async def test_a_team_gets_its_right_name_and_players_and_keeps_its_place(tmp_path: Path) -> None:
    operator = Visitor(Role.OPERATOR, "Olena")
    async with opened(tmp_path) as house, house.client(operator) as client:
        await two_teams(client)
        form = await client.get("/hall/teams", params={"mend": "Kharkov"})
        assert "Mend Kharkov" in seen(form)
        assert ">Garal\nKrasov</textarea>" in form.text
        done = await mended(client, name="Kharkiv", players="Garal\nKrasov\nStarov")
        assert done.status_code == 303, seen(done)
        assert list(house.hall.teams) == ["Kharkiv", "Moscow"]
    async with opened(tmp_path) as house:
        assert house.hall.teams["Kharkiv"] == ("Garal", "Krasov", "Starov")


async def test_a_team_of_a_planned_match_keeps_its_name_and_may_get_other_players(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        await client.post("/api/matches", json={"home": "Kharkov", "away": "Moscow", "games": 4})
        refused = await mended(client, name="Kharkiv")
        assert refused.status_code == 409
        assert "Kharkov: match 1 is set up with it" in seen(refused)
        assert 'value="Kharkiv"' in refused.text
        assert (await mended(client, players="Haral\nKrasov")).status_code == 303


async def test_a_player_whom_an_open_line_up_names_stays(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await started_match(client)
        refused = await mended(client, players="Garal\nStarov")
        assert refused.status_code == 409
        assert "a list with Krasov: the line-up of match 1 names them" in seen(refused)
        assert (await mended(client, players="Starov\nKrasov\nGaral")).status_code == 303


@pytest.mark.parametrize("gone", ["Garal", "Krasov", "Starov"])
async def test_a_sealed_line_up_keeps_every_player_so_that_it_tells_nothing(
    tmp_path: Path, gone: str
) -> None:
    async with served(tmp_path) as client:
        await sealed_line_up(client)
        kept = [name for name in ("Garal", "Krasov", "Starov") if name != gone]
        refused = await mended(client, players="\n".join(kept))
        assert refused.status_code == 409
        assert f"a list with {gone}: a line-up of match 1 is in, still sealed" in seen(refused)


@pytest.mark.parametrize(
    ("change", "status", "why"),
    [
        ({"name": "Moscow"}, 409, "a name no other team has"),
        ({"team": "Odesa"}, 409, "a team that is entered: Kharkov, Moscow"),
        ({"players": "Garal"}, 422, "at least 2 lines"),
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
    async with served(tmp_path) as client:
        await started_match(client)
        change = {"team": "Kharkov", "name": "Kharkov", "players": ["Garal", "Krasov", "Starov"]}
        answer = await client.put("/api/teams", json=change)
        assert answer.json() == {"name": "Kharkov", "players": change["players"]}
        refused = await client.put("/api/teams", json={**change, "name": "100 % Kharkiv"})
        assert refused.status_code == 409
        assert refused.json()["field"] == "name"


async def test_a_percent_sign_in_a_name_is_told_as_it_is(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        await mended(client, name="50 %(x)s %")
        refused = await client.post("/hall/matches/new", data={"home": "X", "away": "Moscow"})
        assert "50 %(x)s %, Moscow" in seen(refused)
