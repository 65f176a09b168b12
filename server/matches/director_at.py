"""What one table may know of its call for the director and of what holds it (ruling 31)."""

from dataclasses import dataclass

from rules.events import HoldScope
from rules.room import Room
from server.matches.match_record import MatchRecord
from server.persons.naming import Names

_OF_NO_ROOM = (HoldScope.MATCH, HoldScope.HALL)


@dataclass(frozen=True, slots=True)
class DirectorAtTable:
    """`coming` is who has taken the call, by name, None for nobody yet.

    `held` is why this table is held, None while it is not; empty where only the match or the hall
    is: that reason is of no room.
    """

    called: bool
    coming: str | None
    held: str | None


def director_at(record: MatchRecord, room: Room, names: Names) -> DirectorAtTable:
    """How the table in that room stands with the director; nothing of the other room is in it."""
    call, holds = record.director.calls.get(room), record.director.holds_of(room)
    coming = names.by(call.coming) if call is not None and call.coming else None
    reasons = [hold.reason for hold in holds if hold.scope not in _OF_NO_ROOM]
    held = "; ".join(reasons) if holds else None
    return DirectorAtTable(call is not None, coming, held)
