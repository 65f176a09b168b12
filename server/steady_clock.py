"""A clock that never goes back, whatever is done to the machine's.

Times in the ledger keep their order, sessions and links end when they should, and a guesser does
not wait for hours: all of them ask this clock.
"""

import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

log = structlog.get_logger()
REPORTED_FROM = timedelta(seconds=5)
"""What the machine's clock is behind from here on is told the operator (ours)."""


class SteadyClock:
    """Gives the time in UTC, never an earlier one than before; any thread may ask.

    `machine` is the machine's clock, in UTC. While it is behind what was given, time goes on from
    there at the pace of `elapsed`, seconds from any moment that nobody can set.
    """

    def __init__(
        self, machine: Callable[[], datetime], elapsed: Callable[[], float] = time.monotonic
    ) -> None:
        self._machine, self._elapsed = machine, elapsed
        self._one_at_a_time = threading.Lock()
        self._given, self._measured = machine(), elapsed()
        self._reported = False

    def __call__(self) -> datetime:
        """The time."""
        with self._one_at_a_time:
            machine, measured = self._machine(), self._elapsed()
            if machine < self._given:
                self._given += timedelta(seconds=max(measured - self._measured, 0.0))
            else:
                self._given = machine
            self._measured = measured
            self._tell(self._given - machine)
            return self._given

    def not_before(self, moment: datetime) -> None:
        """Go on from that moment, UTC, if the machine's clock is behind it: it is stored."""
        with self._one_at_a_time:
            if moment > self._given:
                self._given, self._measured = moment, self._elapsed()

    @property
    def behind(self) -> timedelta:
        """How far the machine's clock is behind the time given; zero below five seconds."""
        behind = self() - self._machine()
        return behind if behind >= REPORTED_FROM else timedelta(0)

    def _tell(self, behind: timedelta) -> None:
        late = behind >= REPORTED_FROM
        if late and not self._reported:
            log.warning("clock_set_back", behind_s=round(behind.total_seconds()))
        self._reported = late
