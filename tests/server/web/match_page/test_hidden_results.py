"""Results that a visitor has not asked for: `results=hidden` in the address of a page."""

import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path

import pytest

from rules import events as ev
from tests.server.live.following import whole_match
from tests.server.web.match_page.test_spectator import public
from tests.server.web.rulings.test_final_results import played_out
from tests.support.clock import Clock

MATCH = "/t/club/matches/1"
ONE, OTHER = whole_match(1), whole_match(2)
_LINKS = re.compile(r'<a\b[^>]*\shref="(/[^"]*)"[^>]*>')


async def page_of(events: Sequence[ev.Event], path: str) -> str:
    async with public(events) as client:
        answer = await client.get(path)
    assert answer.status_code == 200, path
    return answer.text


async def test_two_matches_with_other_results_look_the_same() -> None:
    """Their lists and the first answer of their pages, in every language, byte for byte."""
    for path in ("/", MATCH, f"{MATCH}/g2"):
        for language in ("en", "uk"):
            address = f"{path}?results=hidden&language={language}"
            one, other = await page_of(ONE, address), await page_of(OTHER, address)
            assert _without_times(one) == _without_times(other), address
    assert _without_times(await page_of(ONE, MATCH)) != _without_times(await page_of(OTHER, MATCH))


def _without_times(page: str) -> str:
    """The page without the key that each answer draws."""
    return re.sub(r'name="form_key" value="[^"]*"', "", page)


async def test_every_link_of_such_a_page_carries_the_choice_and_one_shows_results() -> None:
    for path in ("/", MATCH, f"{MATCH}/g1/m3"):
        page = await page_of(ONE, f"{path}?results=hidden")
        links = [link for link in _LINKS.finditer(page) if "data-tells" not in link[0]]
        assert links
        assert [link[1] for link in links if "results=hidden" not in link[1]] == []
        assert 'name="results" value="hidden"' in page
    (shown,) = re.findall(
        r'href="([^"]*)" data-tells', await page_of(ONE, f"{MATCH}?results=hidden")
    )
    assert shown == MATCH


async def test_a_page_without_the_choice_offers_it_and_carries_nothing() -> None:
    for path in ("/", MATCH):
        page = await page_of(ONE, path)
        offered = re.findall(r'href="[^"]*results=hidden[^"]*"', page)
        assert offered == [f'href="{path}?results=hidden"']
    assert "results=hidden" not in await page_of(ONE[:60], MATCH)


async def test_a_step_of_a_replay_shows_what_was_played_up_to_it_and_leads_on() -> None:
    async with public(ONE) as client:
        story = (await client.get(f"{MATCH}/games/1/story.json")).json()
        links = [step["link"] for step in story["steps"]]
        first = (await client.get(f"{MATCH}?results=hidden")).text
        assert f'href="{MATCH}/g1/{links[0]}?results=hidden"' in first
        assert 'data-step="m1"' not in first
        page = (await client.get(f"{MATCH}/g1/{links[2]}?results=hidden")).text
        rows = re.findall(r'href="[^"]*/g1/([mc]\d+)\?results=hidden"\s+data-step', page)
        assert [each for each in links if each in rows] == links[:3]
        assert f'href="{MATCH}/g1/{links[3]}?results=hidden"' in page
        last = (await client.get(f"{MATCH}/g1/{links[-1]}?results=hidden")).text
        assert re.search(r'data-key="ArrowRight"\s+aria-disabled="true"', last)
        after = await client.get(f"{MATCH}/g9?results=hidden")
        assert "There is no game 9: the match is over." in after.text
        nowhere = await client.get(f"{MATCH}/g1/m999?results=hidden")
        assert nowhere.status_code == 404


async def test_a_match_under_way_is_shown_as_ever() -> None:
    page = await page_of(ONE[:60], f"{MATCH}?results=hidden")
    assert 'id="score"' in page
    assert "data-feed" in page


@pytest.mark.long
async def test_the_pages_of_a_tournament_hide_its_results(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as client:
        told = (await client.get("/t/club/schedule")).text
        scores = set(re.findall(r"\d+–\d+(?=</)", told))
        assert scores
        for path in ("", "/schedule", "/archive", "/standings", "/teams/Compass", "/players"):
            page = (await client.get(f"/t/club{path}?results=hidden")).text
            assert not [each for each in scores if f">{each}<" in page], path
            assert not re.findall(r'class="podium"|data-live|class="opponent won', page), path


@pytest.mark.long
async def test_whatever_is_opened_from_a_page_without_results_shows_none(tmp_path: Path) -> None:
    """Also printed forms, feeds and calendars; only `Show results` leads to results."""
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as client:
        await served.hall.finished_writer.write()
        told = (await client.get("/t/club/schedule")).text
        scores = {*re.findall(r">\d+–\d+<", told)}
        assert scores
        ahead, seen = ["/?results=hidden", "/t/club?results=hidden"], set[str]()
        while ahead:
            path = unescape(ahead.pop())
            if path in seen:
                continue
            seen.add(path)
            answer = await client.get(path)
            assert answer.status_code == 200, path
            assert re.match(
                r"text/(html|calendar)|application/atom", answer.headers["content-type"]
            )
            if not re.match("/duplicate|/t/club/forms/scoring-tables", path):
                assert not [each for each in scores if each in answer.text], path
            links = (link for link in _LINKS.finditer(answer.text) if "data-tells" not in link[0])
            ahead += [link[1] for link in links]
        assert "/t/club/forms/standings.pdf?results=hidden" in seen


@pytest.mark.long
async def test_a_filtered_list_keeps_results_hidden_whatever_is_chosen(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as client:
        await served.hall.finished_writer.write()
        page = (await client.get("/t/club/archive?team=Compass&results=hidden")).text
        links = [each[1] for each in _LINKS.finditer(page) if "data-tells" not in each[0]]
        assert [each for each in links if "results=hidden" not in each] == []
        form = page.partition('action="/t/club/archive"')[2].partition("</form>")[0]
        assert '<input type="hidden" name="results" value="hidden">' in form
        assert "VP" not in page
