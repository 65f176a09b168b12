"""The front page while nothing is played: the last difference between the rooms, or the way in."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rules.dice import Roll
from rules.identities import MatchAddress
from rules.room import Room
from server.live.listed_tournaments import ListedTournament
from server.views.front.lead import RoomPlay, played_words, won_event
from server.views.match.lists import MatchRow
from server.words.translation import words_for
from tests.server.live.following import whole_match
from tests.server.web.match_page.test_spectator import public
from tests.support.finished_hall import FINISHED, hall_with
from tests.support.ids import match_id
from tests.support.listed_match import FINISHED_ROW, HARBOUR_CUP
from tests.support.rooms import scheduled
from tests.support.served import DIRECTOR, opened


def boards(page: str) -> list[object]:
    return [json.loads(each) for each in re.findall(r"<bg-board[^>]* table='([^']+)'", page)]


def pictures(page: str) -> list[str]:
    """The boards as they are without script."""
    return re.findall(r'<svg class="board".*?</svg>', page, re.DOTALL)


async def test_the_page_at_rest_shows_where_the_rooms_of_the_last_match_differed(
    tmp_path: Path,
) -> None:
    async with hall_with(tmp_path, FINISHED) as served, served.client() as client:
        page = (await client.get("/")).text
        step = re.search(r'role="button" href="(/t/club/matches/1/g\d/[mc]\d+)"', page)
        assert step
        replay = (await client.get(step[1])).text
        match = (await client.get("/t/club/matches/1")).text
    assert boards(page) == boards(replay)
    assert pictures(page) == pictures(replay)
    assert len(pictures(page)) == 2
    assert "the rooms differ here" in replay
    assert re.search(r"<h1[^>]*>(Compass beats Rudder|Rudder beats Compass) \d+–\d+</h1>", page)
    game = step[1].split("/")[-2].removeprefix("g")
    told = re.search(
        rf'class="story">Game {game}, same position, same [^<]+\d+ IMP to \w+\.<', page
    )
    assert told
    assert all(f"({team})" in told[0] for team in ("Compass", "Rudder"))
    ended = re.findall(r'<b class="(?:open|closed)">(Open|Closed) room</b>\s*([^<]+)</span>', page)
    assert [room for room, _ in ended] == ["Open", "Closed"]
    for _, how in ended:
        assert how in match
    asked = re.search(r"What would you play\?<br>(?:(?!</p>).)+closed-seat", page, re.DOTALL)
    assert bool(asked) == ("closed-seat" in match)


async def test_a_match_that_is_played_takes_the_place_of_the_last_result() -> None:
    whole = whole_match()
    going_on = [replace(scheduled(), match_id=match_id(2)), *whole[1 : len(whole) // 2]]
    async with public(whole, going_on) as client:
        page = (await client.get("/")).text
    assert ">Live now</h1>" in page
    assert 'class="lead"' not in page


async def test_the_lead_is_told_in_the_language_of_whoever_reads_it(
    tmp_path: Path,
) -> None:
    async with hall_with(tmp_path, FINISHED) as served, served.client() as client:
        english = (await client.get("/?language=en")).text
        ukrainian = (await client.get("/?language=uk")).text
        again = (await client.get("/?language=en")).text
    assert boards(english) == boards(ukrainian) == boards(again)
    assert "same position, same" in english
    assert "same position" not in ukrainian


async def test_the_match_that_ended_last_leads_though_it_is_not_filed_yet() -> None:
    second = [replace(scheduled(), match_id=match_id(2)), *whole_match()[1:]]
    async with public(whole_match(), second) as client:
        page = (await client.get("/")).text
    assert re.search(r'role="button" href="/t/club/matches/2/g', page)


@pytest.mark.parametrize("number", [0, 1])
async def test_before_the_first_match_ends_the_page_says_what_duplicate_is(number: int) -> None:
    planned = [[scheduled()]] * number
    async with public(*planned) as client:
        page = (await client.get("/")).text
    assert "Two rooms, one set of dice" in page
    assert len(boards(page)) == 2
    assert 'role="button" href="/duplicate"' in page
    assert ("Compass" in page) is bool(number)


async def test_an_empty_hall_with_a_director_says_that_no_match_is_planned(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        page = (await client.get("/")).text
    assert "No match is planned yet." in page
    assert "Two rooms, one set of dice" in page


@pytest.mark.parametrize(
    ("results", "cup", "title"),
    [
        ([FINISHED_ROW], HARBOUR_CUP, "Harbour Cup"),
        ([replace(FINISHED_ROW, address=MatchAddress("club", 4)), FINISHED_ROW], HARBOUR_CUP, ""),
        ([FINISHED_ROW], replace(HARBOUR_CUP, places=()), ""),
        ([FINISHED_ROW], replace(HARBOUR_CUP, places=(("Rudder",), ("Compass",))), ""),
        ([FINISHED_ROW], replace(HARBOUR_CUP, places=(("Compass", "Rudder"),)), ""),
        ([FINISHED_ROW], replace(HARBOUR_CUP, name="league"), ""),
    ],
)
def test_the_heading_names_a_tournament_only_if_its_one_winner_won_its_last_match(
    results: list[MatchRow], cup: ListedTournament, title: str
) -> None:
    assert won_event(FINISHED_ROW, results, [cup]) == title


def room_play(room: Room, player: str, play: str) -> RoomPlay:
    team = "Compass" if room is Room.OPEN else "Rudder"
    return RoomPlay(
        room=room, player=player, team=team, play=play, table={}, picture="", in_words=""
    )


@pytest.mark.parametrize(
    ("here", "there", "said"),
    [
        ("13/11*", "24/22", "Robin Brook (Compass) hit, Kim Holloway (Rudder) did not."),
        ("24/22", "13/11*", "Kim Holloway (Rudder) hit, Robin Brook (Compass) did not."),
        ("13/11", "24/22", "played differently."),
        ("13/11*/9", "13/11* 6/4", "played differently."),
    ],
)
def test_the_lead_says_who_hit_if_one_of_the_rooms_did(here: str, there: str, said: str) -> None:
    plays = room_play(Room.OPEN, "Robin Brook", here), room_play(Room.CLOSED, "Kim Holloway", there)
    assert played_words(1, Roll(2, 1), plays, words_for("en")).endswith(said)
