"""How many connections a server keeps, how many of them one address may have, and who gives way.

An address may have a quarter of what is still free, so that a few that take all they can leave room
for the others: one leaves four fifths of all, ten leave a tenth. This machine's own addresses are
not counted by themselves: a proxy on it speaks for everybody.

Watchers' websockets leave a quarter of the room free, so that boards and whoever is signed in come
in; as these take it up, the newest watchers are hung up on.
"""

import time
from collections import Counter
from collections.abc import Callable

import structlog

from server.platform_support import is_loopback, raise_descriptor_limit

log = structlog.get_logger()
_SHARE = 4
CROWDED_FOR = 60.0
"""Seconds for which it is said that a watcher was turned away."""


class ConnectionLimit:
    """The connections there are, by address; `most` at once.

    `listeners` are called when a watcher is turned away and none was for some time. `now` counts
    seconds from any moment.
    """

    def __init__(self, most: int, now: Callable[[], float] = time.monotonic) -> None:
        self.listeners: list[Callable[[], None]] = []
        self._most, self._free_for_others = most, most // _SHARE
        self._now = now
        self._by_address: Counter[str] = Counter()
        self._watchers: dict[object, Callable[[], None]] = {}
        self._kept: set[object] = set()
        self._turned_away: float | None = None

    @property
    def watchers(self) -> int:
        """How many websockets of watchers there are."""
        return len(self._watchers)

    @property
    def is_crowded(self) -> bool:
        """Whether a watcher was turned away lately."""
        return self._turned_away is not None and self._now() - self._turned_away < CROWDED_FOR

    def enter(self, address: str) -> bool:
        """Count one more connection; False, and nothing counted, when there is no room for it."""
        free = self._most - self._by_address.total()
        if free <= 0 or (self._by_address[address] * _SHARE >= free and not is_loopback(address)):
            return False
        self._by_address[address] += 1
        return True

    def stay(self, connection: object, hang_up: Callable[[], None], *, is_watcher: bool) -> bool:
        """Count a connection among those that stay open; False where watchers have no more room.

        `hang_up` ends a watcher's, should a board or somebody who is signed in need its place.
        """
        if not is_watcher:
            self._kept.add(connection)
            while len(self._watchers) > self._room_for_watchers:
                _, hang_up_newest = self._watchers.popitem()
                self._turn_away()
                hang_up_newest()
            return True
        if len(self._watchers) >= self._room_for_watchers:
            self._turn_away()
            return False
        self._watchers[connection] = hang_up
        return True

    def leave(self, address: str, connection: object = None) -> None:
        """Count one connection less."""
        self._watchers.pop(connection, None)
        self._kept.discard(connection)
        self._by_address[address] -= 1
        if self._by_address[address] <= 0:
            del self._by_address[address]

    @property
    def _room_for_watchers(self) -> int:
        return max(self._most - self._free_for_others - len(self._kept), 0)

    def _turn_away(self) -> None:
        was_crowded, self._turned_away = self.is_crowded, self._now()
        if not was_crowded:
            log.warning("watchers_turned_away", watchers=self.watchers, connections=self._most)
            for listener in self.listeners:
                listener()


_ENOUGH = 20_000
_KEPT_BACK = 128
"""Descriptors for records, serial ports, libraries and programs that are started."""
_LEAST_PART = 4
"""Where the machine lets the process have few, a quarter of them is for connections."""


def room_for_connections() -> int:
    """Raise this process's own limit as far as it may, up to what a server needs; what is left."""
    limit = raise_descriptor_limit(_ENOUGH)
    return max(limit - _KEPT_BACK, limit // _LEAST_PART)
