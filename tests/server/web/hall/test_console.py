"""The hall's pages: set-up, forms that are refused in words, orders, and whose pages they are."""

import json
import re
from pathlib import Path

import httpx
import pytest

from rules import events as ev
from rules.position import Side
from rules.room import CANCELLED, Room
from server.access import Role, Visitor
from server.hall import Hall
from server.views.seen_values import seen_values
from server.web.director.orders import ORDERS
from tests.support.commands import happen
from tests.support.endings import lost
from tests.support.forms import form_of, one_line
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.plugged import plugged
from tests.support.served import (
    DIRECTOR,
    everybody,
    opened,
    planned_match,
    result_seen,
    served,
    served_match,
    started_match,
    throw_opening,
    two_teams,
)

ORDER = {"game": "1", "attempt": "1", "reason": "dice fell off the table"}
RESULT = {
    "game": "1:1",
    "room": "open",
    "loser": "white",
    "ending": "bearoff",
    "left": "3",
    "cube": "2",
    "owner": "red",
    "reason": "read from the players' sheet",
    "was": "[]",
}


def seen(page: httpx.Response) -> str:
    """The page without its marks, one space between words."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.text))


async def over_in_the_open_room(hall: Hall, number: int) -> None:
    """White has lost game 1 in the open room."""
    await throw_opening(hall, number, 1)
    finished = ev.GameFinished(game=1, attempt=1, room=Room.OPEN, **lost(Side.WHITE))
    await happen(hall, number, finished, actor="board BZ-1")


async def test_an_empty_hall_says_what_to_do_next(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        assert "First enter the teams" in seen(await client.get("/hall"))
        assert "enter them first" in seen(await client.get("/hall/t/club/matches/new"))
        await two_teams(client)
        assert "Set up the first one" in seen(await client.get("/hall"))


async def test_a_match_is_set_up_and_started_by_plain_forms(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        for name, players in (("Compass", "Brook\nFields"), ("Rudder", "Holloway\n\nStonely\n")):
            entered = await client.post(
                "/hall/t/club/teams", data={"name": name, "players": players}
            )
            assert entered.status_code == 303, entered.text
        body = {"home": "Compass", "away": "Rudder", "games": "4", "embargo": "after_game"}
        made = await client.post("/hall/t/club/matches/new", data={**body, "max_lead": "3"})
        assert made.headers["location"] == "/hall/t/club/matches/1"
        for team, first, second in (
            ("Compass", "Brook", "Fields"),
            ("Rudder", "Holloway", "Stonely"),
        ):
            line_up = {"team": team, "open_player": first, "closed_player": second, "was": "null"}
            answer = await client.post("/hall/t/club/matches/1/line-ups", data=line_up)
            assert answer.status_code == 303, answer.text
        page = seen(await client.get("/hall/t/club/matches/1"))
        assert "Game 1 of 4 is being played" in page
        assert "each game once it is over in both rooms" in page


async def test_a_new_team_takes_its_players_on_one_line_with_commas(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        typed = {"name": "Keel", "players": "Ash Birch, Elm; Fir"}
        assert (await client.post("/hall/t/club/teams", data=typed)).status_code == 303
        (team,) = (await client.get("/api/t/club/teams")).json()
        assert [each["name"] for each in team["players"]] == ["Ash Birch", "Elm", "Fir"]


async def test_the_numbers_of_games_say_for_which_game_they_are(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        for team in ("Keel", "Mast"):
            body = {"name": team, "players": [f"{team} A", f"{team} B"]}
            await client.post("/api/t/club/teams", json=body)
        page = one_line((await client.get("/hall/t/club/matches/new")).text)
        groups = re.findall(r'<optgroup label="([^"]*)">(.*?)</optgroup>', page)
        of_backgammon = [numbers for label, numbers in groups if "Backgammon" in label]
        (numbers,) = of_backgammon
        assert re.findall(r">\s*(\d+)\s*</option>", numbers) == [
            "4",
            "5",
            "6",
            "7",
            "8",
            "10",
            "12",
        ]


async def test_a_sealed_line_up_is_shown_as_in_and_never_by_its_names(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await planned_match(client, games=4)
        line_up = {
            "team": "Compass",
            "open_player": "Fields",
            "closed_player": "Brook",
            "was": "null",
        }
        await client.post("/hall/t/club/matches/1/line-ups", data=line_up)
        page = await client.get("/hall/t/club/matches/1")
        assert "Compass in, sealed" in seen(page)
        assert "selected" not in page.text[page.text.index("line-ups") : page.text.index("boards")]


@pytest.mark.parametrize(
    ("path", "fields", "why"),
    [
        (
            "/hall/t/club/teams",
            {"name": "Compass", "players": "A\nB"},
            "another team is called Compass",
        ),
        ("/hall/t/club/teams", {"name": "X", "players": "A"}, "at least 2 lines"),
        (
            "/hall/t/club/matches/new",
            {"home": "Compass", "away": "Compass"},
            "Compass is the home team",
        ),
        (
            "/hall/t/club/matches/new",
            {"home": "Compass", "away": "Rudder", "games": "9"},
            "4, 5, 6, 7, 8, 10, 12",
        ),
        (
            "/hall/t/club/matches/1/line-ups",
            {"team": "Compass", "open_player": "Brook", "closed_player": "Fields", "was": "null"},
            "its line-ups are closed",
        ),
        (
            "/hall/t/club/matches/1/orders/void-game",
            {**ORDER, "reason": "x"},
            "at least 3 characters",
        ),
        (
            "/hall/t/club/matches/1/orders/void-game",
            {**ORDER, "game": "4"},
            "the match has moved on",
        ),
        ("/hall/t/club/matches/1/orders/correct-result", {**RESULT, "left": "16"}, "15 or less"),
        (
            "/hall/t/club/matches/1/results",
            {"game": "1", "room": "open", "side": "white", "result": seen_values(CANCELLED)},
            "there is nothing to confirm yet",
        ),
    ],
)
async def test_a_refused_form_says_why_and_what_is_allowed(
    tmp_path: Path, path: str, fields: dict[str, str], why: str
) -> None:
    async with served_match(tmp_path) as (client, _, _):
        answer = await client.post(path, data=fields)
        assert answer.status_code in (409, 422)
        assert why in seen(answer)


async def test_a_refused_form_keeps_what_was_typed(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        typed = {"name": 'Odesa "Pearls" <b>', "players": "Alone"}
        answer = await client.post("/hall/t/club/teams", data=typed)
        assert 'value="Odesa &#34;Pearls&#34; &lt;b&gt;"' in answer.text
        assert ">Alone</textarea>" in answer.text


async def test_an_order_asks_once_and_names_the_thing(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, number):
        asked = seen(await client.get(f"/hall/t/club/matches/{number}/orders/void-game"))
        assert "Void game 1 of match 1 in both rooms?" in asked
        assert "Dice thrown so far stay in the log." in asked
        done = await client.post(f"/hall/t/club/matches/{number}/orders/void-game", data=ORDER)
        assert done.status_code == 303, done.text
        page = seen(await client.get(f"/hall/t/club/matches/{number}"))
        assert "Game 1 of 4 is being played again" in page


async def test_every_order_has_a_page_and_an_unknown_one_none(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, number):
        for name in ORDERS:
            assert (
                await client.get(f"/hall/t/club/matches/{number}/orders/{name}")
            ).status_code == 200
        assert (await client.get(f"/hall/t/club/matches/{number}/orders/sing")).status_code == 404


async def test_whoever_entered_a_result_cannot_confirm_it_and_another_account_can(
    tmp_path: Path,
) -> None:
    operator = Visitor(Role.OPERATOR, person_id("Olena"))
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        number = await started_match(client)
        await over_in_the_open_room(served.hall, number)
        order = f"/hall/t/club/matches/{number}/orders/correct-result"
        shown = form_of(await client.get(order), order)
        corrected = await client.post(order, data={**RESULT, "was": shown["was"]})
        assert corrected.status_code == 303, corrected.text
        result = await result_seen(client, "open")
        confirmation = {"game": "1", "room": "open", "result": json.dumps(result)}
        own = await client.post(f"/hall/t/club/matches/{number}/results", data=confirmation)
        assert own.status_code == 409
        assert "another account" in seen(own)
        async with served.client(operator) as other:
            corrected_page = await other.get(f"/hall/t/club/matches/{number}")
            given = await other.post(f"/hall/t/club/matches/{number}/results", data=confirmation)
            assert given.status_code == 303, given.text
            page = seen(await other.get(f"/hall/t/club/matches/{number}"))
        before = seen(corrected_page)
        assert "Game 1, open room: won by Holloway (Red)" in before
        assert "Entered by Director" in before
        assert "Unconfirmed results" not in page
        assert "Director's orders" not in page


async def test_a_board_is_put_on_a_table_and_taken_away_again(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, hall, number):
        put = {"room": "open", "board_id": "BZ-1"}
        assert (
            await client.post(f"/hall/t/club/matches/{number}/boards", data=put)
        ).status_code == 303
        assert "Connect board BZ-1" in seen(await client.get("/hall"))
        taken = {"room": "open", "board_id": "", "was": "BZ-1"}
        assert (
            await client.post(f"/hall/t/club/matches/{number}/boards", data=taken)
        ).status_code == 303
        assert hall.match(match_id(number)).record.boards == {}
        log = seen(await client.get(f"/hall/t/club/matches/{number}/log"))
        assert "The board was removed from the table" in log


async def test_a_phone_which_comes_by_its_code_is_in_no_list_of_boards(tmp_path: Path) -> None:
    async with (
        served_match(tmp_path) as (client, hall, number),
        plugged(hall, "BZ-7"),
        plugged(hall, "phone-0000abcd"),
    ):
        page = (await client.get(f"/hall/t/club/matches/{number}")).text
        assert '<option value="BZ-7"' in page
        assert "phone-0000abcd" not in page.partition("Board at this table")[2]


async def test_the_log_is_told_in_words_and_can_be_filtered(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, hall, number):
        await throw_opening(hall, number, 1)
        log = f"/hall/t/club/matches/{number}/log"
        everything = seen(await client.get(log))
        assert "Opening throw 4-3: White starts" in everything
        assert "director Director" in everything
        dice = seen(await client.get(log, params={"about": "dice"}))
        assert "Opening throw" in dice
        assert "Both line-ups" not in dice
        closed = seen(await client.get(log, params={"room": "closed"}))
        assert "Nothing in the log matches." in closed
        found = seen(await client.get(log, params={"words": "OPENING throw"}))
        assert "1 entry" in found


async def test_captains_hand_in_line_ups_and_sign_by_their_own_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await planned_match(client, games=4)
        captain = Visitor(Role.CAPTAIN, person_id("Brook"), None, match_id(1), "Compass")
        async with served.client(captain) as own:
            line_up = {
                "team": "Compass",
                "open_player": "Brook",
                "closed_player": "Fields",
                "was": "null",
            }
            sent = await own.post("/hall/t/club/matches/1/line-ups", data=line_up)
            assert sent.headers["location"] == "/captain"
            page = seen(await own.get("/captain"))
            assert "Brook in the open room, Fields in the closed room" in page
            other = await own.post(
                "/hall/t/club/matches/1/line-ups", data={**line_up, "team": "Rudder"}
            )
            assert other.status_code == 403
            unfinished = {"team": "Compass", "results": "[]"}
            early = await own.post("/hall/t/club/matches/1/signatures", data=unfinished)
            assert "the match is not finished" in seen(early)


async def test_a_clerk_and_a_player_confirm_from_their_own_table(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        number = await started_match(client)
        await over_in_the_open_room(served.hall, number)
        people = everybody(number)
        async with served.client(people["player in open"]) as player:
            page = await player.get("/seat")
            assert "Confirm for Brook (White)" in page.text
            assert "Confirm for Holloway (Red)" not in page.text
            own = form_of(page, f"/hall/t/club/matches/{number}/results", side="white")
            sent = await player.post(f"/hall/t/club/matches/{number}/results", data=own)
            assert sent.headers["location"] == "/seat"
        async with served.client(people["clerk of open"]) as clerk:
            page = await clerk.get("/room")
            other = form_of(page, f"/hall/t/club/matches/{number}/results", side="red")
            sent = await clerk.post(f"/hall/t/club/matches/{number}/results", data=other)
            assert sent.headers["location"] == "/room"
            assert "Confirmed by Brook (White) Confirmed by Holloway (Red)" in seen(
                await clerk.get("/room")
            )


async def test_names_with_marks_and_other_directions_are_shown_as_text(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        names = ["<script>alert(1)</script>", "שחמט", "🎲" * 40, "%(who)s {{ 7 * 7 }}"]
        for name in names:
            entered = await client.post(
                "/hall/t/club/teams", data={"name": name, "players": "A\nB", "known": "new"}
            )
            assert entered.status_code == 303
        teams = await client.get("/hall/t/club/teams")
        assert "<script>alert" not in teams.text
        assert "Please write the name in Latin letters." in teams.text
        body = {"home": names[0], "away": names[3], "games": "4"}
        made = await client.post("/hall/t/club/matches/new", data={**body, "event": names[1]})
        assert made.status_code == 303
        for path in ("/hall", "/hall/t/club/matches/1", "/hall/t/club/matches/1/log"):
            page = await client.get(path)
            assert page.status_code == 200
            assert "<script>alert" not in page.text
            assert "%(who)s {{ 7 * 7 }}" in page.text
