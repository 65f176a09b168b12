"""A server's records: the event log, and the accounts file, which has all that is not an event.

Both files belong together and are backed up together. A failure of either is reported to the
records' `storage`.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from server.settings import Settings
from server.steady_clock import SteadyClock
from server.store.accounts_db.accounts import Accounts, Failures
from server.store.accounts_db.accounts_file import (
    AccountsFile,
    AccountsUnavailable,
    FeaturedMatch,
    RestorationNote,
    latest_moment,
)
from server.store.accounts_db.board_keys import BoardKeys
from server.store.accounts_db.changes import RecordedChanges
from server.store.accounts_db.double_votes import DoubleVotes, ForkTallyStore
from server.store.accounts_db.finished_matches import FinishedMatchStore
from server.store.accounts_db.form_prints import FormPrints
from server.store.accounts_db.links import Links
from server.store.accounts_db.pbem_records import PbemRecords
from server.store.accounts_db.persons import Persons
from server.store.accounts_db.seats import Seats
from server.store.accounts_db.sessions import Sessions
from server.store.backup import BackupState, LogIdentity, ScheduledBackup, check_files_match
from server.store.event_log.sqlite_log import SqliteEventLog
from server.store.storage_state import Database, StorageState, TrialWrite, watch_storage

_NO_TIME: Final = timedelta()


@dataclass(frozen=True, slots=True)
class KeptBesideEvents:
    """The parts of the accounts file; any thread may use them.

    They store persons, and what people and boards sign in with; the players, messages and mails of
    PBeM knockouts; the record of printed forms; watchers' answers to doubles, fork tallies and
    summaries of finished matches; the match shown large to spectators; and the note that the
    records were restored from a backup.
    """

    file: AccountsFile
    persons: Persons
    accounts: Accounts
    failures: Failures
    sessions: Sessions
    links: Links
    board_keys: BoardKeys
    seats: Seats
    changes: RecordedChanges
    mail: PbemRecords
    form_prints: FormPrints
    fork_tallies: ForkTallyStore
    double_votes: DoubleVotes
    finished: FinishedMatchStore
    featured: FeaturedMatch
    restoration: RestorationNote

    @classmethod
    def of(
        cls,
        file: AccountsFile,
        now: Callable[[], datetime],
        *,
        idle: timedelta = _NO_TIME,
        longest: timedelta = _NO_TIME,
        finished_version: int = 0,
    ) -> "KeptBesideEvents":
        """Return the parts of an open accounts file. The call can wait for the disk.

        `now` returns the time in UTC. A session ends when it was unused for `idle`, and at the
        latest `longest` after it was opened; with the defaults every session ends at once.
        `finished_version` is the version of the form in which summaries of finished matches are
        stored; summaries of other versions are ignored. Raises AccountsDamaged or
        AccountsUnavailable.
        """
        return cls(
            file=file,
            persons=Persons(file, now),
            accounts=Accounts(file, now),
            failures=Failures(file, now),
            sessions=Sessions(file, now, idle, longest),
            links=Links(file, now),
            board_keys=BoardKeys(file, now),
            seats=Seats(file, now),
            changes=RecordedChanges(file, now),
            mail=PbemRecords(file, now),
            form_prints=FormPrints(file, now),
            fork_tallies=ForkTallyStore(file),
            double_votes=DoubleVotes(file),
            finished=FinishedMatchStore(file, finished_version),
            featured=FeaturedMatch(file),
            restoration=RestorationNote(file),
        )


@dataclass(frozen=True, slots=True)
class Records:
    """A server's two open database files, with the state of their disks and of their backup."""

    event_log: SqliteEventLog
    kept: KeptBesideEvents
    storage: StorageState
    backup: BackupState

    async def watch(self) -> None:
        """While a database fails, try every second to write to it. Runs until it is cancelled."""
        trials: Mapping[Database, TrialWrite] = {
            Database.EVENT_LOG: self.event_log.try_write,
            Database.ACCOUNTS: partial(asyncio.to_thread, self.kept.file.try_write),
        }
        await watch_storage(self.storage, trials)


@contextlib.asynccontextmanager
async def open_records(
    settings: Settings,
    clock: SteadyClock,
    *,
    finished_version: int,
    committed: Sequence[Callable[[float], None]] = (),
) -> AsyncIterator[Records]:
    """Open the records of a server; they are backed up while they are open, and once at the end.

    The clock is set to continue from the latest time in the records. `finished_version` is the
    version of the form in which summaries of finished matches are stored; summaries of other
    versions are ignored. The functions in `committed` are called with the seconds that each batch
    of the event log took to become durable. Raises DatabaseRefused, LogUnavailable or
    AccountsUnavailable.
    """
    settings.data_folder.mkdir(parents=True, exist_ok=True)
    files = {Database.EVENT_LOG: settings.log_file, Database.ACCOUNTS: settings.accounts_file}
    storage = StorageState(clock, files)
    refused = partial(storage.refused, Database.EVENT_LOG)
    async with contextlib.AsyncExitStack() as opened:
        event_log = await SqliteEventLog.open(
            settings.log_file, refused, [storage.took, *committed]
        )
        opened.push_async_callback(event_log.close)
        file = await asyncio.to_thread(AccountsFile.open, settings.accounts_file)
        opened.push_async_callback(asyncio.to_thread, file.close)
        identity, new = await LogIdentity.of(event_log), settings.new_accounts
        await asyncio.to_thread(
            check_files_match, file, identity, *files.values(), new_accounts=new
        )
        for latest in (await event_log.latest(), latest_moment(file)):
            clock.not_before(latest or clock())
        _tell_of_failures(file, storage)
        kept = await asyncio.to_thread(
            KeptBesideEvents.of,
            file,
            clock,
            idle=timedelta(hours=settings.session_idle_hours),
            longest=timedelta(days=settings.session_days),
            finished_version=finished_version,
        )
        backup = BackupState(clock, settings.backup_folder)
        scheduled = ScheduledBackup(event_log, file, backup, settings.backup_every, clock)
        await opened.enter_async_context(_running(scheduled))
        yield Records(event_log, kept, storage, backup)


@contextlib.asynccontextmanager
async def _running(backup: ScheduledBackup) -> AsyncIterator[None]:
    """Make backups while the `with` block runs, and wait for the last one at its end."""
    running = asyncio.create_task(backup.run())
    try:
        yield
    finally:
        backup.stop()
        await running


def _tell_of_failures(file: AccountsFile, storage: StorageState) -> None:
    """Report each failure of the accounts file to `storage`, in the event loop."""
    loop = asyncio.get_running_loop()

    def failed(error: AccountsUnavailable) -> None:
        loop.call_soon_threadsafe(storage.refused, Database.ACCOUNTS, error)

    file.failed = failed
