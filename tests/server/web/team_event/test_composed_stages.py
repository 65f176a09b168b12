"""A team event that no preset has, put together, played and closed by forms (rulings 4 and 13)."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.access import PUBLIC, Role, Visitor
from tests.support.forms import form_of
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, Served, opened
from tests.support.team_event import (
    SET_UP_PAGE,
    TEAMS,
    EventDesk,
    event_hall,
    page_with,
    rows_won_by,
)

PAGE = "/hall/t/club/tournament"
NOTHING: Mapping[str, str] = {}
HALVES: tuple[dict[str, str], ...] = (
    {},
    {"place-2-away": "1-1-2"},
    {"place-1-home": "x", "place-1-away": "1-1-2"},
)
SECOND = Visitor(Role.OPERATOR, person_id("Olena"))


async def post(client: httpx.AsyncClient, page: str, sent: dict[str, str]) -> httpx.Response:
    answer = await client.post(page, data=sent)
    assert answer.status_code == 303, answer.text
    return answer


async def order(
    client: httpx.AsyncClient, typed: Mapping[str, str] = NOTHING, **holding: str
) -> None:
    """Send the page's form that holds these values, with what is typed; nobody is absent."""
    first = holding["order"] == "stage" and "How is it played?" in (await client.get(PAGE)).text
    page = PAGE if first else page_with(holding["order"])
    form = form_of(await client.get(page), PAGE, **holding)
    ticked = {name for name in form if name.startswith("absent-")}
    await post(client, PAGE, {**{name: form[name] for name in form.keys() - ticked}, **typed})


async def enter(
    client: httpx.AsyncClient, pairing: Any, winners: dict[str, str], games: int
) -> None:
    """A match's line-ups and sheet by its form: who won each room's games, three checkers left."""
    sheet = f"/hall/t/club/matches/{pairing['number']}/sheet"
    typed = {
        f"{room}-{game}-{field}": value
        for room, winner in winners.items()
        for game in range(1, games + 1)
        for field, value in (("winner", winner), ("ending", "bearoff"), ("left", "3"))
    }
    for side in ("home", "away"):
        first, second, *_ = TEAMS[pairing[side]]
        typed |= {f"{side}-open": first, f"{side}-closed": second}
    await post(client, sheet, form_of(await client.get(sheet), sheet) | typed)


def level_rows(pairing: Any) -> list[dict[str, Any]]:
    """A sheet in which White wins every game in both rooms, three checkers being left."""
    won = rows_won_by(pairing, pairing["home"])
    return [{**row, "loser": "red"} for row in won]


async def confirmed(served: Served, number: int) -> None:
    """Whoever else is at the desk confirms what one of them has entered (ruling 15)."""
    async with served.client(SECOND) as second:
        sheet = f"/hall/t/club/matches/{number}/sheet"
        at = f"{sheet}/confirmation"
        await post(second, at, form_of(await second.get(sheet), at))


async def play_robin(served: Served, client: httpx.AsyncClient, desk: EventDesk) -> None:
    """Six rounds, in which the earlier of TEAMS wins everything, each closed."""
    await order(client, order="draw", stage="1")
    for round_ in range(1, 7):
        await order(client, order="publish", stage="1", round=str(round_))
        (pairing,) = (await desk.stage(1))["rounds"][round_ - 1]["pairings"]
        side = min(("home", "away"), key=lambda each: [*TEAMS].index(pairing[each]))
        await enter(client, pairing, {"open": side, "closed": side}, games=4)
        await confirmed(served, pairing["number"])
        await order(client, order="close", stage="1", round=str(round_))


@pytest.mark.long
async def test_a_robin_met_twice_and_a_final_with_extra_games_run_by_forms_alone(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        desk = EventDesk(client)
        for name, players in TEAMS.items():
            team = {"name": name, "players": players}
            assert (await client.post("/api/t/club/teams", json=team)).status_code == 201
        robin = {"name": "Twice round", "meetings": "2"}
        await order(client, robin, order="stage", kind="round robin")
        final = {"name": "Decider", "games": "6"}
        places = {"place-1-home": "1-1-1", "place-1-away": "1-1-2"}
        await order(client, final | places, order="stage", kind="pairs")
        await play_robin(served, client, desk)
        await order(client, order="draw", stage="2")
        await order(client, order="publish", stage="2", round="1")
        (decider,) = (await desk.stage(2))["rounds"][0]["pairings"]
        assert (decider["home"], decider["away"]) == ("Compass", "Rudder")
        await enter(client, decider, {"open": "home", "closed": "away"}, games=6)
        await order(client, order="extra-games", stage="2")
        more = {**decider, "number": decider["number"] + 1}
        await enter(client, more, {"open": "away", "closed": "away"}, games=2)
        for number in (decider["number"], more["number"]):
            await confirmed(served, number)
        await order(client, order="close", stage="2", round="1")
        page = (await client.get(PAGE)).text
        assert "Rudder won" in page
        assert "Provisional until" in page
        async with served.client(PUBLIC) as public:
            table = (await public.get("/t/club/forms/standings.csv")).text
            assert "Final ranking\r\nPlace,Team\r\n1,Rudder\r\n2,Compass\r\n3,Anchor" in table
            overview = (await public.get("/t/club")).text
            assert re.search(
                r"<h2[^>]*>Final ranking</h2>\s*<ol.*Rudder.*</ol>", overview, re.DOTALL
            )


async def test_half_a_pair_of_places_is_refused_at_its_form_which_keeps_what_was_typed(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await order(client, {"name": "Robin"}, order="stage", kind="round robin")
        form = form_of(await client.get(SET_UP_PAGE), PAGE, order="stage", kind="pairs")
        for places in HALVES:
            answer = await client.post(PAGE, data=form | {"name": "Final"} | places)
            assert answer.status_code == 409
            assert "two places for each pair" in answer.text
            again = form_of(answer, PAGE, order="stage", kind="pairs")
            assert again["name"] == "Final"
            assert again["place-2-away"] == places.get("place-2-away", "")
        assert len((await client.get("/api/t/club/event")).json()["stages"]) == 1


async def test_the_best_of_one_group_meet_in_a_final_set_up_in_one_go(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (_, _client, desk):
        await desk.set_up("groups-and-finals", groups=1)
        names = [(await desk.stage(number))["name"] for number in (1, 2)]
        assert names == ["Round robin", "Final"]


async def test_the_order_of_level_teams_is_decided_by_places_of_which_each_is_given_once(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        await desk.draw_round_robin()
        for _ in range(3):
            (pairing,) = await desk.publish(1)
            await desk.keep(pairing, level_rows(pairing))
        form = form_of(await client.get(SET_UP_PAGE), PAGE, order="decide-order")
        placed = {"team-Compass": "3", "team-Rudder": "1", "team-Anchor": "1"}
        why = {"reason": "drawn by lot"}
        refused = await client.post(PAGE, data=form | placed | why)
        assert refused.status_code == 409
        assert "each place once" in refused.text
        await post(client, PAGE, form | placed | why | {"team-Anchor": "2"})
        (group,) = (await desk.stage(1))["groups"]
        assert [each["team"] for each in group["standings"]] == ["Rudder", "Anchor", "Compass"]
