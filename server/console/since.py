"""Since when a table waits: the time of the last thing that happened at it.

A room's time depends on that room's own events and on what both rooms hear of, so that it tells
nobody in one room how the other is getting on.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from rules import events as ev
from rules.identities import MatchId
from rules.room import Room
from server.matches.streams import match_of
from server.store.event_log.contract import StoredEvent

_BOTH_ROOMS = (ev.MatchStarted, ev.GameStarted, ev.GameVoided, ev.GameCancelled, ev.MatchClosed)
_AT_A_BOARD = (ev.BoardAssigned, ev.BoardMoved, ev.BoardAttached, ev.BoardLost)


def rooms_hearing(event: ev.Event) -> tuple[Room, ...]:
    """The rooms that may hear of an event: both, unless it is of one room alone."""
    if isinstance(event, ev.ReadingRefused | ev.PlayerLeft | ev.PlayerReturned):
        return (event.room,)
    if isinstance(event, ev.OpenRoomWatched):
        return ()
    return rooms_changed(event) or tuple(Room)


def rooms_changed(event: ev.Event) -> tuple[Room, ...]:
    """The rooms whose table an event changes."""
    match event:
        case ev.ReadingRefused():
            return ()
        case _ if isinstance(event, _BOTH_ROOMS):
            return tuple(Room)
        case ev.RollReleased():
            return (Room.CLOSED,)
        case _ if isinstance(event, (ev.RoomEvent, *_AT_A_BOARD)):
            return (event.room,)
        case ev.GameEvent():  # whatever else there is about a game is of the dice, thrown there
            return (Room.OPEN,)
        case _:
            return ()


class Waits:
    """When something last happened at every table: a subscriber to stored events."""

    name = "waiting times"

    def __init__(self) -> None:
        self._times: dict[MatchId, dict[Room, datetime]] = {}

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Take a match's next events."""
        match_id = match_of(stored[0].stream)
        if match_id is None:
            return
        times = self._times.setdefault(match_id, {})
        for entry in stored:
            times.update(dict.fromkeys(rooms_changed(entry.event), entry.recorded_at))

    def restart(self, stream: str) -> None:
        """Forget a match's times."""
        match_id = match_of(stream)
        if match_id is not None:
            self._times.pop(match_id, None)

    def of(self, match_id: MatchId) -> Mapping[Room, datetime]:
        """The times of a match's tables, UTC; a room nothing has happened in is missing."""
        return dict(self._times.get(match_id, {}))
