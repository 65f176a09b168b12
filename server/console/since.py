"""Since when a table waits: the time of the last thing that happened at it, of its call, and of
the first dice of its game.

A room's time depends on that room's own events and on what both rooms hear of, so that it tells
nobody in one room how the other is getting on.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from rules import events as ev
from rules.identities import MatchId
from rules.room import Room
from server.matches.deferred_work import rooms_changed
from server.matches.stream_writer import match_of
from server.store.event_log.contract import StoredEvent
from server.store.event_log.subscriptions import Subscriber


class Waits(Subscriber):
    """When something last happened at every table: a subscriber to stored events."""

    name = "waiting times"

    def __init__(self) -> None:
        self._times: dict[MatchId, dict[Room, datetime]] = {}
        self._calls: dict[MatchId, dict[Room, datetime]] = {}
        self._first_dice: dict[MatchId, dict[Room, datetime]] = {}

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
            self._note_dice(self._first_dice.setdefault(match_id, {}), entry)

    begin = receive

    def restart(self, stream: str) -> None:
        """Forget a match's times."""
        match_id = match_of(stream)
        if match_id is not None:
            self._times.pop(match_id, None)
            self._calls.pop(match_id, None)
            self._first_dice.pop(match_id, None)

    def of(self, match_id: MatchId) -> Mapping[Room, datetime]:
        """The times of a match's tables, UTC; a room nothing has happened in is missing."""
        return dict(self._times.get(match_id, {}))

    def calls(self, match_id: MatchId) -> Mapping[Room, datetime]:
        """Since when the calls for the director stand at a match's tables, UTC."""
        return dict(self._calls.get(match_id, {}))

    def first_dice(self, match_id: MatchId) -> Mapping[Room, datetime]:
        """When each room had the first dice of its current game, UTC; missing before it has."""
        return dict(self._first_dice.get(match_id, {}))

    @staticmethod
    def _note_dice(times: dict[Room, datetime], entry: StoredEvent) -> None:
        match entry.event:
            case ev.GameStarted() | ev.GameVoided():
                times.clear()
            case ev.RollThrown(opening=True):
                times[Room.OPEN] = entry.recorded_at
            case ev.RollReleased():
                times.setdefault(Room.CLOSED, entry.recorded_at)
            case _:
                pass
