"""This computer's sleep: prevented while a match is played, and reported if it slept all the same.

A laptop that sleeps answers no board and no phone. Boards keep what they have to say and connect
again by themselves; the operator is told, since people at the tables have waited.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

import structlog

from server.platform_support import since_boot

log = structlog.get_logger()
_LOOK_EVERY = 2.0
"""The number of seconds between two looks at the clock."""
SLEPT_FROM = 20.0
"""The least number of seconds between two looks at the clock that counts as sleep (our choice).

Looks are planned every two seconds. A computer that is busy, but awake, is late by less than this.
"""


class SleepLock(Protocol):
    """A request to the operating system that this computer must not fall asleep by itself."""

    def hold(self) -> bool:
        """Make the request, or keep it up; return False if the system does not take it."""

    def release(self) -> None:
        """Withdraw the request; do nothing if there is none."""


@dataclass(frozen=True, slots=True)
class Sleep:
    """A time in which this computer slept: from the last look at the clock to the next look."""

    began: datetime
    ended: datetime


class SleepWatch:
    """Keeps this computer awake while `is_playing` returns True, and notes when it slept.

    `now` is the hall's clock, `elapsed` returns seconds from any moment, sleep included. Without a
    `lock` nothing is kept awake. `listeners` are called when `is_kept_awake` or `slept` changes.
    """

    def __init__(
        self,
        is_playing: Callable[[], bool],
        now: Callable[[], datetime],
        lock: SleepLock | None = None,
        elapsed: Callable[[], float] = since_boot,
    ) -> None:
        self.listeners: list[Callable[[], None]] = []
        self.is_kept_awake: bool | None = None
        """True while sleep is prevented, False if it cannot be, None while no match is played."""
        self.slept: Sleep | None = None
        """The latest sleep since this server was started."""
        self._is_playing, self._now, self._lock, self._elapsed = is_playing, now, lock, elapsed
        self._looked = now(), elapsed()

    async def run(self) -> None:
        """Look every two seconds until cancelled, then let the computer sleep again."""
        try:
            while True:
                self.look()
                await asyncio.sleep(_LOOK_EVERY)
        finally:
            if self._lock is not None:
                self._lock.release()

    def look(self) -> None:
        """Note a sleep if the last look was long ago; prevent sleep while a match is played."""
        before = self.is_kept_awake, self.slept
        (looked_at, measured), self._looked = self._looked, (self._now(), self._elapsed())
        missed = self._looked[1] - measured
        if missed >= SLEPT_FROM:
            self.slept = Sleep(looked_at, self._looked[0])
            log.warning("computer_slept", seconds=round(missed))
        self.is_kept_awake = self._kept_awake()
        if (self.is_kept_awake, self.slept) != before:
            for changed in self.listeners:
                changed()

    def _kept_awake(self) -> bool | None:
        if self._lock is None:
            return None
        if self._is_playing():
            return self._lock.hold()
        self._lock.release()
        return None
