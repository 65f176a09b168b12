"""Past events and seasons: what everybody finds of them."""

import re
from pathlib import Path

from tests.server.web.rulings.test_final_results import played_out
from tests.support.clock import Clock


async def test_an_official_event_is_listed_under_its_year_with_the_first_three(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with played_out(tmp_path, clock) as (served, _, _), served.client() as public:
        page = (await public.get("/tournaments")).text
        assert "Now and next" in page
        assert 'class="podium"' not in page
        clock.passes(minutes=31)
        page = (await public.get("/tournaments")).text
        assert "Now and next" not in page
        assert '<h2 id="year-2008">2008</h2>' in page
        (event,) = (await public.get("/api/events")).json()
        assert (event["status"], event["first"], event["teams"]) == ("official", "2008-05-03", 3)
        table = (await public.get("/api/t/club/standings")).json()["stages"][0]["groups"][0]
        order = [each["team"] for each in table["standings"]]
        assert [team for teams in event["places"] for team in teams] == order
        again = (await public.get("/api/events")).json()
        assert again == [event]


async def test_the_start_page_lists_the_latest_events_and_leads_to_all(tmp_path: Path) -> None:
    clock = Clock()
    async with played_out(tmp_path, clock) as (served, desk, _), served.client() as public:
        clock.passes(minutes=31)
        for number in range(1, 3):
            name = f"cup-{number}"
            await desk.client.post("/api/tournaments", json={"name": name})
            plan = {"order": "preset", "preset": "round-robin"}
            await desk.client.post(f"/api/t/{name}/event", json=plan)
        start = (await public.get("/")).text
        for address in ("/t/club", "/t/cup-1", "/t/cup-2", "/tournaments"):
            assert f'href="{address}"' in start


async def test_a_ranking_of_a_season_has_the_matches_of_its_days(tmp_path: Path) -> None:
    clock = Clock()
    async with played_out(tmp_path, clock) as (served, _, _), served.client() as public:
        every = (await public.get("/players")).text
        assert "<bdi>Brook</bdi>" in every
        person = every.partition('href="/players/')[2].partition('"')[0]
        for query in ("year=2008", "from=2008-05-03&to=2008-05-03", "to=2008-12-31"):
            assert "<bdi>Brook</bdi>" in (await public.get(f"/players?{query}")).text
            own = (await public.get(f"/players/{person}?{query}")).text
            assert "/t/club/matches/" in own
            rooms = re.findall(r'<th scope="row"[^>]*>([^<]+)<', own)
            assert rooms in (["Open room"], ["Closed room"])
        for query in ("year=2009", "from=2008-05-04", "to=2008-05-02"):
            other = (await public.get(f"/players?{query}")).text
            assert "No public games on these days." in other
            assert "/t/club/matches/" not in (await public.get(f"/players/{person}?{query}")).text


async def test_days_that_cannot_be_are_refused_beside_their_field(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as public:
        for query, why in (
            ("from=yesterday", "yesterday is not possible; allowed: a day such as 2026-09-01"),
            ("from=2008-06-01&to=2008-05-01", "allowed: 2008-06-01 or later"),
            ("year=20x8", "allowed: 1970 – 9998"),
        ):
            answer = await public.get(f"/players?{query}")
            assert answer.status_code == 422
            assert why in answer.text
