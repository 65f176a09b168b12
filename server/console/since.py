"""Since when a table waits: the time of the last thing that happened at it.

A room's time depends on that room's own events and on what both rooms hear of, so that it tells
nobody in one room how the other is getting on.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

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

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Take a match's next events."""
        match_id = match_of(stored[0].stream)
        if match_id is None:
            return
        times = self._times.setdefault(match_id, {})
        for entry in stored:
            times.update(dict.fromkeys(rooms_changed(entry.event), entry.recorded_at))

    begin = receive

    def restart(self, stream: str) -> None:
        """Forget a match's times."""
        match_id = match_of(stream)
        if match_id is not None:
            self._times.pop(match_id, None)

    forget = restart

    def of(self, match_id: MatchId) -> Mapping[Room, datetime]:
        """The times of a match's tables, UTC; a room nothing has happened in is missing."""
        return dict(self._times.get(match_id, {}))
