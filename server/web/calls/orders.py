"""Orders about calls for the director, and about holds of a table, match, room or hall (ruling 31).

The orders come from the pages of a match, of a round and of the hall, and from the API.
"""

from collections.abc import Mapping
from functools import partial
from typing import Literal

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from rules import commands as cmd
from rules.events import HoldScope
from rules.identities import MatchId
from server.access import Action, Visitor
from server.hall import Hall
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep
from server.web.matches.schemas import room_of_form
from server.web.orders.fields import PersonText, choice_of
from server.web.orders.order_list import (
    MATCH_PAGE,
    TABLE_API,
    Fields,
    Sender,
    SingleOrder,
    at_table,
    order,
    to_hall,
    to_match,
)
from server.web.orders.order_routes import add_single_route

_OF_MATCH = choice_of(HoldScope, HoldScope.TABLE, HoldScope.MATCH)
_OF_HALL = choice_of(HoldScope, HoldScope.ROOM, HoldScope.HALL)
_Coming = PersonText | Literal[""]


def _held(fields: Fields) -> dict[str, object]:
    """Return the fields of a form, with its field `held` split into `scope` and `room`.

    `held` says what is held: "match", "hall", "table ROOM" or "room ROOM", in which ROOM is the
    name of a room. `room` becomes None if no room is named.
    """
    scope, _, room = fields.get("held", "").partition(" ")
    plain = {name: value for name, value in fields.items() if name != "held"}
    return {**plain, "scope": scope, "room": room or None}


_table_order = partial(order, carry=to_match, alone=True, without=("room",))
CALL = _table_order("call", cmd.CallDirector, make=at_table(cmd.CallDirector))
TAKE_CALL = _table_order(
    "take-call", cmd.TakeCall, make=at_table(cmd.TakeCall), coming=(_Coming, "")
)
END_CALL = _table_order("end-call", cmd.EndCall, make=at_table(cmd.EndCall), coming=(_Coming, ""))

_match_order = partial(order, carry=to_match, alone=True)
HOLD = _match_order("hold", cmd.HoldPlay, read=_held, scope=(_OF_MATCH, ...))
LIFT_HOLD = _match_order("lift-hold", cmd.LiftHold, scope=(_OF_MATCH, ...))

_hall_order = partial(order, carry=to_hall, alone=True, prefix="Hall", read=_held)
HOLD_HALL = _hall_order("hold", cmd.HoldPlay, scope=(_OF_HALL, ...))
LIFT_HALL = _hall_order("lift-hold", cmd.LiftHold, scope=(_OF_HALL, ...))

CALLS = (
    SingleOrder(CALL, f"{TABLE_API}/call", f"{MATCH_PAGE}/calls", Action.CALL),
    SingleOrder(TAKE_CALL, f"{TABLE_API}/call/taken", f"{MATCH_PAGE}/calls", Action.ANSWER_CALL),
    SingleOrder(END_CALL, f"{TABLE_API}/call/ended", f"{MATCH_PAGE}/calls", Action.ANSWER_CALL),
)
HOLDS_OF_HALL = (
    SingleOrder(HOLD_HALL, "/api/holds", "/hall/holds", Action.DIRECT),
    SingleOrder(LIFT_HALL, "/api/holds/lifted", "/hall/holds", Action.DIRECT),
)


async def hold_match(
    hall: Hall, match_id: MatchId, reason: str, director: Visitor, command_id: str
) -> None:
    """Hold a whole match. Raises pydantic's ValidationError if the reason is too short."""
    body = HOLD.body.model_validate({"scope": "match", "reason": reason})
    await HOLD.give(Sender(hall, director, match_id=match_id), body, command_id)


async def lift_hold_of_match(
    hall: Hall, match_id: MatchId, was: str, director: Visitor, command_id: str
) -> None:
    """Lift the hold of a whole match; `was` is the reason for which the match is held."""
    body = LIFT_HOLD.body.model_validate({"scope": "match", "was": was})
    await LIFT_HOLD.give(Sender(hall, director, match_id=match_id), body, command_id)


class HoldOut(BaseModel):
    """A hold of one room or of the whole hall. `by` is the id of the person who ordered it."""

    scope: str
    room: str | None = Field(description="Null if the whole hall is held.")
    by: str
    reason: str


router = APIRouter(tags=["operator", "director"])

for _each in CALLS:
    add_single_route(router, _each)


@router.get("/api/holds", dependencies=[Depends(needs(Action.SEE_BOTH_ROOMS))])
async def hall_holds(hall: HallDep) -> list[HoldOut]:
    """List the holds in force of single rooms and of the whole hall."""
    return [
        HoldOut(
            scope=each.scope.value,
            room=each.room.value if each.room else None,
            by=each.by,
            reason=each.reason,
        )
        for each in hall.tournaments.held.holds.values()
    ]


for _each in HOLDS_OF_HALL:
    add_single_route(router, _each)


_CALLS = {"take": (TAKE_CALL, "coming"), "end": (END_CALL, "coming")}
"""For each value of a form's field `do`: the order, and the name of the form's other field.

A form without `do` calls the director.
"""


async def answer_call(
    hall: Hall, match_id: MatchId, fields: Mapping[str, str], visitor: Visitor, command_id: str
) -> None:
    """Call the director to a table, say that somebody is coming, or end the call.

    The form's field `room` names the table. Its field `do` is "take" or "end"; without it, the
    director is called.
    """
    room = room_of_form(fields)
    order, field = _CALLS.get(fields.get("do", ""), (CALL, "reason"))
    body = order.body.model_validate({field: fields[field]} if field in fields else {})
    await order.give(Sender(hall, visitor, match_id=match_id, room=room), body, command_id)


async def lift(
    hall: Hall, match_id: MatchId, fields: Mapping[str, str], director: Visitor, command_id: str
) -> None:
    """Lift the hold of a table or of the whole match, as the form's field `scope` says.

    The field `room` names the table.
    """
    named = {name: fields[name] for name in ("scope", "room", "was") if fields.get(name)}
    body = LIFT_HOLD.body.model_validate({"scope": "", **named})
    await LIFT_HOLD.give(Sender(hall, director, match_id=match_id), body, command_id)


async def hold_hall(
    hall: Hall, fields: Mapping[str, str], director: Visitor, command_id: str
) -> None:
    """Hold the hall or one room, or lift such a hold if the form's field `do` is "lift".

    The form's field `held` is "hall" or "room ROOM", in which ROOM is the name of a room.
    """
    order = LIFT_HALL if fields.get("do") == "lift" else HOLD_HALL
    typed = {name: value for name, value in fields.items() if name != "do"}
    await order.give(Sender(hall, director), order.read_form(typed, shared=True), command_id)
