"""A result entered by hand."""

from pathlib import Path
from typing import Any

from rules.duplicate import readings as rd
from rules.ending import Ending
from rules.room import Room
from rules.side import Side
from server.access import Role, Visitor
from server.relay.saying import ByTheRules
from tests.support.served import DIRECTOR, Served, opened, started_match, throw_opening


async def test_a_result_entered_by_hand_is_confirmed_by_a_second_account(tmp_path: Path) -> None:
    """Ruling 15."""
    async with opened(tmp_path) as house:
        await house.session(DIRECTOR)
        clerk = Visitor(Role.CLERK, "Clerk", Room.OPEN)
        async with house.client(DIRECTOR) as director, house.client(clerk) as second:
            await started_match(director)
            await disagreed(house)
            corrected = {
                "reason": "they agreed on it", "game": 1, "attempt": 1, "room": "open",
                "loser": "white", "ending": "resigned", "left": 15, "cube": 1,
            }  # fmt: skip
            order = "/api/matches/1/director/correct-result"
            assert (await director.post(order, json=corrected)).status_code == 200
            given = {"game": 1, "room": "open", "side": "white"}
            own = await director.post("/api/matches/1/results", json=given)
            assert own.status_code == 409
            assert "another account" in own.json()["detail"]
            for side in ("white", "red"):
                answer = await second.post("/api/matches/1/results", json={**given, "side": side})
                assert answer.json()["events"][0] == "ResultConfirmed"


async def disagreed(house: Served) -> None:
    """White has resigned a gammon in the open room; nobody has confirmed it."""
    await throw_opening(house.hall, 1, 1)
    at: dict[str, Any] = {"game": 1, "attempt": 1, "room": Room.OPEN, "turn": 1}
    said: tuple[rd.AnyReading, ...] = (
        rd.ResignationMade(**at, side=Side.WHITE, ending=Ending.RESIGNED_GAMMON),
        rd.ResignationAnswered(**at, side=Side.RED, accepted=True),
    )
    for reading in said:
        await house.hall.match(1).order(ByTheRules(reading), "board BZ-1")
