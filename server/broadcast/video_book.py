"""The times of the matches that a broadcaster has asked about, kept up by stored events.

Nothing is kept of a match before somebody asks, so that a hall without cameras works as ever.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

from rules import events as ev
from rules.identities import MatchId
from server.broadcast.safe_video import SafeVideo
from server.hall import Hall
from server.matches.stream_writer import match_of
from server.store.event_log.contract import StoredEvent


class VideoBook:
    """Up to when the open room's picture may be shown, by match: a subscriber to stored events.

    Like the public's feed it lets what follows a public double wait for `double_pause`.
    """

    name = "times for broadcasters"

    def __init__(
        self,
        entries: Callable[[MatchId], Awaitable[Sequence[StoredEvent]]],
        double_pause: timedelta,
    ) -> None:
        self._entries, self._double_pause = entries, double_pause
        self._asked: dict[MatchId, tuple[SafeVideo, int]] = {}

    @classmethod
    def over(cls, hall: Hall, double_pause: timedelta) -> "VideoBook":
        """That of a hall."""
        book = cls(hall.registry.entries, double_pause)
        hall.subscriptions.add(book)
        return book

    async def safe_video(self, match_id: MatchId) -> SafeVideo:
        """The times of a match as it stands; raises MatchRefused for an unknown one."""
        if match_id not in self._asked:
            self._take_up(match_id, await self._entries(match_id))
        return self._asked[match_id][0]

    def _take_up(self, match_id: MatchId, stored: Sequence[StoredEvent]) -> None:
        first = stored[0].event
        assert isinstance(first, ev.AnyScheduled)
        safe = SafeVideo(first, self._double_pause)
        for entry in stored[1:]:
            safe.take(entry)
        self._asked[match_id] = safe, stored[-1].sequence

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Take the next events of a stream; where some are missing it is read again when asked for.

        They are while the stream was being read; until then its times are earlier than they might
        be, never later.
        """
        match_id = match_of(stored[0].stream)
        if match_id is None or match_id not in self._asked:
            return
        safe, last = self._asked[match_id]
        if stored[0].sequence != last + 1:
            del self._asked[match_id]
            return
        for entry in stored:
            safe.take(entry)
        self._asked[match_id] = safe, stored[-1].sequence

    def begin(self, stored: Sequence[StoredEvent]) -> None:
        """Nothing: it is read when somebody asks."""

    def restart(self, stream: str) -> None:
        """Forget what came of that stream."""
        match_id = match_of(stream)
        if match_id is not None:
            self._asked.pop(match_id, None)

    forget = restart
