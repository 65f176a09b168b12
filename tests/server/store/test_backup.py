"""A backup of two databases while they are written to, and what hinders it."""

import asyncio
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from rules.ledger import verify
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.backup import (
    BackupFailed,
    BackupState,
    LogIdentity,
    ScheduledBackup,
    back_up,
    check_files_match,
)
from server.store.database_file import open_database
from server.store.event_log.contract import Batch
from server.store.event_log.log_copy import ROWS_A_STEP, open_copy
from server.store.event_log.sqlite_log import SqliteEventLog
from server.store.known_schemas import Schemas
from server.values.stored_events import StoredEvent
from tests.server.store.full_disk import no_file_longer_than
from tests.server.store.samples import SAMPLES, counted, frames, one_event_batch, stored
from tests.support.clock import Clock

STREAM = "match/5"


@asynccontextmanager
async def records(folder: Path) -> AsyncIterator[tuple[SqliteEventLog, AccountsFile]]:
    await asyncio.to_thread(folder.mkdir, exist_ok=True)
    event_log = await SqliteEventLog.open(folder / "log.sqlite3")
    accounts_file = await asyncio.to_thread(AccountsFile.open, folder / "accounts.sqlite3")
    check_files_match(accounts_file, await LogIdentity.of(event_log), folder, folder)
    try:
        yield event_log, accounts_file
    finally:
        accounts_file.close()
        await event_log.close()


async def contents(event_log: SqliteEventLog) -> tuple[object, ...]:
    streams = {stream: await event_log.read(stream) for stream in await event_log.heads()}
    journals = await event_log.journal_heads()
    return await event_log.identity(), await event_log.heads(), journals, streams


async def contents_of(folder: Path) -> tuple[object, ...]:
    async with records(folder) as (event_log, _):
        return await contents(event_log)


async def append(event_log: SqliteEventLog, count: int) -> None:
    """Batches of an event and a frame each, behind what is there."""
    entries = await event_log.read(STREAM)
    last: StoredEvent | None = entries[-1] if entries else None
    for _ in range(count):
        number = last.sequence + 1 if last else 1
        (last,) = stored([counted(number)], STREAM, last)
        (frame,) = frames(number, 1)
        await event_log.append(Batch((last,), (frame._replace(stream=STREAM, head=number),)))


async def test_a_backup_is_the_same_log_with_the_accounts_that_belong_to_it(tmp_path: Path) -> None:
    async with records(tmp_path / "records") as (event_log, accounts_file):
        await event_log.append(Batch(stored(SAMPLES, "match/1"), frames(1, 3, "table-2")))
        await append(event_log, ROWS_A_STEP + 1)
        await back_up(event_log, accounts_file, tmp_path / "backup")
        whole = await contents(event_log)
    assert await contents_of(tmp_path / "backup") == whole


async def test_the_next_backup_adds_only_what_is_new(tmp_path: Path) -> None:
    async with records(tmp_path / "records") as (event_log, accounts_file):
        await append(event_log, 3)
        await back_up(event_log, accounts_file, tmp_path / "backup")
        copy = open_copy(tmp_path / "backup" / "log.sqlite3")
        assert (copy.mark.events, copy.mark.frames) == (3, 3)
        copy.close()
        await append(event_log, 2)
        await event_log.append(one_event_batch("match/6"))
        await back_up(event_log, accounts_file, tmp_path / "backup")
        whole = await contents(event_log)
    assert await contents_of(tmp_path / "backup") == whole


async def test_what_is_stored_during_a_backup_leaves_it_whole(tmp_path: Path) -> None:
    async with records(tmp_path / "records") as (event_log, accounts_file):
        await append(event_log, ROWS_A_STEP)
        backing_up = asyncio.create_task(back_up(event_log, accounts_file, tmp_path / "backup"))
        await append(event_log, ROWS_A_STEP)
        await backing_up
    async with records(tmp_path / "backup") as (event_log, _):
        entries = await event_log.read(STREAM)
        assert verify(entries) is None
        assert (await event_log.heads())[STREAM] == len(entries) >= ROWS_A_STEP


async def test_an_interrupted_run_leaves_the_backup_as_it_was(tmp_path: Path) -> None:
    async with records(tmp_path / "records") as (event_log, accounts_file):
        await append(event_log, 3)
        await back_up(event_log, accounts_file, tmp_path / "backup")
        before = await contents(event_log)
        await append(event_log, 3)
        copy = open_copy(tmp_path / "backup" / "log.sqlite3")
        copy.belongs_to(await event_log.identity())
        copy.add(0, [(2, "match/9", 0, 0, 0)])
        copy.close()
        assert await contents_of(tmp_path / "backup") == before
        await back_up(event_log, accounts_file, tmp_path / "backup")
        whole = await contents(event_log)
    assert await contents_of(tmp_path / "backup") == whole


async def test_folder_and_files_are_their_owners_only_and_say_that_they_are_secret(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "backup"
    async with records(tmp_path / "records") as (event_log, accounts_file):
        await back_up(event_log, accounts_file, folder)
    for path in (folder, *folder.iterdir()):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    readme = (folder / "README.txt").read_text()
    assert "SECRET" in readme
    assert "yalta restore FOLDER RECORDS" in readme


async def test_the_backup_of_other_records_is_left_alone(tmp_path: Path) -> None:
    async with records(tmp_path / "first") as (event_log, accounts_file):
        await append(event_log, 1)
        await back_up(event_log, accounts_file, tmp_path / "backup")
        first = await contents(event_log)
    async with records(tmp_path / "second") as (event_log, accounts_file):
        await append(event_log, 2)
        with pytest.raises(BackupFailed, match="another backup folder"):
            await back_up(event_log, accounts_file, tmp_path / "backup")
    assert await contents_of(tmp_path / "backup") == first


async def test_a_folder_whose_disk_is_not_there_is_not_made_elsewhere(tmp_path: Path) -> None:
    async with records(tmp_path / "records") as (event_log, accounts_file):
        with pytest.raises(BackupFailed, match="No such file"):
            await back_up(event_log, accounts_file, tmp_path / "stick" / "backup")
    assert not (tmp_path / "stick").exists()


async def test_a_full_disk_of_the_backup_is_told_and_the_next_backup_has_everything(
    tmp_path: Path,
) -> None:
    open_database(tmp_path / "empty", Schemas.EVENT_LOG.value).close()
    room = (tmp_path / "empty").stat().st_size + 4096
    async with records(tmp_path / "records") as (event_log, accounts_file):
        await append(event_log, 3 * ROWS_A_STEP)
        with no_file_longer_than(room), pytest.raises(BackupFailed, match=r"full|disk I/O"):
            await back_up(event_log, accounts_file, tmp_path / "backup")
        await append(event_log, 1)
        await back_up(event_log, accounts_file, tmp_path / "backup")
        whole = await contents(event_log)
    assert await contents_of(tmp_path / "backup") == whole


async def test_a_failing_backup_is_tried_again_and_the_last_one_is_made_at_the_end(
    tmp_path: Path,
) -> None:
    clock = Clock()
    state = BackupState(clock, tmp_path / "stick" / "backup")
    changed = asyncio.Event()
    state.listeners.append(changed.set)
    async with records(tmp_path / "records") as (event_log, accounts_file):
        scheduled = ScheduledBackup(event_log, accounts_file, state, 0.01, clock)
        running = asyncio.create_task(scheduled.run())
        await changed.wait()
        assert [state.fault is None, state.last_good] == [False, None]
        changed.clear()
        clock.passes(minutes=3)
        (tmp_path / "stick").mkdir()
        await changed.wait()
        assert [state.fault, state.last_good] == [None, clock.now]
        await append(event_log, 1)
        scheduled.stop()
        await running
        whole = await contents(event_log)
    assert await contents_of(tmp_path / "stick" / "backup") == whole


def test_a_backup_that_fails_again_alike_is_told_once_with_since_when() -> None:
    clock, told = Clock(), list[str]()
    state, began = BackupState(clock), clock()

    def heard() -> None:
        told.append(state.fault.why if state.fault else "")

    state.listeners.append(heard)
    for why in ("no stick", "no stick", "stick is full", "stick is full"):
        state.failed(BackupFailed(OSError(why), None))
        clock.passes(minutes=5)
    assert state.fault is not None
    assert state.fault.since == began
    state.made(clock())
    assert told == ["no stick", "stick is full", ""]
