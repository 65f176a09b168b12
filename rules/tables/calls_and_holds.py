"""Calls for the director and holds, and the tables that they concern (ruling 31).

Calls and holds are part of the state of a match, so that every decision about a table depends on
the events of its own match alone. Calls and holds may last longer than a game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from rules import events as ev
from rules.events import HoldScope
from rules.room import Room

HoldKey = tuple[HoldScope, Room | None]
"""The scope and room of a hold; at most one hold with the same scope and room is in force."""


@dataclass(frozen=True, slots=True)
class Call:
    """An open call of a table for the director.

    `coming` is the id of the person on the way, empty if there is none.
    """

    called: ev.DirectorCalled
    coming: str = ""


@dataclass(frozen=True, slots=True)
class CallsAndHolds:
    """The open calls of a match's tables, and the holds that apply to them."""

    calls: Mapping[Room, Call] = field(default_factory=dict)
    holds: Mapping[HoldKey, ev.HoldSet] = field(default_factory=dict)

    def holds_of(self, room: Room) -> tuple[ev.HoldSet, ...]:
        """Return the holds that apply to the table in `room`."""
        return tuple(each for each in self.holds.values() if each.room in (None, room))

    def held(self, room: Room) -> bool:
        """Return True if the table in `room` is held.

        No roll is released to a held table, and readings from its players are refused.
        """
        return bool(self.holds_of(room))

    @property
    def held_as_a_whole(self) -> bool:
        """True if the match or the hall is held.

        The other room and the public are told of these holds only, not of a hold of one table or
        room.
        """
        return any(scope in (HoldScope.MATCH, HoldScope.HALL) for scope, _ in self.holds)

    def after(self, event: ev.CallEvent) -> "CallsAndHolds":
        """Return the calls and holds as changed by `event`."""
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
