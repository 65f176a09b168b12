"""Holds of a room or of the whole hall, applied to every match that they concern (ruling 31).

These holds are events in the hall's stream. Each match that they concern records them in its own
stream as well, so that decisions about its tables depend on the match's own events only.

Also here: what a table is shown of its call for the director and of its holds (ruling 31).
"""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules import events as ev
from rules.events import HoldScope
from rules.room import Room
from rules.tables.calls_and_holds import CallsAndHolds, HoldKey
from server.access import SERVER
from server.matches.decide import BringHold
from server.matches.deferred_work import Envelope
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.values.naming import Names

OF_THE_HALL: tuple[HoldKey, ...] = (
    (HoldScope.ROOM, Room.OPEN),
    (HoldScope.ROOM, Room.CLOSED),
    (HoldScope.HALL, None),
)
"""The holds that the hall decides. A hold of a table or of a match is decided by the match."""


def reaching(rooms: Iterable[Room], hall: CallsAndHolds) -> tuple[ev.HoldSet, ...]:
    """Return the hall's holds that concern a match with tables in these rooms.

    The reason of a hold of the whole hall is left out, since a match's log is public once the match
    is over.
    """
    return tuple(
        hold if hold.room is not None else replace(hold, reason="")
        for hold in hall.holds.values()
        if hold.room in (None, *rooms)
    )


async def bring_to_matches(processes: Iterable[MatchProcess], hall: CallsAndHolds) -> None:
    """Apply the hall's holds to every match; return once they are stored or put off.

    A hold that is put off is decided as soon as the log stores again.
    """
    posted = [
        _post_and_wait(process, command)
        for process in [*processes]
        if not process.record.is_over
        for command in _differences(process, hall)
    ]
    await asyncio.gather(*posted)


def _differences(process: MatchProcess, hall: CallsAndHolds) -> Iterator[BringHold]:
    """Yield the holds to set or lift at a match, so that it has the hall's holds.

    While the match decides or stores commands, it may be about to change; then all holds are set or
    lifted, even those that the match seems to have already.
    """
    record = process.record
    for hold in reaching(record.rooms, hall):
        if (hold.scope, hold.room) not in record.director.holds or not process.idle:
            yield BringHold(hold)
    for scope, room in OF_THE_HALL:
        known = (scope, room) in record.director.holds
        if (scope, room) not in hall.holds and (known or not process.idle):
            yield BringHold(ev.HoldLifted(scope=scope, room=room, by="", reason=""))


async def _post_and_wait(process: MatchProcess, command: BringHold) -> None:
    done = asyncio.Event()

    def settled(_: object) -> None:
        done.set()

    process.post(Envelope(command, SERVER, settled, settled, lasts=True, put_off=settled))
    await done.wait()


_OF_NO_ROOM = (HoldScope.MATCH, HoldScope.HALL)


@dataclass(frozen=True, slots=True)
class DirectorAtTable:
    """The call for the director and the hold of a table, as they are shown at the table.

    `coming` is the name of the person who has taken the call, or None if nobody has. `held` is the
    reason of the table's hold, or None if play is not held. If the match or the hall is held and
    not the table alone, `held` is empty: no room is shown the reason of such a hold.
    """

    called: bool
    coming: str | None
    held: str | None


def director_at(record: MatchRecord, room: Room, names: Names) -> DirectorAtTable:
    """Return the call and the hold of the table in the room, and nothing about the other room."""
    call, holds = record.director.calls.get(room), record.director.holds_of(room)
    coming = names.by(call.coming) if call is not None and call.coming else None
    reasons = [hold.reason for hold in holds if hold.scope not in _OF_NO_ROOM]
    held = "; ".join(reasons) if holds else None
    return DirectorAtTable(call is not None, coming, held)
