"""Which tables have called the director, who comes, and which tables are held (ruling 31).

All of it is kept by the match, so that every decision about a table knows it from the match's own
events; calls and holds outlast games.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from rules import events as ev
from rules.events import HoldScope
from rules.room import Room

HoldKey = tuple[HoldScope, Room | None]
"""A hold: there is one of each scope and room at a time."""


@dataclass(frozen=True, slots=True)
class Call:
    """A table's call that stands; `coming` is the id of who has taken it, empty for nobody."""

    called: ev.DirectorCalled
    coming: str = ""


@dataclass(frozen=True, slots=True)
class CallsAndHolds:
    """The calls that stand at a match's tables, and the holds that reach them."""

    calls: Mapping[Room, Call] = field(default_factory=dict)
    holds: Mapping[HoldKey, ev.HoldSet] = field(default_factory=dict)

    def holds_of(self, room: Room) -> tuple[ev.HoldSet, ...]:
        """The holds that reach the table in that room."""
        return tuple(each for each in self.holds.values() if each.room in (None, room))

    def held(self, room: Room) -> bool:
        """Nothing is released to the table in that room, and nothing its players do has effect."""
        return bool(self.holds_of(room))

    @property
    def held_as_a_whole(self) -> bool:
        """The match or the hall is held: all that the other room and the public are told."""
        return any(scope in (HoldScope.MATCH, HoldScope.HALL) for scope, _ in self.holds)

    def after(self, event: ev.CallEvent) -> "CallsAndHolds":
        """The calls and holds once that has happened."""
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
