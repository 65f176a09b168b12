"""Calls for the director and holds, and the tables that they concern (ruling 31).

They are part of the match's state, so that every decision about a table depends on the match's own
events alone; calls and holds outlast games.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from rules import events as ev
from rules.events import HoldScope
from rules.room import Room

HoldKey = tuple[HoldScope, Room | None]
"""Scope and room of a hold: there is one of each at a time."""


@dataclass(frozen=True, slots=True)
class Call:
    """A table's open call; `coming` is the id of the person who has taken it, empty for nobody."""

    called: ev.DirectorCalled
    coming: str = ""


@dataclass(frozen=True, slots=True)
class CallsAndHolds:
    """The open calls of a match's tables, and the holds that reach them."""

    calls: Mapping[Room, Call] = field(default_factory=dict)
    holds: Mapping[HoldKey, ev.HoldSet] = field(default_factory=dict)

    def holds_of(self, room: Room) -> tuple[ev.HoldSet, ...]:
        """Return the holds that reach the table in that room."""
        return tuple(each for each in self.holds.values() if each.room in (None, room))

    def held(self, room: Room) -> bool:
        """Return True if that room's table is held.

        Nothing is released to it, and nothing its players do has effect.
        """
        return bool(self.holds_of(room))

    @property
    def held_as_a_whole(self) -> bool:
        """True if the match or the hall is held: all that the other room and the public learn."""
        return any(scope in (HoldScope.MATCH, HoldScope.HALL) for scope, _ in self.holds)

    def after(self, event: ev.CallEvent) -> "CallsAndHolds":
        """Return the calls and holds after that event."""
        match event:
            case ev.DirectorCalled():
                known = self.calls.get(event.room)
                call = Call(event, known.coming if known else "")
                return replace(self, calls={**self.calls, event.room: call})
            case ev.CallTaken():
                call = replace(self.calls[event.room], coming=event.by)
                return replace(self, calls={**self.calls, event.room: call})
            case ev.CallEnded():
                others = {room: call for room, call in self.calls.items() if room != event.room}
                return replace(self, calls=others)
            case ev.HoldSet():
                key = event.scope, event.room
                return replace(self, holds={**self.holds, key: event})
            case ev.HoldLifted():
                gone = event.scope, event.room
                kept = {key: hold for key, hold in self.holds.items() if key != gone}
                return replace(self, holds=kept)
            case _:
                assert_never(event)


NOTHING_CALLED = CallsAndHolds()
