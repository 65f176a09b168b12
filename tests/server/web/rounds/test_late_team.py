"""A team that comes late, over HTTP: by the director's page, seen by everybody."""

from pathlib import Path

from tests.support.forms import form_of
from tests.support.team_event import SET_UP_PAGE, event_hall

PAGE = "/hall/t/club/tournament"


async def test_a_team_joins_from_the_next_round_and_who_had_a_bye_wins_by_walkover(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        await desk.first_match()
        (idle,) = (await desk.stage(1))["rounds"][0]["byes"]
        body = {"name": "Keel", "players": ["Ash", "Elm"]}
        await client.post("/api/t/club/teams", json=body)
        form = form_of(await client.get(SET_UP_PAGE), PAGE, order="join")
        assert form["round"] == "2"
        old = {**form, "team": "Keel", "reason": "the ferry was late", "round": "1"}
        assert (await client.post(PAGE, data=old)).status_code == 409
        answer = await client.post(PAGE, data={**old, "round": "2"})
        assert answer.status_code == 303
        stage = await desk.stage(1)
        first = stage["rounds"][0]["pairings"]
        walked = {(each["home"], each["away"]): each["walkover"] for each in first}
        assert walked[idle, "Keel"] == ["Keel"]
        assert [each["byes"] for each in stage["rounds"]] == [[], [], []]
        public = (await client.get("/api/t/club/standings")).json()["stages"][0]
        lines = {each["team"]: each for each in public["groups"][0]["standings"]}
        assert lines[idle]["walkovers"] == 1
        assert (await client.get("/t/club")).status_code == 200
        assert "Keel plays in stage 1 from round 2 on" in (await client.get(PAGE)).text
        assert len(await desk.publish(1)) == 2
