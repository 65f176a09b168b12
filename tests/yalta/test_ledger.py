"""`yalta ledger verify`: a folder of records, checked by somebody who was not there."""

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rules import events as ev
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from server.store.event_log.contract import Batch, StoredEvent
from server.store.event_log.sqlite_log import SqliteEventLog
from tests.support.rooms import Rooms, Temper, scheduled, started
from tests.support.stored import stored
from yalta.cli import application


def verify(*arguments: str | Path) -> Result:
    return CliRunner().invoke(application(), ["ledger", "verify", *map(str, arguments)])


def whole_match() -> tuple[StoredEvent, ...]:
    rooms = Rooms.seated(BACKGAMMON, 4, Temper(), games=1)
    rooms.play_to_the_end()
    return stored(1, [scheduled(games=1), started(), *rooms.history])


def records(folder: Path, entries: tuple[StoredEvent, ...]) -> Path:
    async def write() -> None:
        log = await SqliteEventLog.open(folder / "log.sqlite3")
        await log.append(Batch(entries))
        await log.close()

    asyncio.run(write())
    return folder


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
        ("DELETE FROM event WHERE sequence = 9", "event 9: entry missing"),
        (
            "UPDATE event SET sequence = 19 - sequence WHERE sequence IN (9, 10)",
            "event 9: entry missing, doubled or out of order",
        ),
        ("UPDATE event SET nonce = zeroblob(15) WHERE sequence = 9", "event 9: entry or its hash"),
        ("UPDATE event SET payload = 'no' WHERE sequence = 9", "stored event"),
    ],
    ids=["changed", "removed", "two swapped", "a nonce too short", "unreadable"],
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


def test_one_die_of_the_closed_room_changed_and_all_hashed_anew_is_found(tmp_path: Path) -> None:
    events = [entry.event for entry in whole_match()]
    place = next(n for n, event in enumerate(events) if isinstance(event, ev.RollReleased))
    released = events[place]
    assert isinstance(released, ev.RollReleased)
    other = Roll(released.dice.first % 6 + 1, released.dice.second)
    events[place] = replace(released, dice=other)
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
