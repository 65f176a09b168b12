"""What is asked about calls for the director, and about holding play (ruling 31)."""

from dataclasses import dataclass

from rules.events import CallReason, HoldScope
from rules.room import Room
from rules.side import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDirector:
    """Call the director to the table in that room; a call that stands may be given its reason.

    `by` is whoever sends it from a page, which is put in when it is decided.
    """

    room: Room
    reason: CallReason = CallReason.NONE
    side: Side | None = None
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCall:
    """Go to the table that has called; `coming` is who was to come as far as one saw, or ""."""

    room: Room
    by: str = ""
    coming: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndCall:
    """Say that what the table called for is settled.

    `coming` is who was to come as far as one saw, or ""; None does not ask.
    """

    room: Room
    by: str = ""
    coming: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldPlay:
    """Hold a table or a match, asked of the match; a room or the hall, asked of the hall.

    `room` is for the scopes that have one.
    """

    scope: HoldScope
    room: Room | None = None
    by: str = ""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftHold:
    """Let play go on as far as this hold is concerned; `reason` may be empty.

    `was` is why it is held as far as one saw; None does not ask.
    """

    scope: HoldScope
    room: Room | None = None
    by: str = ""
    reason: str = ""
    was: str | None = None


HoldCommand = HoldPlay | LiftHold
CallCommand = CallDirector | TakeCall | EndCall | HoldPlay | LiftHold
