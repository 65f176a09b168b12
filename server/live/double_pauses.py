"""The pauses behind public doubles: what waits is told when its time has come, and never before."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from server.live.doubles import Crowd
from server.live.facts import PublicItem
from server.live.follower import MatchFeed


class DoublePauses:
    """Ends the pauses of feeds by `clock`, once the watchers' answers are kept in `crowd`.

    `over` is called with a feed and what has become public behind its double.
    """

    def __init__(
        self,
        crowd: Crowd,
        clock: Callable[[], datetime],
        over: Callable[[MatchFeed, Sequence[PublicItem]], None],
    ) -> None:
        self._crowd, self._clock, self._over = crowd, clock, over
        self._closing = set[asyncio.Task[None]]()

    def begin(self, feed: MatchFeed) -> None:
        """Have what waits behind a feed's double told when its pause is over, if there is one."""
        until = feed.match.paused_until
        if until is None or feed.pause_end is not None:
            return
        seconds = (until - self._clock()).total_seconds()
        loop = asyncio.get_running_loop()
        feed.pause_end = loop.call_later(max(seconds, 0.0), self._end, feed)

    def drop(self, feed: MatchFeed) -> None:
        """Nobody waits for the end of its pause any more."""
        if feed.pause_end is not None:
            feed.pause_end.cancel()

    def _end(self, feed: MatchFeed) -> None:
        """Tell what waited once the answers are kept; never before the pause is over."""
        feed.pause_end = None
        double, until = feed.match.double, feed.match.paused_until
        if double is None or until is None:
            return
        if until > self._clock():
            self.begin(feed)
            return
        closing = asyncio.create_task(self._crowd.close(double))
        self._closing.add(closing)
        closing.add_done_callback(partial(self._closed, feed))

    def _closed(self, feed: MatchFeed, closing: asyncio.Task[None]) -> None:
        self._closing.discard(closing)
        items = feed.match.after(self._clock())
        self.begin(feed)
        self._over(feed, items)
