"""A game that went on on paper is typed in on its page: looked over first, then entered at once."""

from pathlib import Path
from typing import Any

import httpx

from rules.room import Room
from server.access import Role, Visitor
from tests.support.forms import form_of, one_line
from tests.support.persons import person_id
from tests.support.served import (
    opened_match,
    served_hall,
    served_match,
    throw_opening,
    two_teams,
)

PAGE = "/hall/t/club/matches/1/paper"
OPERATOR = Visitor(Role.OPERATOR, person_id("Olena"))
WON = {"winner": "home", "ending": "bearoff", "left": "2", "cube": "2"}


def typed(fields: dict[str, str], rooms: tuple[str, ...] = ("open", "closed")) -> dict[str, str]:
    results = {f"{room}-1-{name}": value for room in rooms for name, value in WON.items()}
    return {
        **results,
        "game": "1",
        "attempt": "1",
        "white_from": "1",
        "red_from": "1",
        "opening-1": "6:2",
        "white": "61 3-3",
        "red": "42, 55 13",
        "reason": "no power",
        **fields,
    }


async def log_of(client: httpx.AsyncClient) -> str:
    return (await client.get("/hall/t/club/matches/1/log")).text


async def test_what_is_typed_is_shown_turn_by_turn_before_it_is_entered(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (director, _, _):
        looked = await director.post(PAGE, data=typed({"step": "look"}))
        assert looked.status_code == 200
        assert "This will be entered for game 1" in looked.text
        for cells in (
            '<th scope="row">1</th><td>6-2</td><td>4-2</td>',
            '<th scope="row">2</th><td>6-1</td><td>5-5</td>',
            '<th scope="row">3</th><td>3-3</td><td>3-1</td>',
        ):
            assert cells in looked.text
        assert "finished on paper" not in await log_of(director)
        entered = await director.post(PAGE, data=typed({"step": "enter"}))
        assert entered.status_code == 303
        log = await log_of(director)
        assert "White 1: 6-2, Red 1: 4-2, White 2: 6-1, Red 2: 5-5, White 3: 3-3, Red 3: 3-1" in log
        assert "Reason: no power" in log
        page = one_line((await director.get(PAGE)).text)
        assert "After them type the rolls from the slips" in page
        assert 'name="game" value="2"' in page


FAULTS = (
    ({"white": "61 37"}, "white", "turn 3, &#39;37&#39;: two dice from 1 to 6"),
    ({"red": "61 two"}, "red", "turn 2, &#39;two&#39;: two dice from 1 to 6"),
    ({"opening-1": "6"}, "opening-1", "two dice, White&#39;s first"),
    ({"opening-1": "66"}, "opening-1", "two different dice"),
    ({"opening-1": ""}, "opening-1", "the opening throw of game 1, which comes before"),
    ({"red": "42"}, "red", "a slip may be missing"),
    ({"closed-1-left": "15"}, "closed-1-left", "1 to 14 for bear-off"),
    ({"open-1-winner": ""}, "open-1-winner", "choose who won"),
    ({"reason": ""}, "paper-reason", "enter why the game was continued on paper"),
)


async def test_a_fault_is_named_at_its_place_and_nothing_is_entered(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (director, _, _):
        for fields, place, text in FAULTS:
            refused = await director.post(PAGE, data=typed({"step": "enter", **fields}))
            assert refused.status_code in (409, 422)
            _, _, at_its_place = refused.text.partition(f'id="{place}-why">')
            assert text in at_its_place.partition("<")[0], (fields, refused.text)
        assert "finished on paper" not in await log_of(director)


async def test_only_the_room_whose_board_has_not_ended_the_game_is_asked_for(
    tmp_path: Path,
) -> None:
    async with served_match(tmp_path) as (director, _, _):
        kept = {
            "game": 1,
            "attempt": 1,
            "room": "open",
            "loser": "red",
            "ending": "bearoff",
            "left": 3,
            "cube": 1,
        }
        await director.post("/api/t/club/matches/1/results/by-hand", json=kept)
        page = (await director.get(PAGE)).text
        assert 'name="closed-1-winner"' in page
        assert 'name="open-1-winner"' not in page


async def test_rolls_of_a_board_stay_and_the_form_says_from_which_turn_on(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (director, hall, _):
        await throw_opening(hall, 1, 1)
        page = await director.get(PAGE)
        assert 'name="opening-1"' not in page.text
        fields = form_of(page, "/hall/t/club/matches/1/paper")
        assert (fields["white_from"], fields["red_from"]) == ("2", "1")
        after = {**fields, **typed({"step": "enter", "opening-1": "", "white_from": "2"})}
        answer = await director.post(PAGE, data={**after, "white": "61", "red": "42 33"})
        assert answer.status_code == 303, answer.text
        assert "Red 1: 4-2, White 2: 6-1, Red 2: 3-3" in await log_of(director)


def as_values(**changes: Any) -> dict[str, Any]:
    results = [
        {"room": room.value, "loser": "red", "ending": "bearoff", "left": 2, "cube": 1}
        for room in Room
    ]
    return {"attempt": 1, "opening": [6, 2], "red": [[1, 1]], "results": results, **changes}


async def test_the_api_takes_the_same_and_names_the_field_that_cannot_be(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (here, director):
        address = "/api/t/club/matches/1/games/1/paper"
        async with here.client(OPERATOR) as operator:
            wrong = await operator.post(address, json=as_values(reason="no power", red_from=2))
            assert wrong.status_code == 422
            assert "red: 2 is not possible; allowed: turn 1, the next in game 1" in wrong.text
            other = "/api/t/club/matches/1/games/2/paper"
            stale = await operator.post(other, json=as_values(reason="no power"))
            assert stale.status_code == 409
            entered = await operator.post(address, json=as_values(reason="no power"))
        assert entered.json()["events"] == [
            "PlayedOnPaper",
            "ResultEntered",
            "ResultEntered",
            "GameStarted",
        ]
        state = (await director.get("/api/t/club/matches/1")).json()
        assert [each["confirmed"] for each in state["results"]] == [False, False]


async def test_a_match_that_has_not_begun_takes_no_game_and_says_why(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (director, _):
        await two_teams(director)
        terms = {"home": "Compass", "away": "Rudder", "games": 4}
        await director.post("/api/t/club/matches", json=terms)
        for step in ("look", "enter"):
            refused = await director.post(PAGE, data=typed({"step": step}))
            assert refused.status_code == 409
            assert "No game of this match is being played" in refused.text


async def test_a_clerk_types_nothing_in(tmp_path: Path) -> None:
    clerks = [Visitor(Role.CLERK, person_id("Clerk"), room) for room in Room]
    async with opened_match(tmp_path) as (here, director):
        for visitor in clerks:
            async with here.client(visitor) as client:
                assert (await client.get(PAGE)).status_code == 403
                assert (await client.post(PAGE, data=typed({"step": "look"}))).status_code == 403
                address = "/api/t/club/matches/1/games/1/paper"
                answer = await client.post(address, json=as_values(reason="no power"))
                assert answer.status_code == 403
        assert "finished on paper" not in await log_of(director)
