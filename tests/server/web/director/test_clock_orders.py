"""Whether and how time is counted in a match, over HTTP (ruling 30)."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.served import served, served_match, two_teams

OFF, ON = {"clocks": "off", "minutes": 3}, {"clocks": "on", "minutes": 5}
WHY = {"reason": "as announced"}
MATCH = "/api/t/club/matches/1"


async def test_a_match_has_no_clocks_unless_it_is_set_up_with_them(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        teams = {"home": "Compass", "away": "Rudder", "games": 4}
        await client.post("/api/t/club/matches", json=teams)
        await client.post("/api/t/club/matches", json={**teams, "clocks": "on"})
        settings = [(await client.get(f"/api/t/club/matches/{n}")).json()["clocks"] for n in (1, 2)]
    assert settings == [OFF, {"clocks": "on", "minutes": 3}]


@pytest.mark.parametrize(
    ("address", "match"),
    [
        ("matches", {"home": "Compass", "away": "Rudder", "games": 4}),
        ("matches/match-play", {"white": "Robin Brook", "red": "Alex Fields", "length": 5}),
    ],
)
async def test_a_reserve_beyond_an_hour_a_game_is_refused_with_what_is_allowed(
    tmp_path: Path, address: str, match: dict[str, Any]
) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        body = {**match, "clocks": "on", "clock_minutes": 61}
        answer = await client.post(f"/api/t/club/{address}", json=body)
    assert answer.status_code == 409
    assert "clock_minutes" in answer.text
    assert "1 to 60" in answer.text


async def test_the_director_sets_the_clocks_by_name_and_with_a_reason(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, _):
        order = {**ON, **WHY, "was": OFF}
        unreasoned = await client.post(f"{MATCH}/director/clocks", json={**order, "reason": ""})
        assert unreasoned.status_code == 422
        answer = await client.post(f"{MATCH}/director/clocks", json=order)
        assert answer.json() == {"events": ["ClocksSet"]}
        stale = await client.post(f"{MATCH}/director/clocks", json=order)
        assert stale.status_code == 409
        assert "has been changed" in stale.text
    async with served(tmp_path) as client:
        state = (await client.get(MATCH)).json()
    assert state["clocks"] == ON
    assert state["tables"]["closed"]["clock"] == {
        "white_ms": 20 * 60_000,
        "red_ms": 20 * 60_000,
        "free_ms": 12_000,
        "runs": None,
    }
