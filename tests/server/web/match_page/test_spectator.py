"""The public's pages, as a browser without script gets them."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest

from rules import events as ev
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.known_games import GAMES
from rules.position import Side
from rules.room import Ending, Room, RoomResult
from server.live import facts as fx
from server.live.hub import LiveHub
from server.live.public_table import PublicTable
from server.views.match.public import latest_words, move_lines
from server.views.tables.words import board_in_words
from server.web.edge.refusals import add_refusals
from server.web.match_page.parts import page_fragments
from server.words.translation import words_for
from tests.server.live.following import whole_match
from tests.server.web.match_page.test_bg_board import position
from tests.support.ids import NAMES, match_id
from tests.support.persons import person_id
from tests.support.public_pages import public_app
from tests.support.rooms import scheduled, started
from tests.support.stored import stored

START = BACKGAMMON.start()
ENGLISH = words_for("en")
AT: dict[str, Any] = {"game": 1, "side": Side.WHITE, "turn": 1}
OPENED = (scheduled(), started(), ev.GameStarted(game=1, attempt=1))


@asynccontextmanager
async def public(*matches: Sequence[ev.Event]) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the public's pages over these matches, numbered from 1."""
    hub = LiveHub(GAMES, page_fragments, names_of=lambda _: NAMES)
    for number, events in enumerate(matches, start=1):
        hub.receive(stored(number, events))
    app = public_app(hub)
    add_refusals(app)
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://yalta.test") as client:
        yield client


async def page_of(*events: ev.Event) -> str:
    async with public(events) as client:
        answer = await client.get("/t/club/matches/1")
        assert answer.status_code == 200
        return answer.text


@pytest.mark.parametrize("results", ["shown", "hidden"])
async def test_a_page_that_is_asked_for_in_a_language_steps_through_games_in_it(
    results: str,
) -> None:
    async with public(whole_match()) as client:
        page = (await client.get(f"/t/club/matches/1?language=uk&results={results}")).text
        stories = re.search(r'data-stories="([^"]+)"', page)
        assert stories
        story = (await client.get(stories[1].replace("{game}", "1"))).json()
    assert "Відкрита кімната" in story["rail"]


async def with_next(*after: ev.Event) -> tuple[str, str]:
    """The page of a finished match and what is public of the next one, after these events of it."""
    coming = [replace(scheduled(), match_id=match_id(2)), *after]
    async with public(whole_match(), coming) as client:
        page = (await client.get("/t/club/matches/1")).text
        known = (await client.get("/t/club/matches/2/live.json")).text
    return re.sub(r'data-now="[^"]+"', "", page), re.sub(r'"now":"[^"]+"', "", known)


async def test_a_finished_match_leads_to_the_next_one_of_its_teams() -> None:
    page, _ = await with_next()
    told = re.search(r'<p id="next">.*?</p>', page, re.DOTALL)
    assert told
    assert told[0].count('Next: <a href="/t/club/matches/2">') == 1
    assert 'id="next"' not in await page_of(*whole_match())
    assert 'id="next"' not in await page_of(*whole_match()[:200])


async def test_where_a_finished_match_leads_tells_no_more_of_the_next_one_than_is_public() -> None:
    by_public = dict[str, set[str]]()
    seats = {"open_player": person_id("Brook"), "closed_player": person_id("Fields")}
    sealed = ev.LineUpSubmitted(team="Compass", **seats)
    pages = [await with_next(), await with_next(sealed)]
    pages += [await with_next(*whole_match()[1:count]) for count in range(2, 16)]
    for page, known in pages:
        by_public.setdefault(known, set()).add(page)
    assert 1 < len(by_public) < len(pages)
    assert {len(each) for each in by_public.values()} == {1}


async def test_the_list_says_so_when_no_match_is_planned() -> None:
    async with public() as client:
        assert "No match is planned yet" in (await client.get("/")).text


async def test_the_list_names_every_match_and_how_far_it_is() -> None:
    planned = replace(scheduled(), match_id=match_id(1))
    over: list[ev.Event] = [replace(scheduled(), match_id=match_id(3)), *whole_match()[1:]]
    playing: list[ev.Event] = [replace(scheduled(), match_id=match_id(2)), *OPENED[1:]]
    async with public([planned], playing, over) as client:
        text = (await client.get("/")).text
    listed = {card[0]: card for card in re.split(r'data-match="club/', text)[1:]}
    assert 'data-card="status">game 1 of 4' in listed["2"]
    assert "No time yet" in text.partition('data-match="club/1"')[0]
    assert 'data-match="club/3"' in text.partition('id="results"')[2]


async def test_a_planned_match_says_that_the_line_ups_are_awaited() -> None:
    page = await page_of(scheduled())
    assert "when both teams have handed in their line-ups" in page
    assert "Brook" not in page


async def test_a_line_up_that_is_in_alone_changes_nothing_on_the_page() -> None:
    first = ev.LineUpSubmitted(
        team="Compass", open_player=person_id("Brook"), closed_player=person_id("Fields")
    )
    one, other = await page_of(scheduled(), first), await page_of(scheduled())
    assert _timeless(one) == _timeless(other)


def _timeless(page: str) -> str:
    """A page without the second in which it was served."""
    return re.sub(r'data-now="[^"]*"', "", page)


async def test_the_page_of_a_match_in_play_follows_the_closed_room_in_fixed_words() -> None:
    page = await page_of(*OPENED)
    assert "You see each roll once both rooms have had it" in page
    assert "Brook" in page
    assert "game 1 of 4" in page
    assert "Games appear here once they are over in both rooms." in page


async def test_the_page_of_a_finished_match_shows_every_result_and_the_victory_points() -> None:
    page = await page_of(*whole_match())
    assert len(re.findall(r'<tr class="(?:open|closed)">', page)) == 8
    assert "Victory points" in page
    assert "Games appear here" not in page
    assert "Score so far" not in page
    assert len(re.findall(r">SMP</button>", page)) == 2  # its meaning, and the protocol


async def test_an_unknown_match_is_answered_with_what_is_allowed() -> None:
    async with public(OPENED) as client:
        for path in ("/t/club/matches/9", "/t/club/matches/9/live.json"):
            answer = await client.get(path)
            assert answer.status_code == 404
            assert answer.json()["allowed"] == "1"


async def test_the_story_of_a_game_is_told_in_the_language_of_the_pages() -> None:
    async with public(whole_match(), OPENED) as client:
        story = (await client.get("/t/club/matches/1/games/2/story.json")).json()
        assert story["game"] == 2
        assert story["closed"] is not None
        assert (await client.get("/t/club/matches/2/games/1/story.json")).json()["closed"] is None
        answer = await client.get("/t/club/matches/2/games/2/story.json")
        assert answer.status_code == 404
        assert answer.json()["detail"] == "game: 2; allowed: 1 to 1"
        assert (await client.get("/t/club/matches/9/games/1/story.json")).status_code == 404


async def test_names_with_markup_are_shown_and_not_obeyed() -> None:
    name = "<script>alert(1)</script>"
    line_up = replace(
        started(),
        home=ev.Team(name=name, open_player=person_id(name), closed_player=person_id(name)),
    )
    page = await page_of(replace(scheduled(), home=name, event=name), line_up)
    assert name not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 5


async def test_the_page_needs_no_inline_script_and_nothing_from_elsewhere() -> None:
    async with public(whole_match()) as client:
        answer = await client.get("/t/club/matches/1")
        assert "'unsafe" not in answer.headers["content-security-policy"]
        assert not re.search(
            r'<script(?![^>]*(\bsrc=|type="application/json"))|\bstyle=|\bon\w+=', answer.text
        )
        addresses = re.findall(r'(?:src|href)="([^"#]+)"', answer.text)
        assert all(address.startswith("/") for address in addresses)
        for address in addresses:
            if address.startswith("/static/"):
                found = await client.get(address)
                assert found.status_code == 200
                assert "immutable" in found.headers["cache-control"]


async def test_no_other_file_than_the_pages_own_is_served() -> None:
    async with public() as client:
        assert (await client.get("/static/now/secrets.txt")).status_code == 404


async def test_the_snapshot_brings_the_items_after_a_number_when_asked() -> None:
    async with public(whole_match()) as client:
        whole = (await client.get("/t/club/matches/1/live.json")).json()
        assert whole["items"] == []
        later = (await client.get("/t/club/matches/1/live.json", params={"after": 5})).json()
        assert [item["number"] for item in later["items"]][:2] == [6, 7]
        assert (await client.get("/t/club/matches/1/live.json?after=-1")).status_code == 422


def test_the_label_reads_the_whole_position() -> None:
    somewhere = position({6: 2, 25: 1}, {1: 3})
    dice = fx.DiceShown(game=1, side=Side.RED, turn=4, dice=Roll(2, 1), opening=False)
    table = PublicTable(somewhere, somewhere, thrown=dice)
    assert board_in_words(table, "backgammon", ENGLISH, aids=True) == (
        "Backgammon board. White: 1 on the bar, 2 on 6, 12 off; 37 pips. "
        "Red: 3 on 1, 12 off; 3 pips. Cube at 1, centred. Red's dice 2-1."
    )


def test_a_turn_taken_back_stands_in_the_list_with_what_was_played_then() -> None:
    play = fx.PlayShown(**AT, moves=(), position=START, condoned=False)
    facts = (
        fx.DiceShown(**AT, dice=Roll(5, 3), opening=True),
        play,
        fx.TurnTakenBack(**AT, position=START),
        replace(play, condoned=True),
    )
    lines = move_lines(facts, BACKGAMMON, ENGLISH)
    assert [line.text for line in lines] == [
        "5-3: no move",
        "played again by the director's order: a play the roll does not allow, accepted",
    ]
    assert latest_words(lines, ENGLISH).startswith("White played again")


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (fx.PaperDiceShown(**AT, dice=Roll(5, 3), opening=False), "5-3 (on paper)"),
        (fx.RollTakenBack(**AT, position=START, opening=False), "dice corrected"),
        (
            fx.CheckersPutRight(game=1, side=Side.WHITE, position=START),
            "position corrected by the director's order",
        ),
        (
            fx.EndShown(
                game=1, side=Side.WHITE, step=fx.EndStep.CLAIMED, ending=Ending.GAMMON, left=15
            ),
            "claims that the game is over: gammon",
        ),
        (
            fx.EndShown(game=1, side=Side.RED, step=fx.EndStep.REFUSED, ending=None, left=0),
            "the opponent denies that the game is over",
        ),
        (
            fx.OpenGameFinished(
                game=1,
                result=RoomResult(None, Ending.RESIGNED, left=0, cube=1, adjusted=(300, 0)),
            ),
            "score set by the director",
        ),
    ],
)
def test_what_seldom_happens_at_a_table_is_a_line_of_the_list(
    fact: fx.TableFact, text: str
) -> None:
    assert [line.text for line in move_lines((fact,), BACKGAMMON, ENGLISH)] == [text]


@pytest.mark.parametrize("room", list(Room))
async def test_both_rooms_are_named_in_word_and_colour_in_the_protocol(room: Room) -> None:
    assert f'<td class="room">{room.value}</td>' in await page_of(*whole_match())
