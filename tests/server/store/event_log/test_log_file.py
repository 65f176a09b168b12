"""The log's file as its writer uses it: appended to, and read by the places it remembers."""

import sqlite3
from pathlib import Path

import pytest

from rules.ledger import Break, BrokenLink, verify
from server.store.event_log.contract import Batch, LogDamaged, LogUnavailable, OutOfSequence
from server.store.event_log.log_file import LogFile, open_log_file, stored_event
from server.values.stored_events import StoredEvent
from tests.server.store.full_disk import no_file_longer_than
from tests.server.store.samples import counted, frames, one_event_batch, stored
from tests.server.store.wal_file import pages_of_commits

MATCHES = range(100)


def of_each_match(turn: int) -> list[Batch]:
    """A hundred batches, each two events and a frame of a match of its own."""
    batches = list[Batch]()
    for match in MATCHES:
        events = stored([counted(number) for number in range(1, 2 * turn + 1)], f"match/{match}")
        batches.append(Batch(events[-2:], frames(turn, 1, f"table-{match}")))
    return batches


def read(log_file: LogFile, stream: str) -> list[StoredEvent]:
    return [stored_event(row) for row in log_file.rows_of(stream)]


def is_damaged(log_file: LogFile, stream: str) -> bool:
    try:
        read(log_file, stream)
    except LogDamaged as error:
        return "malformed" in str(error)
    return False


def test_a_commit_of_a_hundred_matches_writes_few_pages(tmp_path: Path) -> None:
    log_file = open_log_file(tmp_path / "log.sqlite3")
    for turn in range(1, 6):
        assert log_file.append_all(of_each_match(turn)) == [None] * len(MATCHES)
    *_, pages = pages_of_commits(tmp_path / "log.sqlite3-wal")
    # Two hundred events and a hundred frames are some 50 kB; a page is 4 kB.
    assert pages < 30
    log_file.close()


def test_matches_stored_in_turns_are_read_each_by_itself_also_after_a_start(tmp_path: Path) -> None:
    log_file = open_log_file(tmp_path / "log.sqlite3")
    for turn in (1, 2, 3):
        log_file.append_all(of_each_match(turn))
    before = {stream: read(log_file, stream) for stream in log_file.heads()}
    heads = log_file.journal_heads()
    log_file.close()
    again = open_log_file(tmp_path / "log.sqlite3")
    assert {stream: read(again, stream) for stream in again.heads()} == before
    assert again.journal_heads() == heads == {(f"table-{n}", b"journal1"): 3 for n in MATCHES}
    assert all(len(entries) == 6 and verify(entries) is None for entries in before.values())
    assert [type(answer) for answer in again.append_all(of_each_match(3))] == [OutOfSequence] * 100
    assert again.append_all(of_each_match(4)) == [None] * len(MATCHES)
    again.close()


def test_an_event_before_its_turn_is_refused_alone_and_stored_when_it_is_next(
    tmp_path: Path,
) -> None:
    first, second, third = stored([counted(1), counted(2), counted(3)])
    log_file = open_log_file(tmp_path / "log.sqlite3")
    answers = log_file.append_all([Batch((first,)), Batch((third,)), one_event_batch("match/6")])
    assert [answer and (answer.number, answer.expected) for answer in answers] == [
        None,
        (3, 2),
        None,
    ]
    assert log_file.append_all([Batch((second,)), Batch((third,))]) == [None, None]
    assert read(log_file, "match/5") == [first, second, third]
    log_file.close()


def test_an_event_gone_from_the_middle_breaks_the_ledger_at_its_place(tmp_path: Path) -> None:
    log_file = open_log_file(tmp_path / "log.sqlite3")
    log_file.append_all([Batch(stored([counted(turn) for turn in range(1, 10)]))])
    log_file.close()
    with sqlite3.connect(tmp_path / "log.sqlite3") as database:
        database.execute("DELETE FROM event WHERE sequence = 5")
    database.close()
    again = open_log_file(tmp_path / "log.sqlite3")
    assert verify(read(again, "match/5")) == BrokenLink(5, Break.MISSING)
    again.close()


def test_what_did_not_fit_on_the_disk_is_not_remembered(tmp_path: Path) -> None:
    log_file = open_log_file(tmp_path / "log.sqlite3")
    log_file.append_all([one_event_batch("match/1")])
    group = of_each_match(1)
    with (
        no_file_longer_than((tmp_path / "log.sqlite3-wal").stat().st_size),
        pytest.raises(LogUnavailable, match="nothing was stored"),
    ):
        log_file.append_all([one_event_batch("match/other"), *group[2:]])
    assert log_file.heads() == {"match/1": 1}
    assert log_file.journal_heads() == {}
    assert log_file.append_all(group[2:]) == [None] * 98
    log_file.close()


def test_folding_leaves_every_row_and_the_write_ahead_log_begins_anew(tmp_path: Path) -> None:
    log_file = open_log_file(tmp_path / "log.sqlite3")
    log_file.append_all(of_each_match(1))
    size = (tmp_path / "log.sqlite3-wal").stat().st_size
    log_file.fold()
    log_file.append_all([one_event_batch("other")])
    assert (tmp_path / "log.sqlite3-wal").stat().st_size == size
    assert len(log_file.heads()) == 101
    assert len(log_file.rows_of("match/7")) == 2
    log_file.close()


def test_a_full_disk_stops_the_folding_and_loses_nothing(tmp_path: Path) -> None:
    log_file = open_log_file(tmp_path / "log.sqlite3")
    log_file.append_all(of_each_match(1))
    with (
        no_file_longer_than((tmp_path / "log.sqlite3").stat().st_size),
        pytest.raises(LogUnavailable),
    ):
        log_file.fold()
    assert log_file.append_all(of_each_match(2)) == [None] * len(MATCHES)
    log_file.close()
    again = open_log_file(tmp_path / "log.sqlite3")
    assert [len(again.rows_of(stream)) for stream in again.heads()] == [4] * len(MATCHES)
    again.close()


def test_streams_of_which_a_page_is_destroyed_are_named_as_damaged(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    log_file = open_log_file(path)
    log_file.append_all(of_each_match(1))
    log_file.close()
    content = bytearray(path.read_bytes())
    content[-4 * 4096 : -3 * 4096] = b"\xff" * 4096
    path.write_bytes(content)
    again = open_log_file(path)
    damaged = [stream for stream in again.heads() if is_damaged(again, stream)]
    assert damaged
    again.close()
