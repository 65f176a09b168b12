"""Lists of matches: the winner first, days and units said once, what is next with its time."""

import re
from pathlib import Path

from tests.server.web.timetable.test_timetable import DAY, ordered
from tests.support.finished_hall import until_known_over
from tests.support.ids import match_id
from tests.support.knockout_desk import KnockoutDesk
from tests.support.served import DIRECTOR, opened
from tests.support.team_event import event_hall


def section(page: str, name: str) -> str:
    return page.partition(f'id="{name}"')[2].partition("</section>")[0]


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


async def test_a_result_has_its_winner_first_and_a_day_and_a_unit_are_said_once(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (served, _, desk):
        pairing = await desk.first_match()
        home, away = pairing["home"], pairing["away"]
        await desk.won(pairing, away)
        await until_known_over(served.hub, match_id(1))
        async with served.client() as watching:
            pages = [(await watching.get(at)).text for at in ("/", "/t/club", "/t/club/archive")]
            hidden = (await watching.get("/t/club?results=hidden")).text
            schedule = text_of((await watching.get("/t/club/schedule")).text)
    for page in pages:
        said = text_of(section(page, "results") or page.partition("<main")[2])
        assert re.search(rf"{away} – {home} 25–5", said)
        assert said.count("victory points") == 1
        assert " VP" not in said
        assert len(re.findall(r'<p class="day">', section(page, "results") or page)) == 1
    assert f'aria-label="{away} – {home}. {away} wins by ' in pages[1]
    assert f"{home} – {away}" in text_of(section(hidden, "results"))
    assert re.search(rf"{home} 5–25 .*{away}", schedule)


async def test_what_is_next_has_its_day_and_time_and_comes_in_their_order(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (served, client, desk):
        await desk.draw_round_robin()
        (later,), (sooner,), (some_day,) = [await desk.publish(1) for _ in range(3)]
        starts = [
            {"stage": 1, "round": 1, "starts_at": f"{DAY}T18:30"},
            {"stage": 1, "round": 2, "starts_at": f"{DAY}T10:00"},
        ]
        await ordered(client, order="starts", starts=starts)
        async with served.client() as watching:
            pages = [(await watching.get(at)).text for at in ("/", "/t/club")]
    pairs = [f"{each['home']} – {each['away']}" for each in (sooner, later, some_day)]
    for page in pages:
        said = text_of(section(page, "coming"))
        order = ["Tuesday 3 October", pairs[0], "10:00", pairs[1], "18:30"]
        places = [said.index(each) for each in (*order, "No time yet", pairs[2])]
        assert places == sorted(places)
        assert said.count("3 October") == 1


async def test_matches_of_a_knockout_are_named_by_their_round(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        assert (await client.post("/api/tournaments", json={"name": "league"})).status_code == 201
        desk = KnockoutDesk(client)
        await desk.set_up(("Robin Brook", "Kim Holloway", "Alex Fields", "Sasha Stonely"))
        for each in await desk.matches(1):
            await desk.result(each["number"], "red")
        await desk.order("publish", knockout=1, round=2)
        async with served.client() as watching:
            every = ("/", "/t/club", "/t/club/bracket", "/t/club/archive")
            front, overview, bracket, archive = [(await watching.get(at)).text for at in every]
    for page in (front, overview, archive):
        assert "Semi-finals, match 2" in page
    assert "Final" in text_of(section(overview, "coming") + section(overview, "playing"))
    for page in (front, overview, bracket, archive):
        assert "club/" not in text_of(page.partition("<main")[2])
