"""Lists of matches: the winner first, days and units said once, what is next with its time."""

import re
from pathlib import Path

from tests.server.web.timetable.test_timetable import DAY, ordered
from tests.support.finished_hall import until_known_over
from tests.support.ids import match_id
from tests.support.knockout_desk import KnockoutDesk
from tests.support.served import DIRECTOR, opened
from tests.support.team_event import TEAMS, event_hall, rows_won_by


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
        said = text_of(
            section(page, "results") or page.partition("<main")[2].partition("<table")[0]
        )
        assert re.search(rf"{away} – {home} 25–5", said)
        assert said.count("victory points") == 1
        assert " VP" not in said
        assert len(re.findall(r'<p class="day">', section(page, "results") or page)) == 1
    assert f'aria-label="{away} – {home}. {away} wins by ' in pages[1]
    assert f"{home} – {away}" in text_of(section(hidden, "results"))
    assert re.search(rf"{home} – {away} 5–25", schedule)


async def test_where_vp_are_level_the_list_says_by_how_many_imp_the_match_is_won(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (served, _, desk):
        pairing = await desk.first_match()
        home, away = pairing["home"], pairing["away"]
        level = [{**row, "loser": "white"} for row in rows_won_by(pairing, home)]
        await desk.keep(pairing, [{**level[0], "left": 7}, *level[1:]])
        await until_known_over(served.hub, match_id(1))
        lists = ("/", "/t/club", "/t/club/archive", "/t/club/schedule")
        async with served.client() as watching:
            pages = [text_of((await watching.get(at)).text) for at in lists]
            loser = text_of((await watching.get(f"/t/club/teams/{home}")).text)
            page = (await watching.get(f"/t/club/teams/{away}")).text
            person = page.partition('href="/players/')[2].partition('"')[0]
            winner = text_of((await watching.get(f"/players/{person}")).text)
            hidden = text_of((await watching.get("/t/club/schedule?results=hidden")).text)
    for said in pages[:3]:
        assert f"{away} – {home} 15–15 by 1 IMP" in said
    assert "by 1 IMP played" in pages[3]
    assert "by 1 IMP" in loser
    assert "15–15 VP by 1 IMP" in winner
    assert "by 1 IMP" not in hidden


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
        order = ["Tuesday, 3 October", pairs[0], "10:00", pairs[1], "18:30"]
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
        for number in (1, 2):
            await until_known_over(served.hub, match_id(number))
        drawn = (await client.get("/t/club/bracket")).text
        await desk.order("publish", knockout=1, round=2)
        async with served.client() as watching:
            every = ("/", "/t/club", "/t/club/bracket", "/t/club/archive")
            front, overview, bracket, archive = [(await watching.get(at)).text for at in every]
    for page in (front, overview, archive):
        assert "Semi-finals, match 2" in page
    assert text_of(drawn).count("to be played") == 1
    assert "being played" in bracket
    assert "Final" in text_of(section(overview, "coming") + section(overview, "playing"))
    for page in (front, overview, bracket, archive):
        assert "club/" not in text_of(page.partition("<main")[2])


async def test_a_team_s_page_has_its_own_points_first_and_the_start_of_what_is_to_come(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (served, client, desk):
        first = await desk.first_match()
        await desk.won(first, first["away"])
        await until_known_over(served.hub, match_id(1))
        (second,) = await desk.publish(1)
        async with served.client() as watching:
            unknown = text_of((await watching.get("/t/club/schedule")).text)
        start = {"stage": 1, "round": 2, "starts_at": f"{DAY}T10:00"}
        later = {"stage": 1, "round": 3, "starts_at": f"{DAY}T18:30"}
        await ordered(client, order="starts", starts=[start, later])
        async with served.client() as watching:
            team = text_of((await watching.get(f"/t/club/teams/{first['home']}")).text)
            other = text_of((await watching.get(f"/t/club/teams/{first['away']}")).text)
            schedule = text_of((await watching.get("/t/club/schedule")).text)
            front = text_of(section((await watching.get("/")).text, "coming"))
    assert f"L {first['away']} 5–25" in team
    assert f"W {first['home']} 25–5" in other
    assert "played · Match 1" in team
    assert "to be played · Match 2" in schedule
    playing, resting = (team, other) if first["home"] in second.values() else (other, team)
    assert "Tue 3 Oct, 10:00 to be played · Match 2" in playing
    assert "Round 2 bye" in resting
    assert "Round 2 No time yet" in unknown
    assert schedule.count("Tue 3 Oct, 10:00") == 1
    assert "Round 3 Tue 3 Oct, 18:30" in schedule
    assert "Round 2 Next" in playing
    assert "Round 3 not known yet Tue 3 Oct, 18:30" in playing
    assert "Harbour Cup Tue 3 Oct, 18:30 Round robin, round 3" in front


async def test_a_person_s_page_names_the_next_match_of_the_team_and_nobody_else_s(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (served, client, desk):
        pairing = await desk.first_match()
        start = {"stage": 1, "round": 1, "starts_at": f"{DAY}T10:00"}
        await ordered(client, order="starts", starts=[start])
        (resting,) = TEAMS.keys() - {pairing["home"], pairing["away"]}
        async with served.client() as watching:
            of_team = []
            for team in (pairing["home"], pairing["away"], resting):
                page = (await watching.get(f"/t/club/teams/{team}")).text
                somebody = page.partition('href="/players/')[2].partition('"')[0]
                person = (await watching.get(f"/players/{somebody}")).text
                of_team.append(text_of(section(person, "coming")))
    for said in of_team[:2]:
        assert f"{pairing['home']} – {pairing['away']} 10:00" in said
    assert of_team[2] == ""


async def test_what_is_to_come_stands_before_what_is_over(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (served, client, desk):
        first = await desk.first_match()
        await desk.won(first, first["away"])
        await until_known_over(served.hub, match_id(1))
        (second,) = await desk.publish(1)
        later = {"stage": 1, "round": 3, "starts_at": f"{DAY}T18:30"}
        await ordered(client, order="starts", starts=[later])
        (both,) = {first["home"], first["away"]} & {second["home"], second["away"]}
        async with served.client() as watching:
            schedule = (await watching.get("/t/club/schedule")).text
            found = (await watching.get("/search", params={"q": both})).text
    assert re.findall(r"<h3>Round (\d)", schedule) == ["2", "3", "1"]
    assert text_of(section(found, "coming")).count(both) == 1
    assert found.index('id="coming"') < found.index('id="results"')


async def test_who_leads_is_first_of_the_teams_and_named_in_the_list_of_tournaments(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (served, _, desk):
        pairing = await desk.first_match()
        async with served.client() as watching:
            before = (await watching.get("/t/club/teams")).text
            await desk.won(pairing, pairing["away"])
            await until_known_over(served.hub, match_id(1))
            after = text_of((await watching.get("/t/club/teams")).text.partition("<h1")[2])
            listed = text_of((await watching.get("/tournaments")).text)
            hidden = text_of((await watching.get("/tournaments?results=hidden")).text)
    named = re.findall(r'<h2><a href="/t/club/teams/([^"]*)"', before)
    assert named == sorted(named)
    assert after.index(f"1 {pairing['away']}") < after.index(f" {pairing['home']}")
    assert f"In the lead: 1 {pairing['away']} 25 VP" in listed
    assert "In the lead" not in hidden


async def test_a_schedule_is_asked_for_a_team_or_a_round_in_its_address(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (served, _, desk):
        await desk.draw_round_robin()
        rounds = [(await desk.publish(1))[0] for _ in range(3)]
        async with served.client() as watching:

            async def said(query: str) -> str:
                page = (await watching.get(f"/t/club/schedule{query}")).text
                return text_of(page.partition('data-part="schedule"')[2])

            whole, compass = await said(""), await said("?team=Compass")
            second, both = await said("?round=1-2"), await said("?team=Compass&round=1-2")
            page = (await watching.get("/t/club/schedule?team=Nobody")).text
            hidden = (await watching.get("/t/club/schedule?team=Compass&results=hidden")).text
    pairs = [f"{each['home']} – {each['away']}" for each in rounds]
    assert all(pair in whole for pair in pairs)
    assert all(("Compass" in pair) == (pair in compass) for pair in pairs)
    assert compass.count("Compass has a bye") == 1
    assert [pair in second for pair in pairs] == [False, True, False]
    assert ("Compass has a bye" in both) == ("Compass" not in pairs[1])
    assert "Nothing in this list fits" in page
    assert re.search(r'<option value="Compass"\s+selected', hidden)
    assert 'type="hidden" name="results" value="hidden"' in hidden


async def test_a_match_has_one_name_for_its_round_on_every_page_and_in_every_language(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        await desk.first_match()
        for language, called in (
            ("en", "Harbour Cup – Round robin, round 1"),
            ("uk", "Harbour Cup – Круговий турнір, тур 1"),
        ):
            for path in ("/?featured=club/1&", "/t/club/matches/1?"):
                page = (await client.get(f"{path}language={language}")).text
                assert called in page, path
                assert "Round robin – 1" not in page, path
