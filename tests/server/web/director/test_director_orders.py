"""The director's orders over HTTP that are not about dice (ruling 11)."""

from pathlib import Path

import pytest

from rules.games.backgammon import BACKGAMMON
from tests.support.ids import match_id
from tests.support.served import result_seen, served_hall, served_match, throw_opening

AT = {"game": 1, "attempt": 1, "reason": "as the committee ruled"}


async def test_an_adjusted_score_stands_on_the_protocol_with_its_reason(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, hall, number):
        await throw_opening(hall, number, 1)
        for room, home, away in (("open", 150, 40), ("closed", 0, 0)):
            order = {**AT, "room": room, "home": home, "away": away, "was": None}
            answer = await client.post(
                f"/api/t/club/matches/{number}/director/adjust-score", json=order
            )
            assert answer.json()["events"][0] == "ResultCorrected"
        form = (await client.get(f"/t/club/matches/{number}/forms/protocol.html")).text
        assert "as the committee ruled" in form
        was = await result_seen(client, "closed")
        refused = await client.post(
            f"/api/t/club/matches/{number}/director/adjust-score",
            json={**order, "home": 15, "was": was},
        )
        assert refused.status_code == 422
        assert "multiples of 10" in refused.text


@pytest.mark.parametrize(
    ("name", "order"),
    [
        (
            "correct-result",
            {
                "room": "open",
                "loser": "red",
                "ending": "resigned",
                "left": 15,
                "cube": 1,
                "was": None,
            },
        ),
        ("adjust-score", {"room": "open", "home": 150, "away": 0, "was": None}),
        ("tail", {"tail": "drawn", "was": "thrown"}),
        (
            "substitute",
            {
                "team": "Compass",
                "room": "open",
                "player": "Brook",
                "was": "Brook",
                "watched": False,
            },
        ),
        ("cancel-game", {}),
    ],
)
async def test_an_order_for_an_attempt_that_is_void_does_not_strike_the_next(
    tmp_path: Path, name: str, order: dict[str, object]
) -> None:
    async with served_match(tmp_path) as (client, hall, number):
        at = f"/api/t/club/matches/{number}/director"
        await client.post(f"{at}/void-game", json=AT)
        await throw_opening(hall, number, 1, attempt=2)
        before = hall.match(match_id(number)).record
        late = await client.post(f"{at}/{name}", json={**AT, **order})
        assert late.status_code == 409
        assert "match has moved on" in late.text or "another game or attempt" in late.text
        unnamed = {"game": 1, "reason": AT["reason"], **order}
        assert (await client.post(f"{at}/{name}", json=unnamed)).status_code == 422
        assert hall.match(match_id(number)).record.state == before.state


async def test_a_substitute_sits_down_between_games_and_is_printed(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        team = {"name": "Odesa", "players": ["Ann", "Ben", "Cid"]}
        await client.post("/api/t/club/teams", json=team)
        await client.post("/api/t/club/teams", json={"name": "Lviv", "players": ["Dan", "Eve"]})
        match = await client.post(
            "/api/t/club/matches", json={"home": "Odesa", "away": "Lviv", "games": 4}
        )
        number = match.json()["number"]
        for name, first, second in (("Odesa", "Ann", "Ben"), ("Lviv", "Dan", "Eve")):
            line_up = {"team": name, "open_player": first, "closed_player": second, "was": None}
            await client.post(f"/api/t/club/matches/{number}/line-ups", json=line_up)
        path = f"/api/t/club/matches/{number}/director/substitute"
        seat = {"team": "Odesa", "room": "open", "player": "Cid", "was": "Ann", **AT}
        body = {**seat, "watched": False}
        assert (await client.post(path, json=seat)).status_code == 422
        seated = await client.post(path, json=body)
        assert seated.json()["events"] == ["SubstituteSeated"]
        form = (await client.get(f"/t/club/matches/{number}/forms/protocol.html")).text
        assert "Ann" in form
        assert "Cid (1–)" in form
        twice = await client.post(path, json={**body, "room": "closed", "was": "Ben"})
        assert "'Cid' sits in the open room already" in twice.text
        stranger = await client.post(path, json={**body, "player": "Dan", "was": "Cid"})
        assert "'Dan' is not in the team" in stranger.text
        await throw_opening(hall, number, 1)
        late = await client.post(path, json={**body, "player": "Ann", "was": "Cid"})
        assert late.status_code == 409
        assert "game 1 is being played" in late.text


async def test_a_position_that_cannot_be_is_refused_in_words(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, number):
        start = BACKGAMMON.start()
        lying = {"white": list(start.white), "red": list(start.red)}
        order = {**AT, "room": "open", "side": "white", "turn": 1, **lying, "was": lying}
        path = f"/api/t/club/matches/{number}/director/correct-position"
        early = await client.post(path, json=order)
        assert early.status_code == 409
        short = {**order, "white": [0] * 26}
        refused = await client.post(path, json=short)
        assert refused.status_code == 422
        assert "0 checkers, expected 15" in refused.text


async def test_a_program_reads_in_the_match_what_its_orders_replace(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, hall, number):
        match, orders = f"/api/t/club/matches/{number}", f"/api/t/club/matches/{number}/director"
        players = ["Brook", "Fields", "Summers"]
        (compass, _) = (await client.get("/api/t/club/teams")).json()
        was = [player["id"] for player in compass["players"]]
        change = {"team": "Compass", "name": "Compass", "was": was}
        changed = await client.put("/api/t/club/teams", json={**change, "players": players})
        shown = (await client.get(match)).json()
        seat = shown["seats"]["Compass"]["open_player"]
        answers = [
            changed,
            await client.post(
                f"{orders}/substitute",
                json={
                    **AT,
                    "team": "Compass",
                    "room": "open",
                    "player": "Summers",
                    "was": seat,
                    "watched": False,
                },
            ),
            await client.post(
                f"{orders}/tail", json={**AT, "tail": "drawn", "was": shown["last_rolls"]}
            ),
            await client.post(
                f"{orders}/embargo",
                json={"reason": AT["reason"], "embargo": "live", "was": shown["embargo"]},
            ),
        ]
        await throw_opening(hall, number, 1)
        latest = (await client.get(match)).json()["latest"]
        turn = {"side": latest["side"], "turn": latest["turn"]}
        order = {**AT, **turn, "dice": [6, 3], "was": latest["dice"]}
        answers.append(await client.post(f"{orders}/correct-roll", json=order))
        assert [answer.status_code for answer in answers] == [200] * 5
        now = (await client.get(match)).json()
        assert (now["last_rolls"], now["embargo"]) == ("drawn", "live")
        assert now["seats"]["Compass"]["open_player"] == "Summers"
        assert now["latest"]["dice"] == [6, 3]
        lying = now["tables"]["open"]["position"]
        at = {**AT, "room": "open", "side": "red", "turn": 1}
        early = await client.post(f"{orders}/correct-position", json={**at, **lying, "was": lying})
        assert "cannot be done at this table right now" in early.json()["detail"]
