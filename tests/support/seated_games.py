"""Games that a visitor has begun from the closed room's seat of a finished match."""

import asyncio
from typing import Any

from rules.identities import MatchId
from rules.position import Side
from server.closed_seats.closed_seats import games_offered, played
from server.closed_seats.decisions import Due
from server.closed_seats.seat_actions import Act, SeatAction
from tests.support.ids import match_id
from tests.support.served import Served

_ANSWERS = {Due.DOUBLE: Act.TAKE, Due.RESIGNATION: Act.REFUSE, Due.CHOICE: Act.HOLD}
_BY = "127.0.0.9"
_AT_MOST = 60.0
"""Seconds after which a match that is never heard of as over fails the test."""


async def until_known_over(hub: Any, over: MatchId) -> None:
    """Let the hub hear of what has been stored, up to that match's end."""
    async with asyncio.timeout(_AT_MOST):
        while not hub.is_over(over):  # noqa: ASYNC110
            await asyncio.sleep(0)  # views follow what is stored


async def seated_game(served: Served, number: int, *, ended: bool) -> str:
    """The id of a game that a visitor plays as Red, or has resigned."""
    seats, hub, over = served.services.closed_seats, served.hub, match_id(number)
    assert seats is not None
    await until_known_over(hub, over)
    recorded = next(iter(games_offered(served.hall, hub, over).values()))
    sitting = await seats.begin(played(over, recorded), recorded, Side.RED, _BY)
    while ended and sitting.result is None:
        act = _ANSWERS.get(sitting.seated.due, Act.RESIGN)
        action = SeatAction(act, len(sitting.seated.events))
        sitting = await seats.decide(sitting, action, _BY)
        if act is Act.RESIGN and sitting.result is None:
            action = SeatAction(Act.RESIGN_GAMMON, len(sitting.seated.events))
            sitting = await seats.decide(sitting, action, _BY)
    return sitting.seat_id
