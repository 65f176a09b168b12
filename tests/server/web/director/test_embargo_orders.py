"""Which embargo a match is played under, over HTTP."""

from pathlib import Path

from tests.support.served import planned_match, served, served_match, two_teams

ORDER = {"reason": "the sponsor's stream", "embargo": "live", "was": "lockstep"}


async def test_a_match_is_set_up_with_its_embargo(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await planned_match(client, embargo="after_game")
        feed = (await client.get("/t/club/matches/1/live.json")).json()
    assert feed["state"]["embargo"] == "after_game"


async def test_another_embargo_than_the_three_is_refused_with_what_is_allowed(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        body = {"home": "Compass", "away": "Rudder", "embargo": "none"}
        answer = await client.post("/api/t/club/matches", json=body)
    assert answer.status_code == 422
    assert "'lockstep', 'live' or 'after_game'" in answer.text


async def test_the_director_changes_the_embargo_by_name_and_with_a_reason(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, number):
        address = f"/api/t/club/matches/{number}/director/embargo"
        assert (await client.post(address, json={**ORDER, "reason": ""})).status_code == 422
        answer = await client.post(address, json=ORDER)
        assert answer.json() == {"events": ["EmbargoSet"]}
    async with served(tmp_path) as client:
        feed = (await client.get(f"/t/club/matches/{number}/live.json?after=0")).json()
    assert feed["state"]["embargo"] == "live"
    assert [item for item in feed["items"] if item["kind"] == "embargo"] == [
        {"number": feed["last"], "kind": "embargo", "embargo": "live"}
    ]
