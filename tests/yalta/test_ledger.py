"""`yalta ledger verify`: a folder of records, checked by somebody who was not there."""

import asyncio
import re
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rules import events as ev
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.ledger import NONCE_SIZE, genesis
from server.settings import Settings
from server.store.event_log.contract import Batch, chain
from server.store.event_log.sqlite_log import SqliteEventLog
from server.values.stored_events import HALL_STREAM, StoredEvent
from tests.support.ids import CREATED, STREAM
from tests.support.new_records import lay_new_records
from tests.support.rooms import Rooms, Temper, scheduled, started
from tests.support.stored import NOON, stored
from yalta.cli import application

LATER = NOON + timedelta(hours=1)


def verify(*arguments: str | Path) -> Result:
    return CliRunner().invoke(application("ledger"), ["ledger", "verify", *map(str, arguments)])


def whole_match() -> tuple[StoredEvent, ...]:
    rooms = Rooms.seated(BACKGAMMON, 4, Temper(resign=0.2))
    rooms.play_to_the_end()
    return stored(1, [scheduled(), started(), *rooms.history])


def records(folder: Path, entries: tuple[StoredEvent, ...]) -> Path:
    async def write() -> None:
        log = await SqliteEventLog.open(folder / "log.sqlite3")
        await log.append(Batch(entries))
        await log.close()

    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(write())
    return folder


def chained(stream: str, events: list[ev.Event]) -> tuple[StoredEvent, ...]:
    nonces = [bytes(NONCE_SIZE)] * len(events)
    first = (0, genesis(stream))
    return chain(stream, first, events, recorded_at=NOON, actor="table", nonces=nonces)


def change(folder: Path, statement: str) -> None:
    with sqlite3.connect(folder / "log.sqlite3") as database:
        database.execute(statement)
    database.close()


def test_a_match_as_it_was_played_is_sound_and_its_head_is_told(tmp_path: Path) -> None:
    entries = whole_match()
    given = sum(isinstance(entry.event, ev.RollReleased) for entry in entries)
    done = verify(records(tmp_path, entries))
    assert (done.exit_code, done.stderr) == (0, "")
    assert f"match/1: {len(entries)} events whole, {given} rolls given" in done.stdout
    assert entries[-1].digest.hex() in done.stdout
    assert done.stdout.endswith("1 ledger, none with findings\n")


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE event SET actor = 'nobody' WHERE sequence = 9", "event 9: entry or its hash"),
        (
            'UPDATE event SET payload = CAST(replace(payload, \'"dice":"1\', \'"dice":"6\')'
            " AS BLOB) WHERE kind = 'RollReleased'",
            "entry or its hash changed",
        ),
        ("DELETE FROM event WHERE sequence = 9", "event 9: entry missing"),
        (
            "DELETE FROM event WHERE place > (SELECT max(place) - 5 FROM event)",
            "gone with all behind it",
        ),
        (
            "UPDATE event SET sequence = 19 - sequence WHERE sequence IN (9, 10)",
            "event 9: entry missing, doubled or out of order",
        ),
        ("UPDATE event SET nonce = zeroblob(15) WHERE sequence = 9", "event 9: entry or its hash"),
        ("UPDATE event SET payload = 'no' WHERE sequence = 9", "stored event"),
    ],
    ids=[
        "changed",
        "dice changed",
        "removed",
        "the last five gone",
        "two swapped",
        "a nonce too short",
        "unreadable",
    ],
)
def test_whatever_was_done_to_the_file_is_found_at_its_place(
    statement: str, found: str, tmp_path: Path
) -> None:
    folder = records(tmp_path, whole_match())
    change(folder, statement)
    done = verify(folder)
    assert done.exit_code == 1
    assert "match/1: broken at" in done.stdout
    assert found in done.stdout
    assert "1 with findings" in done.stdout


def in_archive(folder: Path, *streams: tuple[StoredEvent, ...]) -> list[bytes]:
    """The lines of an archive of the records with these streams."""
    club = chained(HALL_STREAM, [CREATED])
    whole = tuple(entry for stream in (club, *streams) for entry in stream)
    file = folder / "whole"
    arguments = ["tournament", "export", "club", "--data", records(folder, whole), "--output", file]
    done = CliRunner().invoke(application(str(arguments[0])), [*map(str, arguments)])
    assert done.exit_code == 0, done.stderr
    return file.read_bytes().splitlines(keepends=True)


def one_die_changed(lines: list[bytes]) -> list[bytes]:
    place = next(n for n, line in enumerate(lines) if b'"kind":"RollReleased"' in line)
    was = re.search(rb'dice\\":\\"([1-6])', lines[place])
    assert was is not None
    other = b'dice\\":\\"%d' % (int(was[1]) % 6 + 1)
    return [*lines[:place], lines[place].replace(was[0], other), *lines[place + 1 :]]


def test_a_sound_archive_is_told_by_the_names_people_use(tmp_path: Path) -> None:
    entries = whole_match()
    lines = in_archive(tmp_path, entries)
    file = tmp_path / "archive"
    file.write_bytes(b"".join(lines))
    done = verify(file)
    assert (done.exit_code, done.stderr) == (0, "")
    assert f"club/1 ({STREAM}): {len(entries)} events whole, " in done.stdout
    assert entries[-1].digest.hex() in done.stdout
    assert done.stdout.endswith("1 ledger, none with findings\n")
    assert f"club/1 ({STREAM}): {len(entries)} events whole, " in verify(tmp_path).stdout


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (one_die_changed, "entry or its hash changed"),
        (lambda lines: [*lines[:9], *lines[10:]], "event 9: entry missing"),
        (lambda lines: [*lines[:9], lines[10], lines[9], *lines[11:]], "event 9: entry missing"),
        (lambda lines: lines[:-5], "gone with all behind it"),
    ],
    ids=["one die changed", "one event removed", "two swapped", "the last five gone"],
)
def test_whatever_was_done_to_an_archive_is_found_and_named(
    change: Callable[[list[bytes]], list[bytes]], found: str, tmp_path: Path
) -> None:
    file = tmp_path / "archive"
    file.write_bytes(b"".join(change(in_archive(tmp_path, whole_match()))))
    done = verify(file)
    assert (done.exit_code, done.stderr) == (1, "")
    assert f"club/1 ({STREAM}): broken at event " in done.stdout
    assert found in done.stdout
    assert done.stdout.endswith("1 ledger, 1 with findings\n")


def test_an_end_put_in_place_of_the_archives_is_found(tmp_path: Path) -> None:
    entries = whole_match()
    lines = in_archive(tmp_path / "a", entries)
    other = in_archive(tmp_path / "b", stored(1, [each.event for each in entries], LATER))
    file = tmp_path / "archive"
    file.write_bytes(b"".join([lines[0], *other[1:]]))
    done = verify(file)
    assert done.exit_code == 1
    assert "the archive's first line has another end" in done.stdout


def test_dice_changed_before_an_archive_was_hashed_are_found(tmp_path: Path) -> None:
    file = tmp_path / "archive"
    file.write_bytes(b"".join(in_archive(tmp_path, stored(1, with_other_dice(whole_match())))))
    done = verify(file)
    assert done.exit_code == 1
    assert "the closed room was given other dice than were thrown" in done.stdout


def test_a_file_that_is_no_archive_is_unreadable_and_not_unsound(tmp_path: Path) -> None:
    file = tmp_path / "archive"
    for content, why in ((b"PK\x03\x04", "cut off here"), (b"{}\n", "no archive of a tournament")):
        file.write_bytes(content)
        done = verify(file)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith(f"yalta ledger verify: {file}: line 1: ")
        assert why in done.stderr


def with_other_dice(entries: tuple[StoredEvent, ...]) -> list[ev.Event]:
    events = [entry.event for entry in entries]
    place = next(n for n, event in enumerate(events) if isinstance(event, ev.RollReleased))
    released = events[place]
    assert isinstance(released, ev.RollReleased)
    other = Roll(released.dice.first % 6 + 1, released.dice.second)
    events[place] = replace(released, dice=other)
    return events


def test_one_die_of_the_closed_room_changed_and_all_hashed_anew_is_found(tmp_path: Path) -> None:
    events = with_other_dice(whole_match())
    released = next(event for event in events if isinstance(event, ev.RollReleased))
    done = verify(records(tmp_path, stored(1, events)))
    assert done.exit_code == 1
    assert "the closed room was given other dice than were thrown" in done.stdout
    assert f"game {released.game}, attempt {released.attempt}" in done.stdout


def test_of_a_match_that_goes_on_nothing_of_its_dice_is_told(tmp_path: Path) -> None:
    entries = whole_match()[:30]
    done = verify(records(tmp_path, entries))
    assert done.exit_code == 0
    assert "match/1: 30 events whole; head" in done.stdout
    assert "closed room" not in done.stdout


def test_a_folder_without_records_is_named(tmp_path: Path) -> None:
    done = verify(tmp_path / "nothing")
    assert done.exit_code == 2
    assert "holds no records; allowed: a server's folder" in done.stderr


def test_records_and_files_that_cannot_be_read_are_named_and_not_called_unsound(
    tmp_path: Path,
) -> None:
    lay_new_records(Settings(data_folder=tmp_path))
    log_file = tmp_path / "log.sqlite3"
    log_file.write_bytes(b"no database, but long enough to be looked at " * 100)
    done = verify(tmp_path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("yalta ledger verify: RECORDS: ")
    assert str(log_file) in done.stderr


def test_an_empty_event_log_is_not_called_sound(tmp_path: Path) -> None:
    lay_new_records(Settings(data_folder=tmp_path))
    done = verify(tmp_path)
    assert done.exit_code == 2
    assert "is empty, so nothing can be checked" in done.stderr
