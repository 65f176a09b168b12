"""Backups of a server's two databases into a folder while matches are played.

The new rows of the event log are added to the backup's event log; the accounts file, which is
small, is copied as a whole. A backup folder has the same files as a server's records folder, so
that a server can be started on a copy of it.

Also here: the check that the event log and the accounts file of one folder belong together. If only
the event log were lost or replaced, a server would start without any match and without a warning.
If only the accounts file were lost, the server would start without a director, and the first
visitor could direct the matches in play.
"""

import asyncio
import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import structlog

from server.store.accounts_db.accounts_file import AccountsFile, AccountsUnavailable
from server.store.accounts_db.tables import EventLogRow
from server.store.database_file import DatabaseRefused, DiskFault, disk_fault_of
from server.store.event_log.contract import LogUnavailable
from server.store.event_log.log_copy import AnotherLogsCopy, open_copy
from server.store.event_log.sqlite_log import SqliteEventLog

log = structlog.get_logger()
LOG_NAME: Final = "log.sqlite3"
ACCOUNTS_NAME: Final = "accounts.sqlite3"
"""The name of the accounts file in a records folder and in a backup folder.

LOG_NAME is the name of the event log in these folders.
"""
README_NAME: Final = "README.txt"
_README: Final = """\
BACKUP OF A YALTA SERVER - SECRET

This folder holds everything the server has stored: the rolls of running
matches before their time, accounts, sessions and the boards' keys. Whoever
reads it can help a player and sign in as a board. Keep it where only those who
run the hall can read it, and take the disk with you.

If the server's machine is lost: install the same version of Yalta, or a later
one, on another machine, plug this disk in, and run there

  yalta restore FOLDER RECORDS

where FOLDER is this folder and RECORDS a new folder on that machine's disk.
Then start the server with

  yalta serve --data RECORDS

The boards connect to it as to the old one and send again what they said after
the backup was made. Never let both servers run: the old records are of no more
use once play has gone on elsewhere.

Change nothing in here; the server adds what is new by itself.
"""


class BackupFailed(Exception):
    """No backup could be made; the earlier backup is unchanged.

    The message says what a technician can do. `fault` is the fault of the backup's disk, None for
    another cause.
    """

    def __init__(self, why: BaseException, fault: DiskFault | None) -> None:
        super().__init__(str(why))
        self.fault = fault


@dataclass(frozen=True, slots=True)
class BackupFault:
    """The reason why no backup could be made since `since`, in UTC; `why` is the error's text."""

    fault: DiskFault | None
    since: datetime
    why: str


class BackupState:
    """The time of the last good backup, and the fault of later attempts, if any.

    Only the event loop's thread may use it. `listeners` are called whenever the time or the fault
    changes. `now` returns the time in UTC.
    """

    def __init__(self, now: Callable[[], datetime], folder: Path | None = None) -> None:
        self.folder = folder
        self.last_good: datetime | None = None
        self.fault: BackupFault | None = None
        self.listeners: list[Callable[[], None]] = []
        self._now = now

    def made(self, moment: datetime) -> None:
        """Note that a backup was made of everything that was stored at `moment` (UTC)."""
        if self.fault is not None:
            log.info("backup_restored", folder=str(self.folder))
        self.last_good, self.fault = moment, None
        self._announce()

    def failed(self, failure: BackupFailed) -> None:
        """Note that a backup could not be made.

        Listeners are called only if the reason is another than at the previous attempt.
        """
        known, why = self.fault, str(failure)
        if known is not None and (known.fault, known.why) == (failure.fault, why):
            return
        since = known.since if known is not None else self._now()
        self.fault = BackupFault(failure.fault, since, why)
        log.error("backup_failed", folder=str(self.folder), why=why)
        self._announce()

    def _announce(self) -> None:
        for listener in self.listeners:
            listener()


async def back_up(event_log: SqliteEventLog, accounts_file: AccountsFile, folder: Path) -> None:
    """Update the backup in the folder, durably, to what is stored now.

    The folder is created if it is missing. Its parent is not created, because a missing parent may
    be a disk that is not plugged in. Raises BackupFailed.
    """
    try:
        await asyncio.to_thread(_make_folder, folder)
        copy = await asyncio.to_thread(open_copy, folder / LOG_NAME)
        try:
            await event_log.copy_into(copy)
        finally:
            await asyncio.to_thread(copy.close)
        image = await asyncio.to_thread(accounts_file.image)
        await asyncio.to_thread(_replace, folder / ACCOUNTS_NAME, image)
    except OSError as error:
        raise BackupFailed(error, _fault_of(error)) from error
    except sqlite3.Error as error:
        raise BackupFailed(error, disk_fault_of(error)) from error
    except (AnotherLogsCopy, DatabaseRefused, LogUnavailable, AccountsUnavailable) as error:
        raise BackupFailed(error, None) from error


class ScheduledBackup:
    """Backups of a running server, one every `every` seconds; `state` tells of the last one.

    A failed backup is noted and tried again later; nothing else is affected. `now` returns the time
    in UTC.
    """

    def __init__(
        self,
        event_log: SqliteEventLog,
        accounts_file: AccountsFile,
        state: BackupState,
        every: float,
        now: Callable[[], datetime],
    ) -> None:
        self._event_log, self._accounts_file = event_log, accounts_file
        self._state, self._every, self._now = state, every, now
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        """Make backups until `stop` is called, then make a last, complete one and return."""
        while not self._stopping.is_set():
            await self._once()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), self._every)
        await self._once()

    def stop(self) -> None:
        """Tell `run` to make the last backup and return."""
        self._stopping.set()

    async def _once(self) -> None:
        if self._state.folder is None:
            return
        began = self._now()
        try:
            await back_up(self._event_log, self._accounts_file, self._state.folder)
        except BackupFailed as failure:
            self._state.failed(failure)
        except Exception as fault:  # a defect here must not end the backups that come after it
            log.exception("backup_failed", folder=str(self._state.folder))
            self._state.failed(BackupFailed(fault, None))
        else:
            self._state.made(began)


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    # Some disks have a file system without owners; the folder is then as private as the disk.
    with suppress(PermissionError):
        folder.chmod(0o700)
    readme = folder / README_NAME
    if not readme.exists() or readme.read_text() != _README:
        _replace(readme, _README.encode())


def _replace(path: Path, content: bytes) -> None:
    """Replace the file's content durably; at any moment either the old or the new file exists."""
    aside = path.with_name(f"{path.name}.new")
    aside.unlink(missing_ok=True)
    file = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(file, "wb") as writing:
        writing.write(content)
        writing.flush()
        os.fsync(file)
    aside.replace(path)
    try:
        folder = os.open(path.parent, os.O_RDONLY)
    except PermissionError:
        return  # Windows does not open folders, and keeps their entries without fsync
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


_FAULTS: Final = {
    errno.ENOSPC: DiskFault.FULL,
    errno.EFBIG: DiskFault.FULL,
    errno.EROFS: DiskFault.READ_ONLY,
    errno.EACCES: DiskFault.READ_ONLY,
    errno.EPERM: DiskFault.READ_ONLY,
    errno.EIO: DiskFault.IO_ERROR,
}


def _fault_of(error: OSError) -> DiskFault:
    return _FAULTS.get(error.errno or 0, DiskFault.OTHER)


IMPORTED_STREAM = "imported/"
"""The prefix of the names of streams that contain imported match files."""
_ONLY = 1


@dataclass(frozen=True, slots=True)
class LogIdentity:
    """The identity of an event log, and whether it has any events besides imported match files."""

    identity: bytes
    has_events: bool

    @classmethod
    async def of(cls, event_log: SqliteEventLog) -> "LogIdentity":
        """Return the identity of an open log.

        Imported match files do not count as events here, because they need no accounts.
        """
        streams = await event_log.heads()
        played = any(not each.startswith(IMPORTED_STREAM) for each in streams)
        return cls(await event_log.identity(), played)


class AnotherLog(DatabaseRefused):
    """The accounts file belongs to another event log than the one beside it."""

    def __init__(self, path: Path, accounts: Path) -> None:
        super().__init__(
            f"{path} is not the event log that the accounts in {accounts} belong to: it is new and"
            " empty, or another folder's. Operator: put the event log back, from a backup if need"
            f" be; if it is lost, move {accounts} away too: the server then begins new records"
        )


class AccountsLost(DatabaseRefused):
    """The accounts file is new, but the event log that it would belong to has events."""

    def __init__(self, path: Path, accounts: Path) -> None:
        super().__init__(
            f"{accounts} is new and empty, but matches are recorded in {path}: the accounts, the"
            " persons' names, boards' keys and links that belong to them are lost. Operator: put"
            " the file back, from a backup if need be; if there is none, start once with"
            " YALTA_NEW_ACCOUNTS=1, which begins new accounts beside these matches"
        )


def check_files_match(
    accounts_file: AccountsFile,
    log: LogIdentity,
    path: Path,
    accounts_path: Path,
    *,
    new_accounts: bool = False,
) -> None:
    """Check that the accounts file belongs to the event log.

    A new accounts file is made to belong to this log. If the log has events, this is done only with
    `new_accounts`, by which the operator says that the former accounts are lost. `path` is the
    event log's file, `accounts_path` the accounts file; errors name them. Raises AnotherLog if the
    accounts file belongs to another log, and AccountsLost if it is new, the log has events and
    `new_accounts` is False.
    """
    with accounts_file.transaction() as session:
        row = session.get(EventLogRow, _ONLY)
        if row is None and log.has_events and not new_accounts:
            raise AccountsLost(path, accounts_path)
        if row is None:
            session.add(EventLogRow(event_log_id=_ONLY, identity=log.identity))
        elif row.identity != log.identity:
            raise AnotherLog(path, accounts_path)
