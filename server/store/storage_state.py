"""The state of the server's two databases: which of them cannot be written to, since when, and why.

A database that failed counts as failing until a trial write was durable. The trial write has some
size, because a full disk may still have room for a small one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path

import structlog

from server.store.database_file import DiskFault

log = structlog.get_logger()
TRY_EVERY = 1.0
"""The seconds between trial writes to a database that failed."""
SAME_AGAIN = timedelta(seconds=30)
"""The longest time between two failures of a database that count as one fault (our choice).

If the second failure comes within this time, the fault is said to have begun with the first.
"""


SLOW = 1.0
"""The seconds after which a commit is slow: boards and phones get late answers (our choice)."""
SLOW_FOR = timedelta(minutes=1)
"""The time for which a disk counts as slow after its last slow commit (our choice)."""


class Database(Enum):
    """The server's databases."""

    EVENT_LOG = "event log"
    ACCOUNTS = "accounts"


@dataclass(frozen=True, slots=True)
class StorageFault:
    """A database that has stored nothing since `since`, in UTC; `why` is SQLite's text."""

    database: Database
    fault: DiskFault
    since: datetime
    why: str
    path: Path


@dataclass(frozen=True, slots=True)
class SlowDisk:
    """The disk has been slow since `since`: commits of the event log took longer than SLOW.

    `last` is the time of the last slow commit, `seconds` how long it took. Times are in UTC.
    """

    since: datetime
    last: datetime
    seconds: float
    path: Path


class StorageState:
    """The faults of the databases. Call its methods only in the event loop's thread.

    `listeners` are called when a fault begins, changes or ends. `now` returns the time in UTC;
    `paths` are the databases' files, keyed by database.
    """

    def __init__(self, now: Callable[[], datetime], paths: Mapping[Database, Path]) -> None:
        self.listeners: list[Callable[[], None]] = []
        self._now, self._paths = now, paths
        self._faults: dict[Database, StorageFault] = {}
        self._ended: dict[Database, tuple[datetime, datetime]] = {}
        self._failing = asyncio.Event()
        self._slow: SlowDisk | None = None

    @property
    def faults(self) -> tuple[StorageFault, ...]:
        """Every database that cannot store anything now, in the order in which they failed."""
        return tuple(self._faults.values())

    @property
    def slow(self) -> SlowDisk | None:
        """The event log's slow disk; None if its last slow commit is longer than SLOW_FOR ago."""
        slow = self._slow
        return slow if slow is not None and self._now() - slow.last < SLOW_FOR else None

    def took(self, seconds: float) -> None:
        """Note how many seconds a commit of the event log took."""
        if seconds < SLOW:
            return
        known, now = self.slow, self._now()
        since = known.since if known else now - timedelta(seconds=seconds)
        path = self._paths.get(Database.EVENT_LOG, Path(Database.EVENT_LOG.value))
        self._slow = SlowDisk(since, now, seconds, path)
        if known is None:
            log.warning("disk_slow", seconds=round(seconds, 1), file=str(path))
            self.announce()

    def stores(self, database: Database) -> bool:
        """Return True unless that database is known to be failing."""
        return database not in self._faults

    def failed(self, database: Database, fault: DiskFault, why: str) -> None:
        """Note that something could not be written to that database, for the reason `fault`.

        `why` is SQLite's text for it.
        """
        known = self._faults.get(database)
        if known is not None and known.fault is fault:
            return
        since = known.since if known else self._since(database)
        path = self._paths.get(database, Path(database.value))
        self._faults[database] = StorageFault(database, fault, since, why, path)
        self._failing.set()
        log.error("storage_failed", database=database.value, fault=fault.value, why=why)
        self.announce()

    def refused(self, database: Database, error: Exception) -> None:
        """Note that something could not be written, if `error` reports a fault of the disk.

        If another fault was noted before, the new fault replaces it: a full disk can become
        read-only. An error without a fault, such as that of a closed log, is ignored.
        """
        fault = getattr(error, "fault", None)
        if isinstance(fault, DiskFault):
            self.failed(database, fault, str(error))

    def stored(self, database: Database) -> None:
        """Note that a trial write to that database was durable, so that its fault has ended."""
        ended = self._faults.pop(database, None)
        if ended is None:
            return
        self._ended[database] = ended.since, self._now()
        if not self._faults:
            self._failing.clear()
        log.info("storage_restored", database=database.value)
        self.announce()

    async def until_failing(self) -> None:
        """Wait until a database fails; return at once if one is failing now."""
        await self._failing.wait()

    def _since(self, database: Database) -> datetime:
        now = self._now()
        since, ended = self._ended.get(database, (now, now - 2 * SAME_AGAIN))
        return since if now - ended < SAME_AGAIN else now

    def announce(self) -> None:
        """Call the listeners, because a fault has changed."""
        for listener in self.listeners:
            listener()


TrialWrite = Callable[[], Awaitable[None]]
"""A function that writes something to a database durably and deletes it; it raises any error."""


async def watch_storage(state: StorageState, trials: Mapping[Database, TrialWrite]) -> None:
    """Try to write to each failed database every TRY_EVERY seconds until it stores again.

    `trials` has the trial write for each database. This runs until it is cancelled.
    """
    while True:
        await state.until_failing()
        await asyncio.sleep(TRY_EVERY)
        for database in [fault.database for fault in state.faults]:
            try:
                await trials[database]()
            except Exception as error:  # whatever it is, the next trial may be better
                state.refused(database, error)
            else:
                state.stored(database)
