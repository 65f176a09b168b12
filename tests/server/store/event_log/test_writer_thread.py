"""What the writer does while nobody waits for it."""

import asyncio
import threading
from pathlib import Path

import pytest

from server.store.event_log.contract import Batch, LogUnavailable
from server.store.event_log.log_file import LogFile
from server.store.event_log.sqlite_log import WriterThread
from tests.server.store.samples import counted, stored


async def test_when_nothing_waits_the_write_ahead_log_is_folded_into_the_file(
    tmp_path: Path,
) -> None:
    path = tmp_path / "log.sqlite3"
    writer = WriterThread(path, quiet_s=0)
    await writer.open()
    before = path.stat().st_size
    for event in stored([counted(turn) for turn in range(1, 21)]):
        await writer.append(Batch((event,)))
    while path.stat().st_size == before:
        await writer.ask(LogFile.heads)
    assert len(await writer.ask(lambda log_file: log_file.rows_of("match/5"))) == 20
    await writer.close()


async def test_a_disk_that_fails_while_nothing_waits_does_not_stop_the_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded = threading.Event()

    def fails(_: LogFile) -> None:
        folded.set()
        raise LogUnavailable("disk full")

    monkeypatch.setattr(LogFile, "fold", fails)
    writer = WriterThread(tmp_path / "log.sqlite3", quiet_s=0)
    await writer.open()
    events = stored([counted(turn) for turn in range(1, 22)])
    for event in events[:20]:
        await writer.append(Batch((event,)))
    assert await asyncio.to_thread(folded.wait, 30)
    await asyncio.wait_for(writer.append(Batch((events[20],))), 30)
    await writer.close()


async def test_what_comes_in_passes_of_the_loop_behind_each_other_is_one_commit(
    tmp_path: Path,
) -> None:
    writer = WriterThread(tmp_path / "log.sqlite3")
    await writer.open()
    durable = []
    for event in stored([counted(turn) for turn in range(1, 4)]):
        durable.append(writer.append(Batch((event,))))
        await asyncio.sleep(0)
    await asyncio.gather(*durable)
    assert await writer.ask(lambda log_file: log_file.unfolded) == 1
    await writer.close()


async def test_what_comes_in_every_pass_of_the_loop_keeps_nothing_from_being_stored(
    tmp_path: Path,
) -> None:
    writer = WriterThread(tmp_path / "log.sqlite3")
    await writer.open()
    durable = writer.append(Batch(stored([counted(1)])))
    others = []
    while not durable.done():
        others.append(writer.ask(lambda log_file: log_file.identity))
        await asyncio.sleep(0)
    await asyncio.gather(*others)
    await writer.close()
