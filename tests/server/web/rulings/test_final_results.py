"""An event from its last result to official: the countdown, a query, a late change (ruling 32)."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx

from server.access import Role, Visitor
from tests.support.clock import Clock
from tests.support.forms import form_of
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, Served, opened, result_seen
from tests.support.stored import Heard, Listener
from tests.support.team_event import EVENT, EventDesk, rows_won_by

OPERATOR = Visitor(Role.OPERATOR, person_id("Olena"))
STANDINGS = "/api/t/club/standings"
CASES = "/api/t/club/cases"


@contextlib.asynccontextmanager
async def played_out(
    folder: Path, clock: Clock
) -> AsyncIterator[tuple[Served, EventDesk, list[Any]]]:
    """A round robin of three, every match entered and confirmed by another account."""
    async with opened(folder, clock) as served, served.client(DIRECTOR) as client:
        desk, pairings, heard = EventDesk(client), list[Any](), Heard()
        served.hall.subscriptions.add(Listener(heard))
        await desk.draw_round_robin()
        for _ in range(3):
            pairings += await desk.publish(1)
        for pairing in pairings:
            clock.passes(minutes=1)
            await desk.won(pairing, pairing["home"])
            await confirmed(served, pairing["number"])
        await heard.all_of(served.hall)
        yield served, desk, pairings


async def confirmed(served: Served, number: int) -> None:
    """Another account confirms a match's sheet."""
    async with served.client(OPERATOR) as second:
        sheet = f"/hall/t/club/matches/{number}/sheet"
        fields = form_of(await second.get(sheet), f"{sheet}/confirmation")
        assert (await second.post(f"{sheet}/confirmation", data=fields)).status_code == 303


async def status(client: httpx.AsyncClient, source: str = EVENT) -> str:
    return str((await client.get(source)).json()["status"])


async def ruled(client: httpx.AsyncClient, order: str, *, code: int = 200, **fields: Any) -> Any:
    answer = await client.post(CASES, json={"order": order, **fields})
    assert answer.status_code == code, answer.text
    return answer.json()


async def corrected(client: httpx.AsyncClient, number: int) -> None:
    """Game 1 in the open room was won with other checkers left."""
    was = await result_seen(client, "open", 1, number)
    assert was is not None
    order = {"game": 1, "attempt": 1, "room": "open", "ending": "bearoff", "left": 9, "cube": 1}
    order |= {"loser": was["loser"], "reason": "the sheet was read wrongly", "was": was}
    path = f"/api/t/club/matches/{number}/director/correct-result"
    answer = await client.post(path, json=order)
    assert answer.status_code == 200, answer.text


async def test_an_event_is_running_then_provisional_then_official(tmp_path: Path) -> None:
    clock = Clock()
    async with played_out(tmp_path, clock) as (served, desk, pairings):
        async with served.client() as public:
            standings = (await public.get(STANDINGS)).json()
            assert (standings["status"], standings["since"]) == ("provisional", None)
            assert standings == {**standings, "until": "2008-05-03T12:33:00Z"}
            page = (await public.get("/t/club")).text
            assert "Provisional until" in page
            assert 'data-left="1800"' in page
            clock.passes(minutes=29)
            assert await status(public, STANDINGS) == "provisional"
            clock.passes(minutes=1)
            assert await status(public, STANDINGS) == "official"
            assert "Official since" in (await public.get("/t/club")).text
            csv = (await public.get("/t/club/forms/standings.csv")).text
            assert "Official since" in csv.splitlines()[-1]
        form = f"/t/club/matches/{pairings[0]['number']}/forms/protocol"
        printed = (await desk.client.get(f"{form}.html")).text
        assert "final: the time for queries has passed" in printed
        assert (await desk.client.get(f"{form}.pdf")).status_code == 200


async def test_a_level_match_of_a_round_robin_ends_like_any_other(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock) as served, served.client(DIRECTOR) as client:
        desk = EventDesk(client)
        await desk.draw_round_robin()
        first, *others = [pairing for _ in range(3) for pairing in await desk.publish(1)]
        level = [{**row, "loser": "red"} for row in rows_won_by(first, first["home"])]
        await desk.keep(first, level)
        await confirmed(served, first["number"])
        for pairing in others:
            await desk.won(pairing, pairing["home"])
            await confirmed(served, pairing["number"])
        assert await status(client) == "provisional"
        clock.passes(minutes=30)
        assert await status(client) == "official"


async def test_what_is_not_confirmed_is_not_final_however_long_it_is_posted(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock) as served, served.client(DIRECTOR) as client:
        desk = EventDesk(client)
        await desk.set_up("round-robin")
        assert await status(client) == "planned"
        await desk.order("draw", stage=1)
        pairings = [pairing for _ in range(3) for pairing in await desk.publish(1)]
        assert await status(client) == "running"
        for pairing in pairings:
            await desk.won(pairing, pairing["home"])
        clock.passes(minutes=60)
        event = (await client.get(EVENT)).json()
        assert (event["status"], event["until"]) == ("provisional", None)
        for pairing in pairings:
            await confirmed(served, pairing["number"])
        assert await status(client) == "official"


async def test_a_captains_query_stops_the_clock_until_the_director_has_answered(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with played_out(tmp_path, clock) as (served, desk, pairings):
        number = pairings[-1]["number"]
        captain = Visitor(
            Role.CAPTAIN, person_id("Captain"), None, match_id(number), pairings[-1]["home"]
        )
        clock.passes(minutes=10)
        async with served.client(captain) as theirs:
            fields = form_of(await theirs.get("/captain"), f"/hall/t/club/matches/{number}/queries")
            asked = {**fields, "text": "game 3 was a gammon"}
            path = f"/hall/t/club/matches/{number}/queries"
            assert (await theirs.post(path, data=asked)).status_code == 303
            assert "game 3 was a gammon" in (await theirs.get("/captain")).text
            others = f"/api/t/club/matches/{pairings[0]['number']}/queries"
            assert (await theirs.post(others, json={"text": "so was this"})).status_code == 403
        clock.passes(minutes=60)
        async with served.client() as public:
            page = (await public.get("/t/club")).text
            assert "Provisional: not every result is final yet" in page
            assert "game 3" not in page
        (query,) = (await desk.client.get(CASES)).json()["queries"]
        assert (query["number"], query["team"], query["answer"]) == (number, captain.team, None)
        await ruled(desk.client, "answer-query", query=1, answer="it was not: see the board's log")
        again = await ruled(desk.client, "answer-query", query=1, answer="once more", code=409)
        assert "not answered yet" in again["detail"]
        assert again["code"] == "query_answered_already"
        event = (await desk.client.get(EVENT)).json()
        assert event["until"] == "2008-05-03T13:33:00Z"
        clock.passes(minutes=20)
        assert await status(desk.client) == "official"
        refused = await ruled(desk.client, "query", number=number, text="too late", code=404)
        assert "open a case on it" in refused["detail"]


async def test_a_changed_result_has_the_whole_time_again(tmp_path: Path) -> None:
    clock = Clock()
    async with played_out(tmp_path, clock) as (served, desk, pairings):
        clock.passes(minutes=20)
        await corrected(desk.client, pairings[0]["number"])
        assert (await desk.client.get(EVENT)).json()["until"] is None
        clock.passes(minutes=1)
        await confirmed(served, pairings[0]["number"])
        assert (await desk.client.get(EVENT)).json()["until"] == "2008-05-03T12:53:00Z"


async def test_a_change_after_the_deadline_says_so_on_form_and_in_the_log(tmp_path: Path) -> None:
    clock = Clock()
    async with played_out(tmp_path, clock) as (served, desk, pairings):
        number = pairings[0]["number"]
        form = f"/t/club/matches/{number}/forms/protocol"
        clock.passes(minutes=31)
        assert "after the deadline" not in (await desk.client.get(f"{form}.html")).text
        await corrected(desk.client, number)
        assert await status(desk.client) == "provisional"
        await confirmed(served, number)
        assert await status(desk.client) == "official"
        for address in (f"{form}.html", f"/hall/t/club/matches/{number}/log"):
            assert (await desk.client.get(address)).text.count("(after the deadline)") == 1
        rows = (await desk.client.get(f"{form}.json")).json()["rows"]
        (late,) = [each for row in rows for each in row["decided"] if each.get("after_deadline")]
        assert late["how"] == "corrected"


async def test_the_period_is_set_before_the_first_result_is_final(tmp_path: Path) -> None:
    clock = Clock()
    async with played_out(tmp_path, clock) as (_, desk, _):
        page = await desk.client.get("/hall/t/club/tournament/cases")
        fields = form_of(page, "/hall/t/club/tournament/cases", order="query-period")
        answer = await desk.client.post(
            "/hall/t/club/tournament/cases", data={**fields, "minutes": "45"}
        )
        assert answer.status_code == 303
        clock.passes(minutes=44)
        assert await status(desk.client) == "provisional"
        clock.passes(minutes=1)
        assert await status(desk.client) == "official"
        refused = await ruled(desk.client, "query-period", minutes=90, code=409)
        assert "45, unchanged" in refused["detail"]


async def test_times_of_results_outlive_the_server(tmp_path: Path) -> None:
    clock = Clock()
    async with played_out(tmp_path, clock) as (_, desk, _):
        before = (await desk.client.get(EVENT)).json()
    clock.passes(minutes=5)
    async with opened(tmp_path, clock) as served, served.client(DIRECTOR) as client:
        assert (await client.get(EVENT)).json() == before
