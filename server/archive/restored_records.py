"""The restoration of records from a backup folder.

Nothing is restored unless the whole backup is sound.
"""

import asyncio
import os
import shutil
import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rules import events as ev
from rules.identities import MatchId
from server.archive.ledger_check import checked_ledgers
from server.store.accounts_db.accounts_file import (
    AccountsFile,
    AccountsUnavailable,
    Restoration,
    RestorationNote,
)
from server.store.backup import ACCOUNTS_NAME, LOG_NAME, LogIdentity, check_files_match
from server.store.database_file import DatabaseRefused
from server.store.event_log.contract import EventLog, LogUnavailable
from server.store.event_log.sqlite_log import SqliteEventLog
from server.store.known_schemas import Schemas
from server.store.records_check import DatabaseState, look_at
from server.values.stored_events import HALL_STREAM, match_of


class RestoreRefused(Exception):
    """Nothing was restored; the message says what the technician can do.

    `place` is the argument at fault, FOLDER (the backup) or RECORDS (the new folder).
    """

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")
        self.place = place


@dataclass(frozen=True, slots=True)
class RestoredMatch:
    """A restored match with its number of events; `name` is shown to people, such as club/3.

    `last` is the time of the match's last event, UTC. `over` is True if the match is over.
    """

    match_id: MatchId
    name: str
    events: int
    last: datetime
    over: bool


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restoration: the names of the tournaments, and the matches.

    `latest` is the time of the last event of all, UTC, or None if the records are empty.
    """

    tournaments: tuple[str, ...]
    matches: tuple[RestoredMatch, ...]
    latest: datetime | None


async def restore(folder: Path, records: Path, now: datetime) -> Restored:
    """Restore the backup in `folder` as the records of a server, readable by their owner only.

    `records` is a folder that is new or empty. `now` is the time in UTC, which is noted in the
    records for the console to show. Everything is checked first: the databases, whether they belong
    together, and every ledger. The backup itself is not changed. Raises RestoreRefused.
    """
    await asyncio.to_thread(_check_records, records)
    await asyncio.to_thread(_check_backup, folder)
    try:
        laid = Path(await asyncio.to_thread(_laid_out, folder, records))
    except OSError as error:
        raise RestoreRefused("RECORDS", f"the backup cannot be copied there: {error}") from error
    try:
        restored = await _checked(laid)
        await asyncio.to_thread(_note, laid, restored, now)
        await asyncio.to_thread(laid.rename, records)
    except OSError as error:
        raise RestoreRefused("RECORDS", f"{records} cannot be made: {error}") from error
    except (DatabaseRefused, LogUnavailable, AccountsUnavailable) as error:
        raise RestoreRefused("FOLDER", f"the backup cannot be used: {error}") from error
    finally:
        await asyncio.to_thread(shutil.rmtree, laid, ignore_errors=True)
    return restored


def _check_records(records: Path) -> None:
    if records.is_dir() and any(records.iterdir()):
        raise RestoreRefused("RECORDS", f"'{records}' is not empty; allowed: a new or empty folder")
    if records.exists() and not records.is_dir():
        raise RestoreRefused("RECORDS", f"'{records}' is a file; allowed: a new or empty folder")
    if not records.absolute().parent.is_dir():
        raise RestoreRefused("RECORDS", f"'{records}' is in no folder that is there; make it first")


def _check_backup(folder: Path) -> None:
    for name, schema in ((LOG_NAME, Schemas.EVENT_LOG), (ACCOUNTS_NAME, Schemas.ACCOUNTS)):
        look = look_at(folder / name, schema)
        if look.state is not DatabaseState.SOUND:
            why = f"{folder / name} is {look.state.value}" + (look.detail and f" ({look.detail})")
            allowed = "allowed: a folder with a whole backup that no server writes to just now"
            raise RestoreRefused("FOLDER", f"{why}; {allowed}")


def _laid_out(folder: Path, records: Path) -> str:
    """Return a temporary folder beside the records with durable copies of the backup's files."""
    laid = tempfile.mkdtemp(prefix=f".{records.name}-", dir=records.absolute().parent)
    try:
        for name in (LOG_NAME, f"{LOG_NAME}-wal", ACCOUNTS_NAME):
            if (folder / name).exists():
                _copy(folder / name, Path(laid, name))
    except BaseException:
        shutil.rmtree(laid, ignore_errors=True)
        raise
    return laid


def _copy(source: Path, target: Path) -> None:
    file = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with source.open("rb") as reading, open(file, "wb") as writing:
        shutil.copyfileobj(reading, writing)
        writing.flush()
        os.fsync(file)


def _note(laid: Path, restored: Restored, now: datetime) -> None:
    under_way = {each.match_id: each.last for each in restored.matches if not each.over}
    accounts_file = AccountsFile.open(laid / ACCOUNTS_NAME)
    try:
        RestorationNote(accounts_file).note(Restoration(now, restored.latest, under_way))
    finally:
        accounts_file.close()


async def _checked(laid: Path) -> Restored:
    event_log = await SqliteEventLog.open(laid / LOG_NAME)
    try:
        accounts_file = await asyncio.to_thread(AccountsFile.open, laid / ACCOUNTS_NAME)
        try:
            names = laid / LOG_NAME, laid / ACCOUNTS_NAME
            await asyncio.to_thread(
                check_files_match, accounts_file, await LogIdentity.of(event_log), *names
            )
        finally:
            await asyncio.to_thread(accounts_file.close)
        async for check in checked_ledgers(event_log):
            if check.broken:
                why = f"stream {check.stream!r} is broken at {check.broken}"
                raise RestoreRefused("FOLDER", f"{why}; allowed: a backup whose ledgers are whole")
        return await _content(event_log, await event_log.latest())
    finally:
        await event_log.close()


async def _content(event_log: EventLog, latest: datetime | None) -> Restored:
    created = [entry.event for entry in await event_log.read(HALL_STREAM)]
    names = {
        event.tournament: event.name.text
        for event in created
        if isinstance(event, ev.TournamentCreated)
    }
    matches = list[RestoredMatch]()
    for stream in await event_log.heads():
        match_id = match_of(stream)
        if match_id is None:
            continue
        entries = await event_log.read(stream)
        if not entries:
            continue
        over = any(isinstance(entry.event, ev.MatchClosed) for entry in entries)
        name = f"{names.get(match_id.tournament, match_id.tournament)}/{match_id.number}"
        matches.append(RestoredMatch(match_id, name, len(entries), entries[-1].recorded_at, over))
    matches.sort(key=lambda match: match.last)
    return Restored(tuple(names.values()), tuple(matches), latest)
