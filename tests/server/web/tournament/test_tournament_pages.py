"""Several tournaments in one hall: made by a form, each with its own teams, matches, addresses."""

from pathlib import Path

import pytest

from rules.room import Room
from server.access import Role, Visitor
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, opened, served

TEAMS = (
    {"name": "Compass", "players": ["Brook", "Fields"]},
    {"name": "Rudder", "players": ["Holloway", "Stonely"]},
)


async def test_a_tournament_is_created_by_a_form_and_becomes_the_one_that_is_led_to(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as client:
        assert (await client.get("/hall/teams")).headers["location"] == "/hall/t/club/teams"
        made = await client.post("/hall/tournaments", data={"name": "Odesa 2026"})
        assert (made.status_code, made.headers["location"]) == (303, "/hall/t/odesa-2026/teams")
        for place in ("teams", "matches/new"):
            to = (await client.get(f"/hall/{place}")).headers["location"]
            assert to == f"/hall/t/odesa-2026/{place}"
        page = (await client.get("/hall/t/club/teams")).text
        assert 'href="/hall/t/odesa-2026/teams"' in page


async def test_a_tournament_of_trials_alone_is_not_the_one_that_is_led_to(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await client.post("/api/tournaments", json={"name": "trial"})
        for team in TEAMS:
            await client.post("/api/t/trial/teams", json=team)
        match = {"home": "Compass", "away": "Rudder", "games": 4}
        for trial, led_to in ((True, "club"), (False, "trial")):
            made = await client.post("/api/t/trial/matches", json={**match, "trial": trial})
            assert made.status_code == 201, made.text
            for place in ("teams", "matches/new", "tournament", "prints"):
                to = (await client.get(f"/hall/{place}")).headers["location"]
                assert to == f"/hall/t/{led_to}/{place}"


@pytest.mark.parametrize("name", ["", "Одеса", "2026", "a--b", "imported", "club", "x" * 31])
async def test_a_short_name_that_cannot_be_is_refused_beside_its_field(
    name: str, tmp_path: Path
) -> None:
    async with served(tmp_path) as client:
        page = await client.post("/hall/tournaments", data={"name": name})
        assert page.status_code in (409, 422)
        assert 'id="tournament-name-why"' in page.text
        assert "Value error" not in page.text
        asked = await client.post("/api/tournaments", json={"name": name})
        assert asked.status_code == page.status_code
        assert [each["name"] for each in (await client.get("/api/tournaments")).json()] == ["club"]


async def test_matches_of_two_tournaments_have_the_same_number_and_nothing_else_in_common(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as hall, hall.client(DIRECTOR) as client:
        await client.post("/api/tournaments", json={"name": "odesa-2026"})
        for name, teams in (("club", TEAMS), ("odesa-2026", TEAMS)):
            for team in teams:
                known = "same" if name != "club" else None
                body = {**team, "known": known}
                answer = await client.post(f"/api/t/{name}/teams", json=body)
                assert answer.status_code == 201, answer.text
            body = {"home": "Compass", "away": "Rudder", "event": name}
            set_up = await client.post(f"/api/t/{name}/matches", json=body)
            assert set_up.json() == {"tournament": name, "number": 1}
        for name in ("club", "odesa-2026"):
            assert (await client.get(f"/api/t/{name}/matches/1")).json()["event"] == name
            assert (await client.get(f"/t/{name}/matches/1/live.json")).json()[
                "match"
            ] == f"{name}/1"
        tiles = (await client.get("/hall")).text
        assert "club/1" in tiles
        assert "odesa-2026/1" in tiles
    async with opened(tmp_path) as again, again.client(DIRECTOR) as client:
        listed = [each["name"] for each in (await client.get("/api/tournaments")).json()]
        assert listed == ["club", "odesa-2026"]
        assert (await client.get("/t/odesa-2026/matches/1")).status_code == 200


async def test_an_address_of_no_tournament_is_unknown_and_who_may_not_creates_none(
    tmp_path: Path,
) -> None:
    clerk = Visitor(Role.CLERK, person_id("Clerk"), Room.OPEN)
    async with opened(tmp_path) as hall:
        async with hall.client(DIRECTOR) as client:
            asked = await client.get("/t/none/matches/1", headers={"accept": "text/html"})
            assert asked.status_code == 404
            assert "Page not found" in asked.text
            answer = await client.get("/api/t/none/matches")
            assert (answer.status_code, answer.json()["allowed"]) == (404, "club")
        async with hall.client(clerk) as client:
            refused = await client.post("/api/tournaments", json={"name": "odesa-2026"})
            assert refused.status_code == 403
