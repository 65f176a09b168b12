"""What a feed reader and a calendar program get, and how often they get it."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from icalendar import Calendar

from rules.directing.finality import ResultStep
from server.views.match.lists import MatchRow
from server.words.translation import words_for
from tests.server.web.rulings.test_final_results import played_out
from tests.server.web.timetable.test_timetable import DAY, ordered
from tests.support.clock import Clock
from tests.support.finished_hall import until_known_over
from tests.support.ids import match_id
from tests.support.listed_match import FINISHED_ROW
from tests.support.served import DIRECTOR, Served, opened
from tests.support.team_event import EventDesk, event_hall
from yalta_extras.subscriptions.results import FeedResult, results_feed

_ATOM = {"a": "http://www.w3.org/2005/Atom"}
FEED, CALENDAR = "/t/club/results.atom", "/t/club/schedule.ics"


def entries(answer: httpx.Response) -> list[ElementTree.Element]:
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    return ElementTree.fromstring(answer.content).findall("a:entry", _ATOM)


def text_of(entry: ElementTree.Element, name: str) -> str:
    return entry.findtext(f"a:{name}", "", _ATOM)


def rounds_of(answer: httpx.Response) -> list[dict[str, Any]]:
    """The events of a calendar by the names of their fields, as a calendar program reads them."""
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(answer.content)
    return [{name: each.decoded(name) for name in each} for each in calendar.walk("VEVENT")]


async def begun(server: Served, client: httpx.AsyncClient, desk: EventDesk) -> str:
    """A first round with an announced start, whose match a team has won; the team's name."""
    pairing = await desk.first_match()
    start = {"stage": 1, "round": 1, "starts_at": f"{DAY}T10:00"}
    await ordered(client, order="starts", starts=[start])
    await desk.won(pairing, pairing["home"])
    await until_known_over(server.hub, match_id(1))
    return str(pairing["home"])


async def test_a_results_feed_has_who_won_each_match_and_where_it_is_replayed(
    tmp_path: Path,
) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as public:
        rows = (await public.get("/t/club")).text
        found = entries(await public.get(FEED))
        assert len(found) == 3
        for entry in found:
            link = entry.find("a:link", _ATOM)
            assert link is not None
            assert link.attrib["href"].removeprefix(str(public.base_url)) in rows
            assert " VP" in text_of(entry, "title")
            assert " wins by " in text_of(entry, "summary")
            assert text_of(entry, "id").startswith("urn:uuid:")
            assert text_of(entry, "published").startswith("2008-05-03T12:")
        every = entries(await public.get("/results.atom"))
        assert [text_of(each, "id") for each in every] == [text_of(each, "id") for each in found]


@pytest.mark.parametrize(("language", "words"), [("uk", "тур"), ("ru", "тур")])
async def test_the_address_says_the_language_of_a_feed(
    tmp_path: Path, language: str, words: str
) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as public:
        answer = await public.get(f"{FEED}?language={language}")
        assert all(words in text_of(entry, "summary") for entry in entries(answer))


async def test_who_has_the_newest_feed_gets_no_second_copy_however_late_they_ask(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with opened(tmp_path, clock) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up()
        for address in (FEED, "/results.atom", CALENDAR):
            first = await client.get(address)
            clock.passes(minutes=1)
            known = {"if-none-match": f'W/"other", {first.headers["etag"]}'}
            again = await client.get(address, headers=known)
            assert (again.status_code, again.content) == (304, b"")
            assert (await client.get(address)).content == first.content


async def test_a_feed_that_hides_results_says_which_matches_are_over_and_no_more(
    tmp_path: Path,
) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as public:
        told, hidden = await public.get(FEED), await public.get(f"{FEED}?results=hidden")
        assert told.headers["etag"] != hidden.headers["etag"]
        known = {"if-none-match": told.headers["etag"]}
        assert (await public.get(f"{FEED}?results=hidden", headers=known)).status_code == 200
        links = re.findall(r'href="([^"]*)"', hidden.text)
        assert links
        assert all("results=hidden" in each for each in links)
        by_id = {text_of(each, "id") for each in entries(told)}
        for entry in entries(hidden):
            assert text_of(entry, "id") not in by_id
            assert re.fullmatch(r"\w+ – \w+", text_of(entry, "title"))
            assert text_of(entry, "summary").startswith("The match is over · ")


@pytest.mark.parametrize("language", ["en", "uk"])
def test_two_matches_with_other_results_have_the_same_feed_without_results(language: str) -> None:
    words, steps = (
        words_for(language),
        (ResultStep(datetime(2008, 5, 3, tzinfo=UTC), changed=False),),
    )

    def feed(result: MatchRow, *, hidden: bool) -> bytes:
        every = [FeedResult(match_id(1), result, steps)]
        return results_feed("Club", every, words, "http://x", "/", None, results_hidden=hidden)

    lost_words = "Rudder wins by 15 IMP."
    lost = replace(FINISHED_ROW, home_sum=4, away_sum=19, vp=(8, 22), won=-1, result=lost_words)
    assert feed(FINISHED_ROW, hidden=True) == feed(lost, hidden=True)
    assert feed(FINISHED_ROW, hidden=False) != feed(lost, hidden=False)


async def test_a_page_that_hides_results_leads_to_feeds_and_calendars_that_hide_them(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (server, client, desk):
        await begun(server, client, desk)
        page = (await client.get("/t/club?results=hidden")).text
        addresses = re.findall(r'href="([^"]*\.(?:atom|ics)[^"]*)"', page)
        assert len(addresses) == 4
        assert all(each.count("results=hidden") == 1 for each in addresses)
        for each in addresses:
            assert (await client.get(each.replace("&amp;", "&"))).status_code == 200


async def test_a_calendar_has_the_announced_rounds_and_a_teams_calendar_its_opponents(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server, server.client(DIRECTOR) as client:
        desk = EventDesk(client)
        await desk.set_up()
        assert rounds_of(await client.get(CALENDAR)) == []
        await desk.order("draw", stage=2)
        await desk.publish(2)
        starts = [
            {"stage": 2, "round": 1, "starts_at": f"{DAY}T10:00"},
            {"stage": 3, "round": 1, "starts_at": f"{DAY}T18:30"},
        ]
        await ordered(client, order="starts", starts=starts)
        first, final = rounds_of(await client.get(CALENDAR))
        assert first["DTSTART"] == datetime.fromisoformat(f"{DAY}T10:00").astimezone(UTC)
        assert first["DURATION"] >= timedelta(minutes=15)
        pair = first["DESCRIPTION"]
        assert first["SUMMARY"] == f"{pair} (Backgammon, round 1)"
        home, away = pair.split(" – ")
        (bye,) = {"Anchor", "Compass", "Rudder"} - {home, away}
        assert final["DESCRIPTION"] == "The pairings are not published yet."
        own, _ = rounds_of(await client.get(CALENDAR, params={"team": away}))
        assert own == first
        assert rounds_of(await client.get(CALENDAR, params={"team": bye})) == [final]
        moved = [{"stage": 2, "round": 1, "starts_at": f"{DAY}T11:00", "was": f"{DAY}T10:00"}]
        await ordered(client, order="starts", starts=moved)
        later, _ = rounds_of(await client.get(CALENDAR))
        assert later["UID"] == first["UID"]
        assert later["DTSTART"] - first["DTSTART"] == timedelta(hours=1)
        assert later["DTSTAMP"] > first["DTSTAMP"]
        assert (await client.get(CALENDAR, params={"team": "Nobody"})).status_code == 404


async def test_pages_lead_to_their_feeds(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (server, client, desk):
        empty = (await client.get("/t/club")).text
        assert FEED not in empty
        assert CALENDAR not in empty
        team = await begun(server, client, desk)
        for page, addresses in {
            "/": ["/results.atom?language=en"],
            "/t/club": [f"{FEED}?language=en", f"{CALENDAR}?language=en"],
            f"/t/club/teams/{team}": [f"{CALENDAR}?language=en&amp;team={team}"],
        }.items():
            text = (await client.get(page)).text
            for address in addresses:
                assert f'<a href="{address}"' in text, page
        assert 'rel="alternate" type="application/atom+xml"' in (await client.get("/")).text


async def test_while_it_is_off_there_is_no_feed_and_no_link(tmp_path: Path) -> None:
    async with opened(tmp_path, extras=[]) as server, server.client(DIRECTOR) as client:
        await EventDesk(client).set_up()
        for address in (FEED, CALENDAR, "/results.atom"):
            assert (await client.get(address)).status_code == 404
        assert ".atom" not in (await client.get("/t/club")).text
