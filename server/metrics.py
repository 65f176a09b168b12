"""Figures about the running server for Prometheus, which reveal nothing to a room before its time.

The reader of the figures might sit in a closed room, or speak to somebody who does. So a roll is
counted when it is released to its closed room, not when it is thrown. No figure has the name of a
match, room or board. Values that change with every reading of a board, such as the time of a
commit, are summed over a hundred commits; how many commits there were is not shown. All figures are
updated only once a minute, so that the moment of a change does not show that something was thrown
(rulings 7, 12).
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from rules import events as ev
from server.hall import Hall
from server.live.hub import LiveHub
from server.steady_clock import SteadyClock
from server.store.storage_state import Database
from server.values.stored_events import StoredEvent, Subscriber

TOGETHER = 100
"""The number of commits whose times are reported together (our choice)."""
MADE_EVERY = 60.0
"""The number of seconds between two updates of the figures (our choice)."""
_LOOK_EVERY = 0.25
_QUANTILES = (0.5, 0.99, 1.0)


class Metrics(Subscriber):
    """Figures for Prometheus, made from stored events and from the hall.

    Add it to the hall's subscribers before the hall is opened. `started` is the time of the
    server's start, UTC. Events stored earlier are not counted.
    """

    name = "metrics"

    def __init__(self, started: datetime) -> None:
        self.text = b""
        self._started = started
        self._rolls = 0
        self._commits: list[float] = []
        self._lateness = 0.0
        self._registry = CollectorRegistry(auto_describe=True)
        self._released = self._counter("rolls_released", "Rolls that closed rooms were given.")
        self._commit_times = Gauge(
            "yalta_commit_seconds",
            f"Quantiles of how long the last {TOGETHER} batches took to be durable.",
            ["quantile"],
            registry=self._registry,
        )
        self._loop_lag = self._gauge(
            "loop_lag_seconds", "How late the event loop was at most in the last minute."
        )
        self._boards = self._gauge("boards_connected", "Boards in session.")
        self._spectators = self._gauge("spectators", "Live pages of the public that are open.")
        self._matches = self._gauge("matches", "Matches that have begun or are to begin.")
        self._waiting = self._gauge("waiting_commands", "Commands that wait for the event log.")
        self._lagging = self._gauge("lagging_subscribers", "Views that lag behind what is stored.")
        self._failing = Gauge(
            "yalta_storage_failing",
            "1 while a database stores nothing.",
            ["database"],
            registry=self._registry,
        )
        self._behind = self._gauge(
            "clock_behind_seconds", "How far the machine's clock is behind the stored times."
        )

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Count the rolls that these events release; the events are the next ones of a stream."""
        self._rolls += sum(
            isinstance(entry.event, ev.RollReleased) and entry.recorded_at >= self._started
            for entry in stored
        )

    def committed(self, seconds: float) -> None:
        """Note how many seconds it took to store a batch of events durably."""
        self._commits.append(seconds)
        if len(self._commits) > TOGETHER:
            del self._commits[: -2 * TOGETHER + 1]

    def make(self, hall: Hall, hub: LiveHub, behind: timedelta = timedelta(0)) -> None:
        """Update the figures.

        `hub` counts those who watch live feeds. `behind` is how far the machine's clock is behind
        the time that the server uses.
        """
        self._released.inc(self._rolls)
        self._rolls = 0
        if len(self._commits) >= TOGETHER:
            times, self._commits = sorted(self._commits[-TOGETHER:]), []
            for quantile in _QUANTILES:
                at = min(int(quantile * TOGETHER), TOGETHER - 1)
                self._commit_times.labels(str(quantile)).set(round(times[at], 4))
        self._loop_lag.set(round(self._lateness, 3))
        self._lateness = 0.0
        self._boards.set(len(hall.boards.seats))
        self._spectators.set(hub.followers)
        self._matches.set(sum(not each.record.is_over for each in hall.matches.values()))
        self._waiting.set(sum(process.waiting for process in hall.matches.values()))
        self._lagging.set(len(hall.subscriptions.lagging()))
        for database in Database:
            fails = not hall.storage.stores(database)
            self._failing.labels(database.value).set(fails)
        self._behind.set(round(behind.total_seconds()))
        self.text = generate_latest(self._registry)

    async def keep_making(self, hall: Hall, hub: LiveHub, clock: SteadyClock) -> None:
        """Update the figures once a minute and measure the event loop's delay.

        Runs until cancelled.
        """
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            if loop.time() >= due:
                self.make(hall, hub, max(-clock.off, timedelta(0)))
                due += MADE_EVERY
            expected = loop.time() + _LOOK_EVERY
            await asyncio.sleep(_LOOK_EVERY)
            self._lateness = max(self._lateness, loop.time() - expected)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"yalta_{name}", about, registry=self._registry)

    def _counter(self, name: str, about: str) -> Counter:
        return Counter(f"yalta_{name}", about, registry=self._registry)
