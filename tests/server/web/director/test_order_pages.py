"""The director's orders by forms: checkers put right, adjusted scores, substitutes (ruling 11)."""

import re
from pathlib import Path

import pytest

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Position, Side
from rules.room import Room
from rules.tables import readings as rd
from server.hall import Hall
from server.views.seen_values import seen_values
from tests.server.web.hall.test_console import seen
from tests.support.commands import send
from tests.support.forms import form_of, one_line
from tests.support.ids import match_id
from tests.support.served import served, served_hall, served_match, throw_opening, two_teams

REASON = {"reason": "a checker was knocked over"}
AT = {"game": "1", "attempt": "1", "room": "open", **REASON}
VOID = {"game": "1", "attempt": "1", **REASON}
RED_TO_THROW = {**AT, "side": "red", "turn": "1"}


async def between_turns(hall: Hall, number: int) -> Position:
    """White has played the opening 4-3 in the open room; what lies there."""
    await throw_opening(hall, number, 1)
    return await opening_played(hall, number)


async def opening_played(hall: Hall, number: int) -> Position:
    """White, whose opening 4-3 is thrown in the open room, plays it; what lies there."""
    start = BACKGAMMON.start()
    play = min(BACKGAMMON.legal_plays(start, Side.WHITE, Roll(4, 3), 1), key=repr)
    lying = BACKGAMMON.apply(start, Side.WHITE, play)
    finished = rd.PlayFinished(
        game=1, attempt=1, room=Room.OPEN, side=Side.WHITE, turn=1, position=lying
    )
    await send(hall, number, finished, "board BZ-1")
    return lying


def fields(position: Position) -> dict[str, str]:
    """The form's counts of that position; empty where nothing lies."""
    return {
        f"{side.value}-{place}": str(count) if count else ""
        for side in Side
        for place, count in enumerate(position.of(side))
    }


async def test_play_goes_on_from_the_position_the_director_enters(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, hall, number):
        lying = await between_turns(hall, number)
        path = f"/hall/t/club/matches/{number}/orders/correct-position"
        page = await client.get(path)
        assert "How are the checkers really placed in game 1 of match 1?" in seen(page)
        shown = dict(re.findall(r'name="((?:white|red)-\d+)"[^>]* value="(\d+)"', page.text))
        assert {name: int(count) for name, count in shown.items()} == {
            name: int(count or 0) for name, count in fields(lying).items()
        }
        white = list(lying.white)
        white[6], white[5] = white[6] - 1, white[5] + 1
        mended = Position(tuple(white), lying.red)
        was = form_of(page, path)["was"]
        done = await client.post(path, data={**RED_TO_THROW, **fields(mended), "was": was})
        assert done.status_code == 303, seen(done)
        state = hall.match(match_id(number)).record.state
        assert state is not None
        assert state.open.position == mended


async def test_each_room_has_its_own_checkers_in_the_form(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, hall, number):
        await between_turns(hall, number)
        path = f"/hall/t/club/matches/{number}/orders/correct-position"
        closed = await client.get(path, params={"room": "closed"})
        assert '<input type="hidden" name="room" value="closed">' in closed.text
        assert re.search(r'name="white-24"[^>]* value="2"', closed.text)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"white-6": "4"}, "14 checkers; each side has 15"),
        ({"red-6": "16"}, "15 or less"),
        ({"red-6": "five"}, "choose or write one of what is allowed"),
        ({"white-6": "0", "white-1": "5"}, "no game can reach this position"),
    ],
)
async def test_checkers_that_cannot_lie_so_are_refused_and_stay_typed(
    tmp_path: Path, change: dict[str, str], why: str
) -> None:
    async with served_match(tmp_path) as (client, hall, number):
        lying = await between_turns(hall, number)
        typed = {**RED_TO_THROW, **fields(lying), **change, "was": seen_values(lying)}
        answer = await client.post(
            f"/hall/t/club/matches/{number}/orders/correct-position", data=typed
        )
        assert answer.status_code in (409, 422)
        assert why in seen(answer)
        for name, value in change.items():
            assert re.search(rf'name="{name}"[^>]* value="{value}"', answer.text)


async def test_checkers_are_put_right_between_two_turns_only(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, hall, number):
        await throw_opening(hall, number, 1)
        start = BACKGAMMON.start()
        typed = {**RED_TO_THROW, **fields(start), "was": seen_values(start)}
        answer = await client.post(
            f"/hall/t/club/matches/{number}/orders/correct-position", data=typed
        )
        assert answer.status_code == 409
        assert "this cannot be done at this table right now" in seen(answer)


async def test_an_adjusted_score_stands_in_place_of_a_result(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, hall, number):
        await throw_opening(hall, number, 1)
        path = f"/hall/t/club/matches/{number}/orders/adjust-score"
        assert "Small match points of Compass" in seen(await client.get(path))
        order = {"game": "1:1", "room": "open", "home": "150", "away": "40", "was": "[]", **REASON}
        odd = await client.post(path, data={**order, "home": "15"})
        assert "multiples of 10 from 0" in seen(odd)
        assert (await client.post(path, data=order)).status_code == 303
        page = seen(await client.get(f"/hall/t/club/matches/{number}"))
        assert "150:40 SMP decided by the director" in page
        log = seen(await client.get(f"/hall/t/club/matches/{number}/log"))
        assert "counts 150 SMP for the home team and 40 for the away team" in log


async def test_a_form_names_the_attempt_the_director_saw(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, hall, number):
        await throw_opening(hall, number, 1)
        path = f"/hall/t/club/matches/{number}/orders/adjust-score"
        shown = one_line((await client.get(path)).text)
        assert '<option value="1:1" selected>1</option>' in shown
        await client.post(f"/hall/t/club/matches/{number}/orders/void-game", data=VOID)
        score = {"room": "open", "home": "150", "away": "40", "was": "[]", **REASON}
        late = await client.post(path, data={"game": "1:1", **score})
        assert late.status_code == 409
        assert "the match has moved on" in seen(late)
        again = one_line((await client.get(path)).text)
        assert '<option value="1:2" selected>1, attempt 2</option>' in again


async def test_a_substitute_is_chosen_from_the_team_and_sits_down(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        team = {"name": "Odesa", "players": "Ann\nBen\nCid"}
        await client.post("/hall/t/club/teams", data=team)
        await two_teams(client)
        await client.post("/hall/t/club/matches/new", data={"home": "Odesa", "away": "Compass"})
        for name, first, second in (("Odesa", "Ann", "Ben"), ("Compass", "Brook", "Fields")):
            line_up = {"team": name, "open_player": first, "closed_player": second, "was": "null"}
            await client.post("/hall/t/club/matches/1/line-ups", data=line_up)
        path = "/hall/t/club/matches/1/orders/substitute"
        page = await client.get(path)
        assert "Ann of Odesa: open room, White" in seen(page)
        seat = {**form_of(page, path), "seat": "open:Odesa", "watched": "false", **REASON}
        for player, why in (("Ben", "closed room already"), ("Brook", "is not in the team")):
            refused = await client.post(path, data={**seat, "player": player})
            assert refused.status_code == 409
            assert why in seen(refused)
        by_seat = await client.get(path, params={"seat": "open:Odesa"})
        of_seat = {**form_of(by_seat, path), **REASON, "player": "Cid"}
        assert (await client.post(path, data=of_seat)).status_code == 303
        assert "White: Cid" in seen(await client.get("/hall/t/club/matches/1"))
        await throw_opening(hall, 1, 1)
        was = form_of(await client.get(path), path)["was"]
        late = await client.post(path, data={**seat, "was": was, "player": "Ann"})
        assert "game 1 is being played" in seen(late)


async def test_a_table_that_is_not_stopped_cannot_be_let_go_on(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, number):
        path = f"/hall/t/club/matches/{number}/orders/release-table"
        assert "Check the board first" in seen(await client.get(path))
        answer = await client.post(path, data=AT)
        assert answer.status_code == 409
        assert "this cannot be done at this table right now" in seen(answer)


async def test_trictrac_is_offered_no_order_it_has_no_meaning_for(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        body = {"home": "Compass", "away": "Rudder", "game": "trictrac", "games": "1"}
        await client.post("/hall/t/club/matches/new", data=body)
        for name, first, second in (
            ("Compass", "Brook", "Fields"),
            ("Rudder", "Holloway", "Stonely"),
        ):
            line_up = {"team": name, "open_player": first, "closed_player": second, "was": "null"}
            await client.post("/hall/t/club/matches/1/line-ups", data=line_up)
        page = (await client.get("/hall/t/club/matches/1")).text
        assert "Enter or correct a result" in page
        assert "Correct the position" in page
        assert "Set an adjusted score" not in page
