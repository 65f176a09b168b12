"""Orders about calls for the director and about holds, of a table, a match, the hall (ruling 31).

Of the pages of a match, of a round and of the hall, and of the API.
"""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import AfterValidator

from rules import commands as cmd
from rules import events as ev
from rules.events import HoldScope
from rules.identities import MatchId
from server.access import Visitor
from server.hall import Hall
from server.web.orders.order_list import Fields, Make, Sender, order, to_match
from server.web.schemas.fields import PersonText

_OF_MATCH = Annotated[Literal["table", "match"], AfterValidator(HoldScope)]
_OF_HALL = Annotated[Literal["room", "hall"], AfterValidator(HoldScope)]
_Coming = PersonText | Literal[""]


def _at_table(command: Any) -> Make:
    return lambda body, sender: command(room=sender.room, **dict(body))


def _held(fields: Fields) -> dict[str, object]:
    """A form of what is held, `held` "match", or "table" or "room" with a room."""
    scope, _, room = fields.get("held", "").partition(" ")
    plain = {name: value for name, value in fields.items() if name != "held"}
    return {**plain, "scope": scope, "room": room or None}


async def _to_hall(
    sender: Sender, command: Any, command_id: str, _: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    return (await sender.hall.commands.to_hall(command, sender.visitor, command_id),)


_table_order = partial(order, carry=to_match, alone=True, without=("room",))
CALL = _table_order("call", cmd.CallDirector, make=_at_table(cmd.CallDirector))
TAKE_CALL = _table_order(
    "take-call", cmd.TakeCall, make=_at_table(cmd.TakeCall), coming=(_Coming, "")
)
END_CALL = _table_order(
    "end-call", cmd.EndCall, make=_at_table(cmd.EndCall), coming=(_Coming | None, None)
)

_match_order = partial(order, carry=to_match, alone=True)
HOLD = _match_order("hold", cmd.HoldPlay, read=_held, scope=(_OF_MATCH, ...))
LIFT_HOLD = _match_order("lift-hold", cmd.LiftHold, scope=(_OF_MATCH, ...))

_hall_order = partial(order, carry=_to_hall, alone=True, prefix="Hall", read=_held)
HOLD_HALL = _hall_order("hold", cmd.HoldPlay, scope=(_OF_HALL, ...))
LIFT_HALL = _hall_order("lift-hold", cmd.LiftHold, scope=(_OF_HALL, ...))


async def hold_match(
    hall: Hall, match_id: MatchId, reason: str, director: Visitor, command_id: str
) -> None:
    """Hold a whole match; raises pydantic's ValidationError for a reason that says nothing."""
    body = HOLD.body.model_validate({"scope": "match", "reason": reason})
    await HOLD.give(Sender(hall, director, match_id=match_id), body, command_id)


async def lift_hold_of_match(
    hall: Hall, match_id: MatchId, director: Visitor, command_id: str
) -> None:
    """Let a whole match go on."""
    body = LIFT_HOLD.body.model_validate({"scope": "match"})
    await LIFT_HOLD.give(Sender(hall, director, match_id=match_id), body, command_id)
