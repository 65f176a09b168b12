"""What forms about calls and holds do, each in the name of whoever is signed in (ruling 31)."""

from collections.abc import Mapping

from rules.identities import MatchId
from rules.room import Room
from server.access import Visitor
from server.hall import Hall
from server.web.orders.calls import CALL, END_CALL, HOLD_HALL, LIFT_HALL, LIFT_HOLD, TAKE_CALL
from server.web.orders.order_list import Sender
from server.web.schemas.tables import RoomIn

_CALLS = {"take": (TAKE_CALL, "coming"), "end": (END_CALL, "coming")}
"""The order of what a form says in `do`, and its field; without it the director is called."""


async def answer_call(
    hall: Hall, match_id: MatchId, fields: Mapping[str, str], visitor: Visitor, command_id: str
) -> None:
    """Call, or as `do` says take or end a call, at the table in the `room`."""
    room = Room(RoomIn.model_validate({"room": fields.get("room")}).room)
    order, field = _CALLS.get(fields.get("do", ""), (CALL, "reason"))
    body = order.body.model_validate({field: fields[field]} if field in fields else {})
    await order.give(Sender(hall, visitor, match_id=match_id, room=room), body, command_id)


async def lift(
    hall: Hall, match_id: MatchId, fields: Mapping[str, str], director: Visitor, command_id: str
) -> None:
    """Let the table in `room`, or the match, go on."""
    named = {name: fields[name] for name in ("scope", "room", "was") if fields.get(name)}
    body = LIFT_HOLD.body.model_validate({"scope": "", **named})
    await LIFT_HOLD.give(Sender(hall, director, match_id=match_id), body, command_id)


async def hold_hall(
    hall: Hall, fields: Mapping[str, str], director: Visitor, command_id: str
) -> None:
    """Hold what `held` names, "hall" or "room" with a room, or let it go on."""
    order = LIFT_HALL if fields.get("do") == "lift" else HOLD_HALL
    typed = {name: value for name, value in fields.items() if name != "do"}
    await order.give(Sender(hall, director), order.read_form(typed, shared=True), command_id)
