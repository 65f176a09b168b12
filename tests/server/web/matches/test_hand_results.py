"""Results that the director enters, and who confirms them (ruling 15)."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from server.access import Role, Visitor
from tests.support.commands import send
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.served import (
    DIRECTOR,
    Served,
    opened,
    opened_match,
    result_seen,
    started_match,
    throw_opening,
)

CORRECTED = {
    "reason": "they agreed on it", "game": 1, "attempt": 1, "room": "open", "loser": "white",
    "ending": "resigned", "left": 15, "cube": 1,
}  # fmt: skip
TO_RESIGNED = {
    "loser": "white", "ending": "resigned", "left": 15, "cube": 1, "owner": None,
    "proposer": None, "tally": [0, 0], "adjusted": None,
}  # fmt: skip
"""The result that the correction leaves."""
RESULTS = "/api/t/club/matches/1/results"


async def test_a_correction_that_changes_nothing_is_refused_and_what_was_confirmed_stays(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        await served.session(DIRECTOR)
        clerk = Visitor(Role.CLERK, person_id("Clerk"), Room.OPEN)
        async with served.client(DIRECTOR) as director, served.client(clerk) as second:
            await started_match(director)
            await disagreed(served)
            order = "/api/t/club/matches/1/director/correct-result"
            was = await result_seen(second)
            assert (await director.post(order, json={**CORRECTED, "was": was})).status_code == 200
            stands = await result_seen(second)
            confirmed = {"game": 1, "room": "open", "result": stands}
            assert (await second.post(RESULTS, json=confirmed)).status_code == 200
            assert await standings(director) == [("open", "resigned", "Director", True)]
            again = await director.post(order, json={**CORRECTED, "was": stands})
            assert again.status_code == 422
            assert again.json()["code"] == "result_unchanged"
            assert await standings(director) == [("open", "resigned", "Director", True)]


async def test_a_corrected_result_is_confirmed_by_a_second_account(tmp_path: Path) -> None:
    """Ruling 15: it drops the confirmations of the result before."""
    async with opened(tmp_path) as served:
        await served.session(DIRECTOR)
        clerk = Visitor(Role.CLERK, person_id("Clerk"), Room.OPEN)
        async with served.client(DIRECTOR) as director, served.client(clerk) as second:
            await started_match(director)
            await disagreed(served)
            played = await result_seen(second)
            first = {"game": 1, "room": "open", "result": played}
            for side in ("white", "red"):
                await second.post(RESULTS, json={**first, "side": side})
            order = "/api/t/club/matches/1/director/correct-result"
            assert (
                await director.post(order, json={**CORRECTED, "was": played})
            ).status_code == 200
            assert await standings(director) == [("open", "resigned", "Director", False)]
            corrected = {**first, "result": await result_seen(second)}
            own = await director.post(RESULTS, json=corrected)
            assert own.status_code == 409
            assert "another account" in own.json()["detail"]
            late = await second.post(RESULTS, json=first)
            assert late.status_code == 409
            both = late.json()
            assert (both["was"], both["now"]) == (played, corrected["result"])
            given = await second.post(RESULTS, json=corrected)
            assert given.json()["events"] == ["ResultConfirmed"]
            assert await standings(director) == [("open", "resigned", "Director", True)]


@pytest.mark.parametrize("after", ["correction", "sign-in"])
async def test_two_accounts_of_one_person_are_not_two_people_who_confirm(
    tmp_path: Path, after: str
) -> None:
    """Rulings 15 and 33: also where only later it turned out that they are one person."""
    async with opened_match(tmp_path) as (served, director):
        await disagreed(served)
        other = Visitor(Role.DIRECTOR, person_id("Directress"))
        async with served.client(other) as second:
            played = await result_seen(director)
            if after == "sign-in":
                await merged(director, other)
            order = "/api/t/club/matches/1/director/correct-result"
            await director.post(order, json={**CORRECTED, "was": played})
            if after == "correction":
                await merged(director, other)
            seen = {"game": 1, "room": "open", "result": await result_seen(second)}
            refused = await second.post(RESULTS, json=seen)
            assert refused.status_code == 409
            assert "another account" in refused.json()["detail"]
            assert (await standings(director))[0][3] is False


async def merged(director: httpx.AsyncClient, other: Visitor) -> None:
    """The director's person turns out to be the other one."""
    assert DIRECTOR.person is not None
    assert other.person is not None
    at = f"/api/persons/{DIRECTOR.person}/merged"
    assert (await director.post(at, json={"into": other.person.text})).status_code == 200


async def test_a_correction_on_its_way_to_the_log_is_not_confirmed_by_its_own_account(
    tmp_path: Path,
) -> None:
    """Ruling 15: it is decided where the result is, so nothing said in between can pass it."""
    async with opened_match(tmp_path) as (served, director):
        await disagreed(served)
        played = await result_seen(director)
        given = {"game": 1, "room": "open", "side": "white", "result": played}
        answers = await asyncio.gather(
            director.post(
                "/api/t/club/matches/1/director/correct-result", json={**CORRECTED, "was": played}
            ),
            director.post(RESULTS, json=given),
            director.post(RESULTS, json={**given, "result": TO_RESIGNED}),
        )
        assert [answer.status_code for answer in answers] == [200, 409, 409]
        assert await standings(director) == [("open", "resigned", "Director", False)]


async def test_both_captains_confirm_by_their_links_what_the_director_entered(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, director):
        await disagreed(served)
        for room in ("open", "closed"):
            order = {**CORRECTED, "room": room, "was": await result_seen(director, room)}
            await director.post("/api/t/club/matches/1/director/correct-result", json=order)
        for team in ("Compass", "Rudder"):
            captain = Visitor(Role.CAPTAIN, person_id(f"Captain {team}"), None, match_id(1), team)
            async with served.client(captain) as by_link:
                given = await by_link.post(
                    RESULTS, json={"game": 1, "room": "open", "result": await result_seen(by_link)}
                )
                assert given.json()["events"] == ["ResultConfirmed"]
        assert await standings(director) == [
            ("open", "resigned", "Director", True),
            ("closed", "resigned", "Director", False),
        ]


async def standings(client: httpx.AsyncClient) -> list[tuple[str, str, str, bool]]:
    match = (await client.get("/api/t/club/matches/1")).json()
    return [
        (each["room"], each["result"]["ending"], each["entered_by"], each["confirmed"])
        for each in match["results"]
    ]


async def disagreed(served: Served) -> None:
    """White has resigned a gammon in the open room; nobody has confirmed it."""
    await throw_opening(served.hall, 1, 1)
    at: dict[str, Any] = {"game": 1, "attempt": 1, "room": Room.OPEN, "turn": 1}
    readings: tuple[rd.AnyReading, ...] = (
        rd.ResignationMade(**at, side=Side.WHITE, ending=Ending.RESIGNED_GAMMON),
        rd.ResignationAnswered(**at, side=Side.RED, accepted=True),
    )
    for reading in readings:
        await send(served.hall, 1, reading, "board BZ-1")
