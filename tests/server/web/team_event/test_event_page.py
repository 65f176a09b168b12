"""The director's page of a tournament: what is in play first, what is past a line each."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from server.access import Role, Visitor
from tests.support.forms import form_of, one_line
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, Served, opened
from tests.support.stored import Heard, Listener
from tests.support.team_event import EVENT_PAGE, SET_UP_PAGE, EventDesk, rows_won_by

CONTROL = re.compile(r"<(?:a|button|select|textarea|summary|input(?! type=.hidden))[\s>]")
NAMES = ("Ensign", "Fathom", "Galley", "Hawser", "Island", "Jetty")
SECOND = Visitor(Role.OPERATOR, person_id("Olena"))


@asynccontextmanager
async def robin_of_six(folder: Path) -> AsyncIterator[tuple[Served, httpx.AsyncClient, EventDesk]]:
    """Five rounds of six teams, drawn; none is published."""
    async with opened(folder) as served, served.client(DIRECTOR) as client:
        for name in NAMES:
            body = {"name": name, "players": [f"{name} A", f"{name} B"]}
            assert (await client.post("/api/t/club/teams", json=body)).status_code == 201
        desk = EventDesk(client)
        await desk.order("preset", preset="groups-and-finals", groups=1)
        await desk.order("draw", stage=1)
        yield served, client, desk


async def closed_round(served: Served, client: httpx.AsyncClient, desk: EventDesk) -> None:
    """The next round, won by the home teams, confirmed by somebody else and closed."""
    pairings = await desk.publish(1)
    rounds = (await desk.stage(1))["rounds"]
    number = max(each["round"] for each in rounds if each["published"])
    for pairing in pairings:
        for side in ("home", "away"):
            team = pairing[side]
            seats = {"open_player": f"{team} A", "closed_player": f"{team} B", "was": None}
            path = f"/api/t/club/matches/{pairing['number']}/line-ups"
            answer = await client.post(path, json={"team": team, **seats})
            assert answer.status_code == 200, answer.text
        rows = {"rows": rows_won_by(pairing, pairing["home"])}
        api = f"/api/t/club/matches/{pairing['number']}/sheet"
        assert (await client.post(api, json=rows)).status_code == 200
        async with served.client(SECOND) as second:
            sheet = f"/hall/t/club/matches/{pairing['number']}/sheet"
            form = form_of(await second.get(sheet), f"{sheet}/confirmation")
            assert (await second.post(f"{sheet}/confirmation", data=form)).status_code == 303
    await desk.order("close", stage=1, round=number)


async def test_a_robin_of_five_rounds_has_at_most_sixty_controls_on_its_page(
    tmp_path: Path,
) -> None:
    async with robin_of_six(tmp_path) as (served, client, desk):
        await closed_round(served, client, desk)
        await desk.publish(1)
        page = (await client.get(EVENT_PAGE)).text
        assert len(CONTROL.findall(page)) <= 60
        assert page.index("Round 2") < page.index(f'href="{EVENT_PAGE}/rounds/1/1/changes"')
        assert page.index("Round 2") < page.index('class="standings"')
        assert "Ensign" in one_line(page.partition('class="rounds"')[2].partition("</li>")[0])


async def test_what_is_set_up_once_is_on_a_page_of_its_own_where_it_is_refused_too(
    tmp_path: Path,
) -> None:
    async with robin_of_six(tmp_path) as (_, client, _desk):
        page, set_up = await client.get(EVENT_PAGE), await client.get(SET_UP_PAGE)
        for text in ("Title, place and dates", "Where the rooms are", "Another stage"):
            assert text not in page.text
            assert text in set_up.text
        assert f'href="{SET_UP_PAGE}"' in page.text
        form = form_of(set_up, EVENT_PAGE, order="withdraw-team")
        refused = await client.post(EVENT_PAGE, data={**form, "team": "Ensign", "reason": ""})
        assert refused.status_code == 422
        assert "Teams that leave" in refused.text
        typed = {"title": "Harbour Cup", "place": "Odesa"}
        form = form_of(set_up, EVENT_PAGE, order="describe")
        done = await client.post(EVENT_PAGE, data=form | typed)
        assert (done.status_code, done.headers["location"]) == (303, SET_UP_PAGE)


async def test_teams_and_entries_are_behind_one_link(tmp_path: Path) -> None:
    async with robin_of_six(tmp_path) as (_, client, _desk):
        entries, teams = f"{EVENT_PAGE}/entries", "/hall/t/club/teams"
        page = (await client.get(EVENT_PAGE)).text
        assert f'href="{entries}"' in page
        assert f'href="{teams}"' not in page
        assert f'href="{teams}#form"' in (await client.get(entries)).text
        edited = (await client.get(f"{entries}?edit=1")).text
        assert f'href="{teams}?mend=Ensign#form"' in edited
        assert f'href="{entries}"' in (await client.get(teams)).text


async def test_pages_of_other_formats_are_linked_where_there_is_one(tmp_path: Path) -> None:
    async with robin_of_six(tmp_path) as (_, client, _desk):
        links = (f'href="{EVENT_PAGE}/ttt"', f'href="{EVENT_PAGE}/knockouts"')
        page = (await client.get(EVENT_PAGE)).text
        assert not any(link in page for link in links)
        form = {"order": "preset", "form": "preset", "preset": "ttt"}
        begun = await client.post(EVENT_PAGE, data=form)
        assert begun.headers["location"] == f"{EVENT_PAGE}/ttt"
        page = (await client.get(EVENT_PAGE)).text
        assert [link in page for link in links] == [True, False]


async def test_a_finished_match_of_a_closed_round_is_a_line_behind_the_tables(
    tmp_path: Path,
) -> None:
    async with robin_of_six(tmp_path) as (served, client, desk):
        heard = Heard()
        served.hall.subscriptions.add(Listener(heard))
        await closed_round(served, client, desk)
        await desk.publish(1)
        await heard.all_of(served.hall)
        async with asyncio.timeout(30):
            while len(served.hall.registry.in_play()) > 3:  # noqa: ASYNC110
                await asyncio.sleep(0)  # a finished match leaves memory in its own time
        page = (await client.get("/hall")).text
        assert page.count('class="tile past"') == 3
        assert page.rindex('class="tile card"') < page.index('class="tile past"')
        past = one_line(page[page.index('class="tile past"') :])
        assert "Finished" in past
        assert "captains still have to sign" not in past
