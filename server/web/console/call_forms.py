"""What forms about calls and holds do, each in the name of whoever is signed in (ruling 31)."""

from collections.abc import Mapping

from rules.identities import MatchId
from rules.room import Room
from server.access import Visitor
from server.hall import Hall
from server.web.requests import calls as call_requests
from server.web.schemas.calls import (
    CallIn,
    EndCallIn,
    HallHoldIn,
    HallLiftIn,
    LiftIn,
    TakeCallIn,
)
from server.web.schemas.tables import RoomIn

Fields = Mapping[str, str]


async def answer_call(
    hall: Hall, match_id: MatchId, fields: Fields, visitor: Visitor, command_id: str
) -> None:
    """Call, or as `do` says take or end a call, at the table in the `room`."""
    room = Room(RoomIn.model_validate({"room": fields.get("room")}).room)
    match fields.get("do"):
        case "take":
            taken = TakeCallIn.model_validate({"coming": fields.get("coming", "")})
            await call_requests.take(hall, match_id, room, taken, visitor, command_id)
        case "end":
            ended = EndCallIn.model_validate({"coming": fields.get("coming")})
            await call_requests.end(hall, match_id, room, ended, visitor, command_id)
        case _:
            given = CallIn.model_validate({"reason": fields.get("reason", "none")})
            await call_requests.call(hall, match_id, room, given, visitor, command_id)


async def lift(
    hall: Hall, match_id: MatchId, fields: Fields, director: Visitor, command_id: str
) -> None:
    """Let the table in `room`, or the match, go on."""
    named = {"scope": fields.get("scope", ""), "room": fields.get("room") or None}
    named["was"] = fields.get("was")
    order = LiftIn.model_validate(named)
    await call_requests.lift(hall, match_id, order, director, command_id)


async def hold_hall(hall: Hall, fields: Fields, director: Visitor, command_id: str) -> None:
    """Hold what `held` names, "hall" or "room" with a room, or let it go on."""
    if fields.get("do") == "lift":
        lifted = HallLiftIn.model_validate({**_named(fields), "was": fields.get("was")})
        await call_requests.lift_hall(hall, lifted, director, command_id)
        return
    order = HallHoldIn.model_validate({**_named(fields), "reason": fields.get("reason", "")})
    await call_requests.hold_hall(hall, order, director, command_id)


def _named(fields: Fields) -> dict[str, str | None]:
    scope, _, room = fields.get("held", "").partition(" ")
    return {"scope": scope, "room": room or None}
