"""A match marked as a trial: played like any other, and nothing of it counts anywhere."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from server.access import Role, Visitor
from tests.support.forms import form_of
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, opened
from tests.support.stored import Heard, Listener
from tests.support.team_event import TEAMS, EventDesk

TRIAL = "A trial: it does not count in any standings."
SECOND = Visitor(Role.OPERATOR, person_id("Olena"))


async def set_up(client: httpx.AsyncClient, **also: Any) -> dict[str, Any]:
    body = {"home": "Compass", "away": "Rudder", "games": 4, **also}
    answer = await client.post("/api/t/club/matches", json=body)
    assert answer.status_code == 201, answer.text
    return {"number": answer.json()["number"], "home": "Compass", "away": "Rudder"}


async def entered(client: httpx.AsyncClient) -> EventDesk:
    for name, players in TEAMS.items():
        await client.post("/api/t/club/teams", json={"name": name, "players": players})
    return EventDesk(client)


async def confirmed(client: httpx.AsyncClient, number: int) -> None:
    path = f"/api/t/club/matches/{number}"
    for each in (await client.get(path)).json()["results"]:
        named = {name: each[name] for name in ("game", "attempt", "room", "result")}
        answer = await client.post(f"{path}/results", json=named)
        assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("over", [False, True], ids=["in play", "finished"])
async def test_a_trial_counts_in_nobodys_sums(tmp_path: Path, over: bool) -> None:
    async with (
        opened(tmp_path) as served,
        served.client(DIRECTOR) as client,
        served.client(SECOND) as second,
        served.client() as public,
    ):
        heard = Heard()
        served.hall.subscriptions.add(Listener(heard))
        desk = await entered(client)
        for trial in (True, False):
            pairing = await set_up(client, trial=trial)
            await desk.won(pairing, "Compass")
            if over:
                await confirmed(second, pairing["number"])
            await heard.all_of(served.hall)
            ranking = (await public.get("/t/club/players")).text
            assert ("Brook" in ranking) is not trial


async def test_a_trial_uses_no_number_of_the_events_sets_of_rolls(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await entered(client)
        await set_up(client, trial=True)
        counted = await set_up(client)
        again = await set_up(client, trial=True)
        sets = {}
        for match in (counted, again):
            form = await client.get(f"/api/t/club/matches/{match['number']}/protocol.json")
            sets[match["number"]] = form.json()["roll_sets"], TRIAL in form.json()["notes"]
        assert sets == {2: ("1–4", False), 3: ("", True)}


async def test_every_page_of_a_trial_says_what_it_is(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await entered(client)
        new = "/hall/t/club/matches/new"
        fields = form_of(await client.get(new), new)
        fields |= {"home": "Compass", "away": "Rudder", "games": "4", "trial": "true"}
        page = await client.post(new, data=fields, follow_redirects=True)
        assert ">Trial<" in page.text
        for address in ("/hall", "/t/club/matches/1", "/"):
            assert "Trial" in (await client.get(address)).text
        (listed,) = (await client.get("/api/t/club/matches")).json()
        assert listed["trial"]
