"""Calls for the director, and holds (ruling 31)."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from rules.events import CallReason
from server.web.edge.typed_names import all_seen
from server.web.schemas.fields import Body, OrderIn, PersonText, RoomName, SideName

_Remark = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500)]


class CallIn(Body):
    """What the table calls the director for, and which side does, as far as that is said."""

    reason: CallReason = CallReason.NONE
    side: SideName | None = None


class TakeCallIn(Body):
    """Who goes there so far as one saw, by the person's id; nobody by default."""

    coming: PersonText | Literal[""] = ""


class EndCallIn(Body):
    """Who was to come as far as one saw, by the person's id; left out, it is not asked."""

    coming: PersonText | Literal[""] | None = None


class HoldIn(OrderIn):
    """A table, whose room it names, or the whole match is held."""

    scope: Literal["table", "match"]
    room: RoomName | None = None


class LiftIn(Body):
    """A hold of a table or match is over; `was` is why it was held."""

    scope: Literal["table", "match"]
    room: RoomName | None = None
    reason: Annotated[_Remark, AfterValidator(all_seen)] = ""
    was: str | None = None


class HallHoldIn(OrderIn):
    """All tables of a room, which it names, or of the hall are held."""

    scope: Literal["room", "hall"]
    room: RoomName | None = None


class HallLiftIn(Body):
    """A hold of a room or of the hall is over; `was` is why it was held."""

    scope: Literal["room", "hall"]
    room: RoomName | None = None
    reason: Annotated[_Remark, AfterValidator(all_seen)] = ""
    was: str | None = None


class HoldOut(BaseModel):
    """A hold of a room or of the hall that is on; `by` is the person's id."""

    scope: str
    room: str | None = Field(description="None for the hall.")
    by: str
    reason: str
