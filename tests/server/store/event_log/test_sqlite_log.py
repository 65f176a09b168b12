"""The event log on a real file: what is acknowledged stays, whatever happens."""

import asyncio
import contextlib
import sqlite3
from multiprocessing import Pipe, get_context
from pathlib import Path

import pytest

from rules.ledger import Break, BrokenLink, verify
from server.store.event_log.codec import EventUnreadable
from server.store.event_log.contract import Batch, EventLog, LogUnavailable, OutOfSequence
from server.store.event_log.sqlite_log import SqliteEventLog, WriterThread
from server.values.stored_events import StoredEvent
from tests.server.store.appending_child import append_for_ever
from tests.server.store.full_disk import no_file_longer_than
from tests.server.store.samples import SAMPLES, counted, frames, one_event_batch, stored
from tests.server.store.wal_file import pages_of_commits


async def test_every_kind_of_event_is_there_after_the_log_is_opened_again(tmp_path: Path) -> None:
    events = stored(SAMPLES)
    first = await SqliteEventLog.open(tmp_path / "log.sqlite3")
    await first.append(Batch(events, frames(1, 2)))
    await first.close()
    again = await SqliteEventLog.open(tmp_path / "log.sqlite3")
    assert await again.read("match/5") == list(events)
    assert await again.journal_heads() == {("table-1", b"journal1"): 2}
    await again.close()


async def test_a_log_is_an_event_log(log: SqliteEventLog) -> None:
    promised: EventLog = log
    assert await promised.heads() == {}
    assert await promised.read("match/5") == []


async def test_streams_are_named_once_and_kept_apart(log: SqliteEventLog) -> None:
    for stream in ("match/7", "match/10", "event"):
        await log.append(Batch(stored([counted(1), counted(2)], stream)))
    assert await log.heads() == {"event": 2, "match/10": 2, "match/7": 2}
    assert [entry.stream for entry in await log.read("match/7")] == ["match/7", "match/7"]


async def test_a_number_that_is_taken_is_named_and_nothing_of_its_batch_is_stored(
    log: SqliteEventLog,
) -> None:
    events = stored([counted(1), counted(2)])
    await log.append(Batch(events[:1], frames(1, 1)))
    with pytest.raises(OutOfSequence, match="stream 'match/5': number 1 is stored already") as no:
        await log.append(Batch(events, frames(2, 1)))
    assert (no.value.place, no.value.number) == ("stream 'match/5'", 1)
    with pytest.raises(OutOfSequence, match="of board 'table-1': number 1 is stored already"):
        await log.append(Batch(events[1:], frames(1, 1)))
    assert await log.read("match/5") == [events[0]]
    assert await log.journal_heads() == {("table-1", b"journal1"): 1}


async def test_what_waits_together_is_one_transaction_and_a_conflict_fails_alone(
    tmp_path: Path,
) -> None:
    writer = WriterThread(tmp_path / "log.sqlite3")
    (event,) = stored([counted(1)], "match/0")
    waiting = [writer.append(one_event_batch(f"match/{number}")) for number in range(200)]
    twice = writer.append(Batch((event,), frames(1, 1)))
    later = writer.append(Batch((), frames(1, 1)))
    await writer.open()
    answers = await asyncio.gather(*waiting, twice, later, return_exceptions=True)
    assert [answer for answer in answers if answer is not None] == [answers[200]]
    assert isinstance(answers[200], OutOfSequence)
    # The transactions: one that makes the tables, one for everything that waited.
    assert len(pages_of_commits(tmp_path / "log.sqlite3-wal")) == 2
    await writer.close()


async def test_two_hundred_appends_at_once_are_answered_in_the_order_they_came(
    log: SqliteEventLog,
) -> None:
    answered = list[int]()

    async def append(number: int) -> None:
        await log.append(one_event_batch(f"match/{number}"))
        answered.append(number)

    await asyncio.gather(*(append(number) for number in range(200)))
    assert answered == list(range(200))
    assert len(await log.heads()) == 200


async def test_a_busy_stream_does_not_keep_another_waiting(log: SqliteEventLog) -> None:
    order = list[str]()

    async def append(events: tuple[StoredEvent, ...], name: str) -> None:
        await log.append(Batch(events))
        order.append(name)

    busy = stored([counted(turn) for turn in range(1, 101)])
    early = [append((entry,), "busy") for entry in busy[:50]]
    late = [append((entry,), "busy") for entry in busy[50:]]
    await asyncio.gather(*early, append(stored([counted(1)], "match/6"), "other"), *late)
    assert order.index("other") == 50


async def test_what_was_accepted_before_a_question_is_in_its_answer(log: SqliteEventLog) -> None:
    appended = asyncio.ensure_future(log.append(one_event_batch("match/5")))
    await asyncio.sleep(0)
    assert len(await log.read("match/5")) == 1
    assert appended.done()


async def test_an_append_nobody_waits_for_any_more_harms_no_other(log: SqliteEventLog) -> None:
    gone = asyncio.ensure_future(log.append(one_event_batch("match/1")))
    await asyncio.sleep(0)
    gone.cancel()
    await log.append(one_event_batch("match/2"))
    assert await log.heads() == {"match/1": 1, "match/2": 1}


async def test_a_journal_has_no_gap(log: SqliteEventLog) -> None:
    assert await log.journal_heads() == {}
    await log.append(Batch((), frames(1, 3)))
    with pytest.raises(OutOfSequence, match="number 5 is not next: 4 is"):
        await log.append(Batch((), frames(5, 2)))
    with pytest.raises(OutOfSequence, match="of board 'table-2': number 2 is not next: 1 is"):
        await log.append(Batch((), frames(2, 1, "table-2")))
    assert await log.journal_heads() == {("table-1", b"journal1"): 3}


async def test_how_far_a_stream_goes_is_known_when_its_last_events_are_gone(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    log = await SqliteEventLog.open(path)
    await log.append(Batch(stored([counted(1), counted(2), counted(3)])))
    await log.close()
    with sqlite3.connect(path) as other:
        other.execute("DELETE FROM event WHERE sequence > 1")
    other.close()
    again = await SqliteEventLog.open(path)
    assert await again.heads() == {"match/5": 3}
    assert [entry.sequence for entry in await again.read("match/5")] == [1]
    await again.close()


@pytest.mark.parametrize(
    "doubled",
    [
        "INSERT INTO event SELECT 9, stream_id, previous, sequence, recorded_at, actor, command_id,"
        " kind, version, payload, nonce, digest FROM event WHERE sequence = 2",
        "INSERT INTO event SELECT 9, stream_id, 2, 4, recorded_at, actor, command_id,"
        " kind, version, payload, nonce, digest FROM event WHERE sequence = 2",
        "INSERT INTO board_frame SELECT 9, journal_number, number, frame, recorded_at, stream_id,"
        " head FROM board_frame",
    ],
    ids=["an event", "an event with a gap before it", "a frame"],
)
async def test_the_file_itself_refuses_a_row_that_is_not_next(doubled: str, tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    log = await SqliteEventLog.open(path)
    await log.append(Batch(stored([counted(1), counted(2)]), frames(1, 1)))
    await log.close()
    with (
        sqlite3.connect(path) as other,
        pytest.raises(sqlite3.IntegrityError, match="out of sequence"),
    ):
        other.execute(doubled)
    other.close()


@pytest.mark.parametrize("acknowledged", [1, 2, 25])
def test_a_killed_process_loses_nothing_acknowledged_and_leaves_nothing_half(
    acknowledged: int, tmp_path: Path
) -> None:
    path = tmp_path / "log.sqlite3"
    seen = 0
    for _ in range(2):
        seen = run_until_killed(path, acknowledged)
        entries, head = asyncio.run(everything(path))
        assert head >= seen
        assert len(entries) == 3 * head
        assert verify(entries) is None


def run_until_killed(path: Path, acknowledged: int) -> int:
    heard, telling = Pipe(duplex=False)
    child = get_context("fork").Process(target=append_for_ever, args=(path, telling.send))
    child.start()
    telling.close()
    numbers = [heard.recv() for _ in range(acknowledged)]
    child.kill()
    with contextlib.suppress(EOFError):
        while True:
            numbers.append(heard.recv())
    child.join()
    return int(numbers[-1])


async def everything(path: Path) -> tuple[list[StoredEvent], int]:
    log = await SqliteEventLog.open(path)
    try:
        heads = await log.journal_heads()
        return await log.read("match/5"), heads.get(("table-1", b"journal1"), 0)
    finally:
        await log.close()


async def test_a_full_disk_refuses_the_batch_and_the_log_goes_on_when_there_is_room(
    log: SqliteEventLog, tmp_path: Path
) -> None:
    events = stored([counted(turn) for turn in range(1, 201)])
    await log.append(Batch(events[:1]))
    with no_file_longer_than((tmp_path / "log.sqlite3-wal").stat().st_size):
        with pytest.raises(LogUnavailable, match=r"nothing was stored\. Operator: make room"):
            await log.append(Batch(events[1:], frames(1, 1)))
        assert await log.read("match/5") == [events[0]]
    await log.append(Batch(events[1:]))
    assert verify(await log.read("match/5")) is None
    assert await log.journal_heads() == {}


async def test_a_closed_log_finishes_what_it_accepted_and_refuses_the_rest(tmp_path: Path) -> None:
    log = await SqliteEventLog.open(tmp_path / "log.sqlite3")
    accepted = asyncio.ensure_future(log.append(one_event_batch("match/5")))
    await asyncio.sleep(0)
    await log.close()
    await log.close()
    await accepted
    with pytest.raises(LogUnavailable, match="the event log is closed"):
        await log.append(one_event_batch("match/6"))
    assert len((await everything(tmp_path / "log.sqlite3"))[0]) == 1


async def test_a_row_changed_on_disk_breaks_the_ledger_there(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    log = await SqliteEventLog.open(path)
    await log.append(Batch(stored([counted(1), counted(2), counted(3)])))
    await log.close()
    with sqlite3.connect(path) as other:
        other.execute("UPDATE event SET actor = 'nobody' WHERE sequence = 2")
    other.close()
    assert verify((await everything(path))[0]) == BrokenLink(2, Break.CHANGED)


async def test_an_event_of_a_later_program_is_refused_by_name_when_read(
    log: SqliteEventLog,
) -> None:
    (event,) = stored([counted(1)])
    await log.append(Batch((event._replace(version=9),)))
    with pytest.raises(EventUnreadable, match="'RollCounted', version 9"):
        await log.read("match/5")


async def test_who_puts_a_batch_hears_once_it_is_durable_or_why_it_is_not(
    log: SqliteEventLog,
) -> None:
    heard = list[Exception | None]()
    log.put(one_event_batch("match/1"), heard.append)
    log.put(one_event_batch("match/1"), heard.append)
    assert heard == []
    assert len(await log.read("match/1")) == 1
    stored, taken = heard
    assert stored is None
    assert isinstance(taken, OutOfSequence)
    await log.close()
    log.put(one_event_batch("match/2"), heard.append)
    await asyncio.sleep(0)
    assert isinstance(heard[-1], LogUnavailable)
