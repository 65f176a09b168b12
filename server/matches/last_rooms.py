"""The room in which each board was put on a table last, in whatever match (ruling 28).

What boards know of rooms outlives the match in which they learned it.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from rules import events as ev
from rules.room import Room
from server.store.accounts_db.finished_matches import LastPlace
from server.store.event_log.contract import StoredEvent


class LastRooms:
    """A subscriber to stored events; `places` holds each board's latest place by its id."""

    name = "boards' last rooms"

    def __init__(self) -> None:
        self.places: dict[str, LastPlace] = {}

    def take(self, places: Mapping[str, LastPlace]) -> None:
        """Take what was kept of finished matches."""
        for board_id, place in places.items():
            self._put(board_id, place)

    def take_history(self, happened: Iterable[ev.Event], moments: Iterable[datetime]) -> set[str]:
        """Take events and when each was recorded; the boards that are in them."""
        boards = set[str]()
        for event, at in zip(happened, moments, strict=True):
            if isinstance(event, ev.BoardAssigned) and event.board_id:
                boards.add(event.board_id)
                self._put(event.board_id, LastPlace(event.room, at))
        return boards

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Take a stream's next events."""
        for entry in stored:
            event = entry.event
            if isinstance(event, ev.BoardAssigned) and event.board_id:
                self._put(event.board_id, LastPlace(event.room, entry.recorded_at))

    begin = receive

    def restart(self, stream: str) -> None:
        """Nothing: the same places come again."""

    def forget(self, stream: str) -> None:
        """Nothing: places outlive their match."""

    def is_closed(self, board_id: str) -> bool:
        """Whether the board was put into a closed room last."""
        place = self.places.get(board_id)
        return place is not None and place.room is Room.CLOSED

    def _put(self, board_id: str, place: LastPlace) -> None:
        known = self.places.get(board_id)
        if known is None or known.at <= place.at:
            self.places[board_id] = place
