"""Hours planned and starts announced, by forms and by the API, and what the public reads of it."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
from typer.testing import CliRunner

from server.access import PUBLIC
from tests.support.forms import every_form
from tests.support.served import DIRECTOR, opened, served
from tests.support.team_event import EventDesk
from yalta.cli import application

PATH, PAGE = "/api/t/club/timetable", "/hall/t/club/tournament/timetable"
DAY = "2090-10-03"
TERMS: dict[str, Any] = {
    "tables": 2,
    "days": [{"starts": f"{DAY}T10:00", "ends": f"{DAY}T20:00"}],
    "games": [{"game": "backgammon", "minutes": 15}, {"game": "long-gammon", "minutes": 15}],
}
FORM = {
    "order": "plan",
    "form": "plan",
    "was": "null",
    "tables": "2",
    "minutes_between": "10",
    "minutes-backgammon": "15",
    "minutes-long-gammon": "15",
    "day-1": DAY,
    "from-1": "10:00",
    "to-1": "20:00",
    "breaks-1": "",
}


async def ordered(client: httpx.AsyncClient, status: int = 200, **order: Any) -> Any:
    answer = await client.post(PATH, json=order)
    assert answer.status_code == status, answer.text
    return answer.json()


async def test_a_suggestion_is_taken_and_its_starts_are_announced(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await EventDesk(client).set_up()
        assert (await client.get(PATH)).json()["terms"] is None
        await ordered(client, order="plan", **TERMS)
        timetable = (await client.get(PATH)).json()
        assert timetable["left_over"] == [[2, 6], [3, 1]]
        fewer = next(one for one in timetable["suggestions"] if one["choice"] == "fewer-meetings")
        await ordered(client, order="change-stages", stages=fewer["stages"])
        timetable = (await client.get(PATH)).json()
        assert (timetable["left_over"], timetable["suggestions"]) == ([], [])
        starts = [
            {"stage": each["stage"], "round": each["round"], "starts_at": each["starts"]}
            for each in timetable["rounds"]
        ]
        await ordered(client, order="starts", starts=starts)
        assert [each["starts_at"] for each in (await client.get(PATH)).json()["starts"]] == [
            each["starts"] for each in timetable["rounds"]
        ]


async def test_the_page_offers_what_fits_and_does_it_by_one_button(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await EventDesk(client).set_up()
        await ordered(client, order="plan", **TERMS)
        page = await client.get(PAGE)
        assert "Meetings of every two teams in" in page.text
        ways = [fields for at, fields in every_form(page) if at == PAGE and "stages" in fields]
        assert (await client.post(PAGE, data=ways[0])).status_code == 303
        assert (await client.get(PATH)).json()["left_over"] == []


async def test_longer_hours_that_the_page_offers_are_taken_as_they_are(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await EventDesk(client).set_up()
        await ordered(client, order="plan", **TERMS)
        page = await client.get(PAGE)
        way, *_ = (fields for at, fields in every_form(page) if at == PAGE and "terms" in fields)
        assert (await client.post(PAGE, data=way)).status_code == 303
        timetable = (await client.get(PATH)).json()
        assert timetable["terms"] != TERMS
        assert timetable["left_over"] == []


async def test_the_public_reads_when_rounds_start_also_of_a_final_nobody_is_in_yet(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server, server.client(DIRECTOR) as client:
        desk = EventDesk(client)
        await desk.set_up()
        await desk.order("draw", stage=2)
        await desk.publish(2)
        starts = [
            {"stage": 2, "round": 1, "starts_at": f"{DAY}T10:00"},
            {"stage": 3, "round": 1, "starts_at": f"{DAY}T18:30"},
        ]
        await ordered(client, order="starts", starts=starts)
        assert "from Tue 3 Oct, 10:00" in (await client.get("/hall")).text
        async with server.client(PUBLIC) as watching:
            page = (await watching.get("/t/club/schedule")).text
            assert page.index("Tue 3 Oct, 10:00") < page.index("Tue 3 Oct, 18:30")
            schedule = (await watching.get("/t/club/forms/schedule.csv")).text
            assert "Backgammon. Round 1. Tue 3 Oct, 10:00" in schedule
            (stage,) = (await watching.get("/api/t/club/standings")).json()["stages"][1:2]
            assert stage["rounds"][0]["starts_at"] is not None


async def test_a_start_that_was_moved_meanwhile_is_shown_with_both_times(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await EventDesk(client).set_up()
        move = {"order": "starts", "form": "start-1-1", "stage": "1", "round": "1"}
        first = await client.post(PAGE, data={**move, "starts_at": f"{DAY}T10:00"})
        assert first.status_code == 303
        stale = await client.post(PAGE, data={**move, "starts_at": f"{DAY}T12:00"})
        assert stale.status_code == 409
        assert "On the page it was: none yet. Now it is: Tue 3 Oct, 10:00." in stale.text


async def test_what_is_wrong_with_hours_is_said_beside_them(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await EventDesk(client).set_up()
        for field, typed, says in (
            ("breaks-1", "noon", "times such as 13:00–14:00"),
            ("breaks-1", "9:00–9:30", "breaks within the hours of their day"),
            ("day-1", "tomorrow", "a day such as 2026-10-03"),
            ("from-1", "25:00", "a time such as 10:00"),
            ("tables", "1", "2 or more"),
            ("day-1", "1066-10-14", "a day such as 2026-10-03"),
        ):
            answer = await client.post(PAGE, data={**FORM, field: typed})
            assert answer.status_code in (409, 422), typed
            assert says in answer.text, typed
            assert (await client.get(PATH)).json()["terms"] is None


async def test_a_start_in_a_year_of_no_tournament_is_refused_with_how_it_is_written(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as client:
        await EventDesk(client).set_up()
        start = {"order": "starts", "form": "start", "stage": "1", "round": "1", "was": ""}
        refused = await client.post(PAGE, data={**start, "starts_at": "1066-10-14T09:00"})
        assert refused.status_code == 422
        assert "a day and time such as 2026-10-03T10:00" in refused.text
        assert (await client.get(PATH)).json()["starts"] == []


async def test_hours_planned_from_an_older_look_are_refused_and_told_to_programs(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as client:
        await EventDesk(client).set_up()
        await ordered(client, order="plan", **TERMS)
        timetable = await ordered(client, 409, order="plan", **{**TERMS, "tables": 4})
        assert timetable["now"]["tables"] == 2
        await ordered(client, order="plan", **{**TERMS, "tables": 4}, was=TERMS)


async def test_hours_past_midnight_and_their_breaks_end_on_the_next_day(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await EventDesk(client).set_up()
        late = {"from-1": "20:00", "to-1": "02:00", "breaks-1": "23:45-0:15"}
        assert (await client.post(PAGE, data={**FORM, **late})).status_code == 303
        page = (await client.get(PAGE)).text
        assert 'value="23:45–00:15"' in page
        (day,) = (await client.get(PATH)).json()["terms"]["days"]
        assert day["starts"] < day["breaks"][0]["starts"] < day["breaks"][0]["ends"] < day["ends"]


async def test_times_are_in_the_log_and_come_back_after_a_restart(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await EventDesk(client).set_up()
        await ordered(client, order="plan", **TERMS)
        start = {"stage": 1, "round": 1, "starts_at": f"{DAY}T10:00"}
        await ordered(client, order="starts", starts=[start])
        log = (await client.get("/hall/t/club/tournament")).text
        assert "Round 1 of stage 1 starts Tue 3 Oct, 10:00" in log
        assert "The hours were planned: Tue 3 Oct, 10:00–20:00. Tables: 2" in log
        before = (await client.get(PATH)).json()
    async with opened(tmp_path) as server, server.client(DIRECTOR) as client:
        assert (await client.get(PATH)).json() == before


async def test_only_who_sets_an_event_up_plans_its_hours(tmp_path: Path) -> None:
    async with opened(tmp_path) as server, server.client(PUBLIC) as watching:
        assert (await watching.get(PATH)).status_code in (401, 403)
        assert (await watching.get(PAGE)).status_code in (302, 303, 401, 403)


async def test_the_command_line_shows_the_starts(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        desk = EventDesk(client)
        await desk.set_up()
        await desk.order("draw", stage=1)
        starts = [
            {"stage": 1, "round": 1, "starts_at": f"{DAY}T10:00"},
            {"stage": 3, "round": 1, "starts_at": f"{DAY}T18:30"},
        ]
        await ordered(client, order="starts", starts=starts)
    words = ["tournament", "show", "club", "--data", str(tmp_path)]
    shown = (await asyncio.to_thread(CliRunner().invoke, application("tournament"), words)).output
    assert f"round 1, draft, starts {DAY} 10:00" in shown
    assert f"not drawn yet\n   round 1, starts {DAY} 18:30" in shown
