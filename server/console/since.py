"""Since when a table waits: the time of the last thing that happened at it, and of its call.

A room's time depends on that room's own events and on what both rooms hear of, so that it tells
nobody in one room how the other is getting on.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from rules import events as ev
from rules.identities import MatchId
from rules.room import Room
from server.matches.rooms_changed import rooms_changed
from server.matches.streams import match_of
from server.store.event_log.contract import StoredEvent


class Waits:
    """When something last happened at every table: a subscriber to stored events."""

    name = "waiting times"

    def __init__(self) -> None:
        self._times: dict[MatchId, dict[Room, datetime]] = {}
        self._calls: dict[MatchId, dict[Room, datetime]] = {}

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Take a match's next events."""
        match_id = match_of(stored[0].stream)
        if match_id is None:
            return
        times = self._times.setdefault(match_id, {})
        for entry in stored:
            times.update(dict.fromkeys(rooms_changed(entry.event), entry.recorded_at))
            if isinstance(entry.event, ev.DirectorCalled):
                calls = self._calls.setdefault(match_id, {})
                calls.setdefault(entry.event.room, entry.recorded_at)
            elif isinstance(entry.event, ev.CallEnded):
                self._calls[match_id].pop(entry.event.room, None)

    begin = receive

    def restart(self, stream: str) -> None:
        """Forget a match's times."""
        match_id = match_of(stream)
        if match_id is not None:
            self._times.pop(match_id, None)
            self._calls.pop(match_id, None)

    forget = restart

    def of(self, match_id: MatchId) -> Mapping[Room, datetime]:
        """The times of a match's tables, UTC; a room nothing has happened in is missing."""
        return dict(self._times.get(match_id, {}))

    def calls(self, match_id: MatchId) -> Mapping[Room, datetime]:
        """Since when the calls for the director stand at a match's tables, UTC."""
        return dict(self._calls.get(match_id, {}))
