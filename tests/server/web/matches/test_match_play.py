"""A match to points over the API and the pages: set up, its table, its result, its form."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from rules.position import Side
from rules.room import Room
from server.access import PUBLIC, Role, Visitor
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, opened

WHITE, RED = "Robin Brook", "Kim Holloway"
MATCH = {"white": WHITE, "red": RED, "length": 3, "event": "Harbour Cup"}
PLAYERS = {
    WHITE: Visitor(Role.PLAYER, person_id(WHITE), Room.OPEN, match_id(1), WHITE, Side.WHITE),
    RED: Visitor(Role.PLAYER, person_id(RED), Room.OPEN, match_id(1), RED, Side.RED),
}


async def enters(director: httpx.AsyncClient, game: int, loser: str, ending: str) -> None:
    body = {"game": game, "attempt": 1, "room": "open", "loser": loser, "ending": ending}
    answer = await director.post(
        "/api/t/club/matches/1/results/by-hand", json={**body, "left": 15, "cube": 1}
    )
    assert answer.status_code == 200, answer.text


async def standing(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    """The results as a confirmation or a signature names them."""
    answer = await client.get("/api/t/club/matches/1/results")
    return [{name: each[name] for name in ("game", "room", "result")} for each in answer.json()]


async def test_a_match_to_points_has_no_table_in_the_closed_room(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await director.post("/api/t/club/matches/match-play", json=MATCH)
        for address in ("tables/closed", "tables/closed/recording"):
            answer = await director.get(f"/api/t/club/matches/1/{address}")
            assert answer.status_code == 404
            assert (answer.json()["field"], answer.json()["allowed"]) == ("room", "open")


async def test_a_match_is_set_up_played_confirmed_and_signed_by_its_players(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        assert (await director.post("/api/t/club/matches/match-play", json=MATCH)).json() == {
            "tournament": "club",
            "number": 1,
        }
        (listed,) = (await director.get("/api/t/club/matches")).json()
        assert (listed["games"], listed["length"], listed["status"]) == (None, 3, "playing")
        await enters(director, 1, "red", "gammon")
        state = (await director.get("/api/t/club/matches/1")).json()
        assert (state["score"], state["crawford"], list(state["tables"])) == (
            [2, 0],
            True,
            ["open"],
        )
        async with served.client(PLAYERS[RED]) as player:
            assert "Match to 3, score 2–0" in (await player.get("/seat")).text
        await enters(director, 2, "red", "resigned")
        for name, visitor in PLAYERS.items():
            async with served.client(visitor) as player:
                for each in await standing(player):
                    answer = await player.post("/api/t/club/matches/1/results", json=each)
                    assert answer.status_code == 200, (name, answer.text)
        for name, visitor in PLAYERS.items():
            async with served.client(visitor) as player:
                page = (await player.get("/seat")).text
                assert "Sign the match protocol" in page
                body = {"team": name, "results": await standing(player)}
                assert (await player.post("/api/t/club/matches/1/signatures", json=body)).is_success
            hall = re.sub("[\u2066-\u2069]|<[^>]*>", "", (await director.get("/hall")).text)
            assert (f"Ask {RED} to sign" in hall) is (name == WHITE)
        form = (await director.get("/api/t/club/matches/1/protocol.json")).json()
        assert (form["score_white"], form["score_red"], form["state"]) == (3, 0, "signed")
        assert [row["confirmation"] for row in form["rows"]] == ["both players"] * 2
        assert [row["crawford"] for row in form["rows"]] == [False, True]


@pytest.mark.parametrize(
    ("field", "value"), [("length", 65), ("red", WHITE), ("game", "trictrac"), ("white", "")]
)
async def test_a_match_that_cannot_be_is_refused_in_its_form_beside_the_field(
    tmp_path: Path, field: str, value: object
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        fields = {**{name: str(each) for name, each in MATCH.items()}, field: str(value)}
        answer = await director.post("/hall/t/club/matches/new/match-play", data=fields)
        assert answer.status_code in (409, 422)
        assert 'aria-invalid="true"' in answer.text
        api = await director.post("/api/t/club/matches/match-play", json={**MATCH, field: value})
        assert api.status_code in (409, 422)
        assert (await director.get("/api/t/club/matches")).json() == []


async def test_the_form_of_the_page_sets_a_match_up_and_goes_to_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        fields = {name: str(each) for name, each in MATCH.items()}
        answer = await director.post("/hall/t/club/matches/new/match-play", data=fields)
        assert (answer.status_code, answer.headers["location"]) == (303, "/hall/t/club/matches/1")
        page = (await director.get("/hall/t/club/matches/1")).text
        assert "Match to 3, score 0–0" in page
        assert "room-closed" not in page
        for order in ("cancel-game", "adjust-score", "tail", "embargo", "substitute"):
            assert f"/orders/{order}" not in page
            assert f'id="wait-{order}"' not in page


async def test_everybody_may_watch_and_only_the_closed_rooms_people_are_shown_none_of_it(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await director.post("/api/t/club/matches/match-play", json=MATCH)
        async with served.client(PUBLIC) as anybody:
            assert (await anybody.get("/t/club/matches/1")).status_code == 200
            assert (await anybody.get("/t/club/matches/1/protocol.json")).json()["length"] == 3
        clerks = (Visitor(Role.CLERK, person_id(room.value), room) for room in Room)
        seen = []
        for clerk in clerks:
            async with served.client(clerk) as client:
                seen.append(WHITE in (await client.get("/room")).text)
                assert (WHITE in (await client.get("/hall")).text) is seen[-1]
        assert seen == [True, False]


async def test_a_link_is_given_to_a_player_and_to_no_captain(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await director.post("/api/t/club/matches/match-play", json=MATCH)
        links = "/api/t/club/matches/1/links"
        given = await director.post(links, json={"kind": "player", "team": RED, "room": "open"})
        assert (given.status_code, given.json()["side"]) == (201, "red")
        captain = await director.post(links, json={"kind": "captain", "team": RED})
        assert (captain.status_code, captain.json()["field"]) == (409, "kind")
        closed = await director.post(links, json={"kind": "player", "team": RED, "room": "closed"})
        assert (closed.status_code, closed.json()["field"]) == (409, "room")
