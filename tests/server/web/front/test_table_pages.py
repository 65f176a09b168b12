"""The grid and the big screen, as they are first sent."""

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from rules import events as ev
from server.views.front.public import featured, table_card
from server.views.match.lists import is_playing, match_row
from server.words.translation import words_for
from tests.server.live.following import hub_of, whole_match
from tests.server.web.match_page.test_spectator import OPENED, public
from tests.support.ids import NAMES as NAMED
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.rooms import scheduled, started
from tests.support.served import DIRECTOR, another_match, opened, served, started_match
from tests.support.team_event import EventDesk

WHOLE = whole_match()
HALF = WHOLE[: len(WHOLE) // 2]


def large_of(page: str) -> str:
    found = re.search(r'class="table-card large" data-match="club/(\d+)"', page)
    return found[1] if found else ""


async def page_of(path: str, *matches: Sequence[ev.Event]) -> str:
    async with public(*matches) as client:
        answer = await client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text


async def test_the_first_match_still_played_is_shown_large() -> None:
    planned, over = (
        [replace(scheduled(), match_id=match_id(1))],
        [replace(scheduled(), match_id=match_id(2)), *WHOLE[1:]],
    )
    third = [replace(scheduled(), match_id=match_id(3)), *HALF[1:]]
    fourth = [replace(scheduled(), match_id=match_id(4)), *HALF[1:]]
    page = await page_of("/", planned, over, third, fourth)
    assert large_of(page) == "3"
    assert page.count("<bg-board") == 2


async def test_any_match_can_be_shown_large_by_the_address() -> None:
    second = [replace(scheduled(), match_id=match_id(2)), *WHOLE[1:]]
    assert large_of(await page_of("/?featured=club/2", HALF, second)) == "2"
    assert large_of(await page_of("/?featured=club/9", HALF, second)) == "1"


async def test_the_very_first_visit_says_how_the_house_gets_its_director(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client() as client:
        assert "Open the set-up link that the terminal printed" in (await client.get("/")).text
        async with served.client(DIRECTOR):
            page = (await client.get("/")).text
        assert "set-up link" not in page
        assert "No match is planned yet." in page


async def test_tournaments_are_offered_to_a_big_screen_by_their_titles(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up()
        assert (await client.post("/api/tournaments", json={"name": "open"})).status_code == 201
        page = (await client.get("/screen/address")).text
    assert '<option value="club">Harbour Cup</option>' in page


async def test_nothing_is_large_when_nothing_is_played() -> None:
    assert not large_of(await page_of("/", [scheduled()]))


async def test_a_match_played_alone_has_its_score_and_moves_beside_it() -> None:
    alone = await page_of("/", HALF, [replace(scheduled(), match_id=match_id(2))])
    moves = re.search(r'data-part="moves".*?</div>', alone, re.DOTALL)
    assert moves
    assert re.search(r'href="/t/club/matches/1/g\d+/m\d+"', moves[0])
    assert "Score so far" in alone
    second = [replace(scheduled(), match_id=match_id(2)), *HALF[1:]]
    assert "data-part" not in await page_of("/", HALF, second)


async def test_a_card_carries_the_table_that_the_feed_tells() -> None:
    async with public(HALF) as client:
        page = (await client.get("/")).text
        feed = (await client.get("/t/club/matches/1/live.json")).json()
    drawn = re.findall(r"table='([^']+)'", page)
    assert json.loads(drawn[0]) == feed["state"]["table"]


async def test_the_score_of_a_card_is_that_of_the_feed() -> None:
    card = table_card(hub_of(*WHOLE).snapshots()[0], words_for("en"), aids=True)
    async with public(WHOLE) as client:
        imp = (await client.get("/t/club/matches/1/live.json")).json()["state"]["imp"]
    assert imp == {"home": card.home_sum, "away": card.away_sum}
    assert card.home_sum + card.away_sum > 0


def test_a_card_and_a_list_say_who_won_a_match_that_is_over() -> None:
    now, words = hub_of(*WHOLE).snapshots()[0], words_for("en")
    card = table_card(now, words, NAMED, aids=False)
    row = match_row(now, words, NAMED, {})
    winner = row.home if row.won > 0 else row.away
    assert row.result.startswith(f"{winner} wins by ")
    assert card.ending == row.result
    assert table_card(hub_of(*HALF).snapshots()[0], words, NAMED, aids=False).ending == ""


def test_the_wanted_match_is_featured_even_when_its_match_is_over() -> None:
    now = hub_of(*WHOLE).snapshots()[0]
    assert not is_playing(now)
    assert featured([now], match_id(1)) is now
    assert featured([now], None) is None


def on_screen(page: str) -> list[str]:
    return re.findall(r'<div class="shown" data-match="([^"]+)">', page)


def numbered(number: int, events: Sequence[ev.Event], home: str = "Compass") -> list[ev.Event]:
    return [replace(scheduled(), match_id=match_id(number), home=home), *events[1:]]


async def test_the_screen_shows_only_the_matches_it_is_told_to() -> None:
    page = await page_of("/screen?seconds=30&matches=club/2", HALF, numbered(2, HALF))
    assert 'data-seconds="30" data-matches="club/2"' in page
    assert on_screen(page) == ["club/2"]


async def test_the_screen_of_one_match_lists_the_others_those_being_played_first() -> None:
    planned = numbered(2, [scheduled()], home="Anchor")
    playing = numbered(3, HALF, home="Beacon")
    page = await page_of("/screen?show=match&matches=club/1", HALF, planned, playing)
    assert on_screen(page) == ["club/1"]
    others = page.partition('class="others"')[2].partition("</ul>")[0]
    assert re.findall(r'data-card="home">([^<]+)<', others) == ["Beacon", "Anchor"]


@pytest.mark.parametrize(("query", "shown"), [("", 4), ("&tables=4", 4), ("&tables=8", 6)])
async def test_a_wall_has_the_matches_that_are_played_in_their_order(
    query: str, shown: int
) -> None:
    playing = [numbered(number, HALF) for number in range(3, 9)]
    matches = [numbered(1, WHOLE), numbered(2, [scheduled()]), *playing]
    page = await page_of(f"/screen?show=wall{query}", *matches)
    assert on_screen(page) == [f"club/{number}" for number in range(3, 3 + shown)]


async def test_a_screen_has_the_matches_of_its_tournament_and_of_no_other() -> None:
    async with public(HALF) as client:
        assert on_screen((await client.get("/screen?tournament=club")).text) == ["club/1"]
        refused = await client.get("/screen?tournament=other")
    assert refused.status_code == 404
    assert "club" in refused.text


async def test_a_screen_of_nothing_says_so_beside_a_board_that_is_set_up() -> None:
    page = await page_of("/screen")
    assert on_screen(page) == []
    assert "No match is planned yet." in page
    assert page.count("<bg-board") == 1


def address_in(page: str) -> str:
    found = re.search(r'<code id="address">([^<]+)</code>', page)
    assert found
    return found[1].replace("&amp;", "&").partition("/screen")[2]


@pytest.mark.parametrize(
    ("typed", "made"),
    [
        ("", "?show=rotation&seconds=20&theme=dark"),
        ("?show=match&match=club/1&seconds=40", "?show=match&matches=club/1&theme=dark"),
        (
            "?show=wall&tables=8&seconds=40&tournament=club&screen_language=uk&screen_theme=light",
            "?show=wall&tables=8&seconds=40&tournament=club&theme=light&language=uk",
        ),
    ],
)
async def test_the_address_of_a_screen_has_what_was_chosen_and_opens(typed: str, made: str) -> None:
    async with public(HALF) as client:
        built = address_in((await client.get(f"/screen/address{typed}")).text)
        assert built == made
        assert (await client.get(f"/screen{built}")).status_code == 200


@pytest.mark.parametrize(
    "query",
    ["seconds=1", "seconds=1e9", "matches=x", "seconds=", "show=all", "tables=5", "tournament=/"],
)
async def test_a_setting_of_the_screen_out_of_range_is_refused(query: str) -> None:
    async with public(HALF) as client:
        assert (await client.get(f"/screen?{query}")).status_code == 422


async def test_the_operator_shows_a_match_large_until_it_is_over_and_over_a_restart(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as client:
        first = await started_match(client)
        second = await another_match(client)
        await shown_as_playing(client, second)
        assert large_of((await client.get("/")).text) == str(first)
        answer = await client.post("/featured", data={"match": f"club/{second}"})
        assert answer.status_code == 303
        assert (await client.post("/featured", data={"match": "club/99"})).status_code == 404
    async with served(tmp_path) as client:
        await shown_as_playing(client, second)
        page = (await client.get("/")).text
        assert large_of(page) == str(second)
        screen = (await client.get("/screen?show=match")).text
        assert on_screen(screen) == [f"club/{second}"]
        assert "Choose automatically" in page
        await client.post("/featured")
        assert large_of((await client.get("/")).text) == str(first)


async def shown_as_playing(client: httpx.AsyncClient, number: int) -> None:
    """Let the loop go on until the public has been told that a match has begun."""
    for _ in range(10_000):
        if (await client.get(f"/t/club/matches/{number}/live.json")).json()["state"]["game"]:
            return
        await asyncio.sleep(0)
    raise AssertionError(f"match {number} never began")


async def test_nobody_of_the_public_is_offered_the_choice() -> None:
    assert 'action="/featured"' not in await page_of("/", HALF)


NAMES = [
    "<img src=x onerror=alert(1)>",
    "'\"><script>alert(1)</script>",
    "فريق يالطا",
    "\u202eevil",
    "🎲" * 20,
    "N" * 500,
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("path", ["/", "/screen", "/screen?show=wall"])
async def test_a_name_is_shown_apart_from_its_surroundings_and_never_obeyed(
    name: str, path: str
) -> None:
    check_shown_apart(name, await page_of(path, match_of(name)))


def match_of(name: str) -> list[ev.Event]:
    """A match with that name wherever one may stand."""
    line_up = replace(
        started(),
        home=ev.Team(name=name, open_player=person_id(name), closed_player=person_id(name)),
    )
    return [replace(scheduled(), home=name, event=name), line_up, *OPENED[2:]]


def check_shown_apart(name: str, page: str) -> None:
    """It is shown and not obeyed."""
    if name[0] in "<'":
        assert name not in page
        assert "<img" not in page
        assert "<script>alert" not in page
    else:
        assert re.search(rf"<bdi[^>]*>{name}</bdi>", page)
