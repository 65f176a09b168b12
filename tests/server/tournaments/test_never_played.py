"""Teams and tournaments that were entered by mistake are taken back (ruling 29)."""

from dataclasses import replace
from pathlib import Path

import httpx

from rules import commands as cmd
from tests.support.forms import form_of
from tests.support.served import DIRECTOR, Served, opened
from tests.support.team_event import TEAMS, EventDesk, event_hall

WHY = {"reason": "entered twice"}


async def names_of(client: httpx.AsyncClient, path: str = "/api/t/club/teams") -> list[str]:
    return [each["name"] for each in (await client.get(path)).json()]


async def test_a_team_that_played_nothing_leaves_the_lists_and_may_be_entered_anew(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up("round-robin")
        await fee(served, "Anchor", 50)
        page = await client.get("/hall/t/club/teams?mend=Rudder")
        fields = form_of(page, "/hall/t/club/teams/withdrawal")
        gone = await client.post("/hall/t/club/teams/withdrawal", data={**fields, **WHY})
        assert gone.status_code == 303
        assert await names_of(client) == ["Compass", "Anchor"]
        for address in ("/t/club", "/hall/t/club/tournament", "/hall/t/club/tournament/entries"):
            assert "Rudder" not in (await client.get(address)).text.partition("What was decided")[0]
        again = {"name": "Rudder", "players": TEAMS["Rudder"], "known": "same"}
        assert (await client.post("/api/t/club/teams", json=again)).status_code == 201
        assert await names_of(client) == ["Compass", "Anchor", "Rudder"]
        assert await entry(client, "Anchor") == (3, 50)
        assert await entry(client, "Rudder") == (4, 0)
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        assert await names_of(client) == ["Compass", "Anchor", "Rudder"]
        assert await entry(client, "Anchor") == (3, 50)


async def entry(client: httpx.AsyncClient, team: str) -> tuple[int, float]:
    entries = (await client.get("/api/t/club/entries")).json()["entries"]
    (own,) = [each for each in entries if each["team"] == team]
    return own["entry"], own["due"]


async def fee(served: Served, team: str, due: int) -> None:
    process = served.hall.tournaments.named("club")
    was = process.state.desk.form(team, with_note=False)
    change = cmd.ChangeEntry(team, replace(was, due=due), was)
    await served.hall.commands.to_desk(process.tournament, change, DIRECTOR)


async def test_a_team_in_a_draw_or_a_match_is_not_taken_back(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        await desk.draw_round_robin()
        path = "/api/t/club/teams/withdrawal"
        refused = await client.post(path, json={"team": "Rudder", **WHY})
        assert "it is drawn into Round robin" in refused.json()["detail"]
        await desk.order("withdraw-draw", stage=1, reason="a team was forgotten")
        match = {"home": "Compass", "away": "Anchor", "games": 4}
        assert (await client.post("/api/t/club/matches", json=match)).status_code == 201
        refused = await client.post(path, json={"team": "Anchor", **WHY})
        assert "a team without matches; it has these: 1" in refused.json()["detail"]
        assert (await client.post(path, json={"team": "Rudder", **WHY})).status_code == 204


async def test_a_tournament_without_matches_leaves_every_list_and_its_name_stays_taken(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up("round-robin")
        alone = await client.post("/api/tournaments/club/withdrawal", json=WHY)
        assert "a hall needs at least one tournament" in alone.json()["detail"]
        assert (await client.post("/api/tournaments", json={"name": "cup"})).status_code == 201
        page = await client.get("/hall/t/club/teams")
        fields = form_of(page, "/hall/t/club/withdrawal")
        gone = await client.post("/hall/t/club/withdrawal", data={**fields, **WHY})
        assert gone.headers["location"] == "/hall/t/cup/teams"
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        assert await names_of(client, "/api/tournaments") == ["cup"]
        assert (await client.get("/t/club")).status_code == 404
        for address in ("/", "/hall", "/players", "/hall/tournament", "/hall/people"):
            answer = await client.get(address, follow_redirects=True)
            assert answer.status_code == 200
            assert "/t/club" not in answer.text
        again = await client.post("/api/tournaments", json={"name": "club"})
        assert "a name no other tournament has here" in again.json()["detail"]


async def test_a_tournament_with_a_match_stays(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        await desk.set_up("round-robin")
        assert (await client.post("/api/tournaments", json={"name": "cup"})).status_code == 201
        await desk.order("draw", stage=1)
        await desk.publish(1)
        refused = await client.post("/api/tournaments/club/withdrawal", json=WHY)
        assert "remove these first: 1" in refused.json()["detail"]
        await desk.order("withdraw-draw", stage=1, reason="nobody came")
        assert (await client.post("/api/tournaments/club/withdrawal", json=WHY)).status_code == 204
