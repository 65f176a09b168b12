"""The sending half of a session: numbered frames, kept and repeated until acknowledged."""

from collections import deque
from dataclasses import dataclass

from board_drivers.link.timers import LineTimers

WINDOW = 8
"""Frames under way at once; a receiver takes them in order only."""


@dataclass(slots=True)
class _Kept:
    number: int
    raw: bytes
    first_sent: float | None = None
    repeated: bool = False


class SendWindow:
    """Go-back-N with one adaptive timer; `acked` is the highest number the far end keeps."""

    def __init__(self, timers: LineTimers, acked: int) -> None:
        self._timers = timers
        self._waiting: deque[_Kept] = deque()
        self._under_way: deque[_Kept] = deque()
        self._timeout = timers.shortest
        self._expires: float | None = None
        self._again = False
        self.acked = acked
        self.retries = 0

    def push(self, number: int, raw: bytes) -> None:
        """Queue the next number's type byte and payload."""
        self._waiting.append(_Kept(number, raw))

    @property
    def newest_sent(self) -> int:
        """The highest number that has left."""
        return self._under_way[-1].number if self._under_way else self.acked

    def acknowledge(self, ack: int, now: float) -> None:
        """Forget what the far end keeps; an ack of what never left is ignored."""
        if not self.acked < ack <= self.newest_sent:
            return
        self.acked = ack
        while self._under_way and self._under_way[0].number <= ack:
            kept = self._under_way.popleft()
            if not kept.repeated and kept.first_sent is not None:
                self._adapt(now - kept.first_sent)
        self.retries = 0
        self._expires = now + self._timeout if self._under_way else None

    def _adapt(self, round_trip: float) -> None:
        timeout = self._timeout * 7 / 8 + max(round_trip, 0.0) / 2
        self._timeout = min(max(timeout, self._timers.shortest), self._timers.longest)

    def repeat(self) -> None:
        """The far end asked for everything under way again."""
        self._again = bool(self._under_way)

    def due(self, now: float) -> list[tuple[int, bytes, bool]]:
        """What leaves now: (number, raw, repeated), oldest first."""
        if self._expires is not None and now >= self._expires:
            self._again = True
            self.retries += 1
            self._timeout = min(self._timeout * 2, self._timers.longest)
        leaving = []
        if self._again:
            self._again = False
            for kept in self._under_way:
                kept.repeated = True
                leaving.append((kept.number, kept.raw, True))
        while self._waiting and len(self._under_way) < WINDOW:
            kept = self._waiting.popleft()
            kept.first_sent = now
            self._under_way.append(kept)
            leaving.append((kept.number, kept.raw, False))
        return leaving

    def left(self, at: float) -> None:
        """The frames of the last `due` will have left the line at this time."""
        self._expires = at + self._timeout

    def has_work(self) -> bool:
        """True if something can leave at once."""
        return self._again or (bool(self._waiting) and len(self._under_way) < WINDOW)

    def expires(self) -> float | None:
        """When the oldest frame under way is repeated."""
        return self._expires
