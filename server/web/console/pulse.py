"""What wakes the console's sockets."""

import asyncio
from collections.abc import Collection, Sequence

from rules.room import Room
from server.matches.deferred_work import rooms_woken
from server.store.event_log.contract import StoredEvent
from server.store.event_log.subscriptions import Subscriber


class Pulse(Subscriber):
    """Wakes whoever waits when something has happened that his rooms hear of.

    What happens in the other room wakes nobody, or the time of a frame would tell of it.
    """

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Collection[Room]] = {}

    name = "live console pages"

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Wake whose rooms hear of a match's new events or a note; a team's are everybody's."""
        notified = rooms_woken(stored)
        if notified is None:
            self.names_changed()
            return
        for future, rooms in list(self._waiting.items()):
            if not notified.isdisjoint(rooms or Room) and not future.done():
                future.set_result(None)

    def boards_changed(self) -> None:
        """Hear that something is wrong, or right again, with a board, a port or the disk."""
        for future, rooms in list(self._waiting.items()):
            if len(rooms) == len(Room) and not future.done():
                future.set_result(None)

    def names_changed(self) -> None:
        """Hear that somebody is named otherwise or is another person, on whatever page."""
        for future in list(self._waiting):
            if not future.done():
                future.set_result(None)

    async def next(self, rooms: Collection[Room], patience: float) -> None:
        """Wait for the next thing these rooms hear of, at most so many seconds; no room: all."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[future] = rooms
        try:
            await asyncio.wait_for(future, patience)
        except TimeoutError:
            return
        finally:
            del self._waiting[future]
