"""A clock that neither goes back nor jumps ahead, however the machine's is set.

Times in the ledger keep their order, sessions and links end when they should, nobody waits hours
after a failed sign-in, and neither a player's reserve nor a time for queries is used up by a clock
that was set: all of them ask this clock.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

log = structlog.get_logger()
REPORTED_FROM = timedelta(seconds=5)
"""The least jump of the machine's clock that is reported, and not followed (ours)."""
_RIGHT = timedelta(0)
_LOOK_EVERY = 1.0
"""Seconds."""


def since_boot() -> float:
    """Return seconds since boot, which nobody can set; the machine's sleep counts."""
    boottime = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boottime is None else time.clock_gettime(boottime)


class PaceOf:
    """A count of seconds that follows a given clock: by the latest time that it has shown."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now, self._latest = now, now()

    def __call__(self) -> float:
        """Return seconds, counted from any moment."""
        self._latest = max(self._latest, self._now())
        return self._latest.timestamp()


class SteadyClock:
    """A clock that gives the time in UTC, never an earlier one than before; any thread may ask it.

    `machine` is the machine's clock, in UTC. While it has been set ahead, or is behind the time
    given, time advances at the pace of `elapsed`, seconds from any moment that nobody can set.
    `changed` is called, in the thread that asked, with how far the machine's clock is ahead of the
    time given, or behind it (below zero), when that changes: zero once it is right again.
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
            else:  # so little behind that it is waited for, at half the pace
                self._given += passed / 2
            self._measured = measured
            given, news = self._given, self._news(machine - self._given)
        if news is not None:
            log.warning("clock_set", off_s=round(news.total_seconds()))
            self.changed(news)
        return given

    def not_before(self, moment: datetime) -> None:
        """Continue from that stored moment, UTC, if the machine's clock is behind it."""
        with self._one_at_a_time:
            if moment > self._given:
                self._given, self._measured = moment, self._elapsed()

    async def watch(self) -> None:
        """Read the machine's clock even while nobody asks for the time; runs until cancelled."""
        while True:
            self()
            await asyncio.sleep(_LOOK_EVERY)

    @property
    def off(self) -> timedelta:
        """Difference of the machine's clock from the time given; zero if it is under five seconds.

        Above zero it is ahead, below zero behind.
        """
        off = self._machine() - self()
        return off if abs(off) >= REPORTED_FROM else _RIGHT

    def _news(self, off: timedelta) -> timedelta | None:
        """Return the difference to report: the clock was set, set again, or is right again."""
        now = off if abs(off) >= REPORTED_FROM else _RIGHT
        if abs(now - self._told) < REPORTED_FROM and bool(now) == bool(self._told):
            return None
        self._told = now
        return now
