"""A clock that neither goes back nor jumps ahead, whatever the machine's clock is set to.

Everything on the server asks this clock for the time. So times in the ledger keep their order,
sessions and links end when they should, nobody waits for hours after a failed sign-in, and setting
the machine's clock uses up neither a player's reserve nor a time for queries.
"""

import asyncio
import threading
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

from server.platform_support import since_boot

log = structlog.get_logger()
REPORTED_FROM = timedelta(seconds=5)
"""The smallest jump of the machine's clock that is reported and not followed (our choice)."""
_RIGHT = timedelta(0)
_LOOK_EVERY = 1.0
"""The number of seconds between two readings of the machine's clock."""


class PaceOf:
    """A count of seconds that advances with a given clock and never goes back."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now, self._latest = now, now()

    def __call__(self) -> float:
        """Return the count of seconds. Its start means nothing: only differences do."""
        self._latest = max(self._latest, self._now())
        return self._latest.timestamp()


class SteadyClock:
    """A clock that returns the time in UTC, and never an earlier time than before.

    It is thread-safe. `machine` returns the time of the machine's clock, in UTC. `elapsed` returns
    a count of seconds that nobody can set. If the machine's clock is set ahead, or is behind the
    time last returned, time advances at the pace of `elapsed` instead. `changed` is called, in the
    thread that asked for the time, when the difference between the machine's clock and the returned
    time changes. Its argument is above zero if the machine's clock is ahead, below zero if it is
    behind, and zero once it is right again.
    """

    def __init__(
        self, machine: Callable[[], datetime], elapsed: Callable[[], float] = since_boot
    ) -> None:
        self.changed: Callable[[timedelta], None] = lambda _: None
        self._machine, self._elapsed = machine, elapsed
        self._one_at_a_time = threading.Lock()
        self._given, self._measured = machine(), elapsed()
        self._told = _RIGHT

    def __call__(self) -> datetime:
        """Return the time."""
        with self._one_at_a_time:
            machine, measured = self._machine(), self._elapsed()
            passed = timedelta(seconds=max(measured - self._measured, 0.0))
            off = machine - (self._given + passed)
            if abs(off) >= REPORTED_FROM:
                self._given += passed
            elif machine >= self._given:
                self._given = machine
            else:  # a little behind: advance at half the pace until it has caught up
                self._given += passed / 2
            self._measured = measured
            given, news = self._given, self._news(machine - self._given)
        if news is not None:
            log.warning("clock_set", off_s=round(news.total_seconds()))
            self.changed(news)
        return given

    def not_before(self, moment: datetime) -> None:
        """Continue from `moment`, a stored time in UTC, if the clock's time is still earlier."""
        with self._one_at_a_time:
            if moment > self._given:
                self._given, self._measured = moment, self._elapsed()

    async def watch(self) -> None:
        """Read the machine's clock every second, even if nobody asks for the time.

        Runs until cancelled.
        """
        while True:
            self()
            await asyncio.sleep(_LOOK_EVERY)

    @property
    def off(self) -> timedelta:
        """The difference of the machine's clock from this clock; zero if it is under five seconds.

        The difference is above zero if the machine's clock is ahead, and below zero if it is
        behind.
        """
        off = self._machine() - self()
        return off if abs(off) >= REPORTED_FROM else _RIGHT

    def _news(self, off: timedelta) -> timedelta | None:
        """Return the difference to report, or None if there is nothing to report.

        It is reported that the clock was set, was set again, or is right again.
        """
        now = off if abs(off) >= REPORTED_FROM else _RIGHT
        if abs(now - self._told) < REPORTED_FROM and bool(now) == bool(self._told):
            return None
        self._told = now
        return now
