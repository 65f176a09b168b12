"""Matches out of the records and match files into them, as an operator does it."""

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rules import events as ev
from rules.ledger import genesis, verify
from rules.match_files.mat_reader import decoded, read_mat
from rules.match_files.mat_writer import write_mat
from rules.match_files.record import Findings, MatchRecord
from rules.match_files.replay import replay
from rules.room import Room
from server.archive.match_export import room_record
from server.store.event_log.contract import Batch, chain
from server.store.event_log.sqlite_log import SqliteEventLog
from server.values.naming import Names, Person
from server.values.stored_events import HALL_STREAM, StoredEvent
from tests.simulator.in_process import TwoRooms
from tests.support.ids import CREATED, STREAM
from tests.support.match_files import actions_of, sheet
from tests.support.needs import transcribed_matches
from tests.support.persons import person_id
from tests.support.random_matches import ODD_NAMES
from tests.support.rooms import scheduled, started
from yalta.cli import application

DIALECTS = Path(__file__).parents[1] / "golden" / "match_files" / "dialects"
CLEAN = sheet("1) 31: 8/5 6/5                  65: 24/18 18/13", "      Wins 1 point")
ILLEGAL = CLEAN.replace("24/18 18/13", "24/18 13/9")
WRONG_RESULT = CLEAN.replace("Wins 1 point", "Wins 4 points")
BROKEN = CLEAN.replace("65: ", "6x: ")
SET_POSITION = "; Set Pos=-bA---E-C---dEa--c-e----A-/-1\n" + CLEAN.replace("1 point", "2 points")


def yalta(*arguments: str | Path) -> Result:
    return CliRunner().invoke(application(str(arguments[0])), [*map(str, arguments)])


def imported(folder: Path, text: str | bytes, *options: str) -> Result:
    file = folder / "received.mat"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return yalta("import", file, "--data", folder / "records", *options)


def exported(folder: Path, match: str, *options: str | Path) -> bytes:
    done = yalta("export", match, "--data", folder / "records", *options)
    assert done.exit_code == 0, done.stderr
    return done.stdout_bytes


def found(text: bytes) -> Findings:
    return replay(read_mat(decoded(text)))


def results(record: MatchRecord) -> list[tuple[object, ...]]:
    return [(game.score, game.winner, game.points) for game in record.games]


async def _stored(folder: Path, stream: str) -> list[StoredEvent]:
    event_log = await SqliteEventLog.open(folder / "records" / "log.sqlite3")
    try:
        return await event_log.read(stream)
    finally:
        await event_log.close()


def _chained(stream: str, events: Sequence[ev.Event]) -> tuple[StoredEvent, ...]:
    at, nonces = datetime(2008, 5, 3, tzinfo=UTC), [bytes(16)] * len(events)
    start = (0, genesis(stream))
    return chain(stream, start, events, recorded_at=at, actor="test", nonces=nonces)


async def _write(folder: Path, stream: str, events: Sequence[ev.Event]) -> None:
    (folder / "records").mkdir()
    event_log = await SqliteEventLog.open(folder / "records" / "log.sqlite3")
    try:
        await event_log.append(Batch(events=_chained(HALL_STREAM, [CREATED])))
        await event_log.append(Batch(events=_chained(stream, events)))
    finally:
        await event_log.close()


def test_real_matches_taken_in_and_written_are_the_same_matches_twice_the_same_bytes(
    tmp_path: Path,
) -> None:
    files = sorted(path for path in transcribed_matches().iterdir() if path.is_file())
    for number, path in enumerate(files, start=1):
        done = imported(tmp_path, path.read_bytes())
        assert done.stdout.startswith(f"imported/{number}: "), path.name
        written = exported(tmp_path, f"imported/{number}")
        assert written == exported(tmp_path, f"imported/{number}")
        original, again = found(path.read_bytes()), found(written)
        assert actions_of(again.record) == actions_of(original.record), path.name
        assert results(again.record) == results(original.record), path.name
        assert (again.plays, again.score) == (original.plays, original.score), path.name
        assert write_mat(again.record).encode() == written
    assert files


def test_a_file_taken_in_is_kept_as_it_came_with_its_hash(tmp_path: Path) -> None:
    text = CLEAN.replace("\n", "\r\n").encode("utf-8-sig")
    done = imported(tmp_path, text)
    assert done.stdout == "imported/1: 1 game, 2 plays from received.mat\n"
    entries = asyncio.run(_stored(tmp_path, "imported/1"))
    assert verify(entries) is None
    (event,) = (entry.event for entry in entries)
    assert isinstance(event, ev.MatchImported)
    assert (event.name, event.condoned) == ("received.mat", False)
    assert event.digest == sha256(text).digest()
    assert event.text == CLEAN.replace("\n", "\r\n")


def test_a_file_with_an_illegal_play_is_refused_with_line_and_reason(tmp_path: Path) -> None:
    done = imported(tmp_path, ILLEGAL)
    assert done.exit_code == 1
    assert "received.mat: line 5, game 1: 65: 24/18 13/9 – the dice do not make" in done.stderr
    assert "--condone" in done.stderr
    assert not (tmp_path / "records").exists()


def test_a_result_that_does_not_follow_is_refused(tmp_path: Path) -> None:
    done = imported(tmp_path, WRONG_RESULT)
    assert (done.exit_code, "line 6, game 1: result – " in done.stderr) == (1, True)


def test_a_condoned_illegal_play_is_kept_and_written_as_it_lay(tmp_path: Path) -> None:
    assert imported(tmp_path, ILLEGAL, "--condone").exit_code == 0
    written = exported(tmp_path, "imported/1")
    assert b"65: Illegal play (" in written
    assert actions_of(found(written).record) == actions_of(found(ILLEGAL.encode()).record)


def test_an_unreadable_file_is_refused_by_line_and_column(tmp_path: Path) -> None:
    done = imported(tmp_path, BROKEN)
    assert done.exit_code == 2
    assert "received.mat: line 5, column 34: " in done.stderr
    missing = yalta("import", tmp_path / "absent.mat", "--data", tmp_path / "records")
    assert (missing.exit_code, "No such file" in missing.stderr) == (2, True)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_of_any_kind_goes_in_and_out_again(name: str, tmp_path: Path) -> None:
    text = write_mat(replace(found(CLEAN.encode()).record, white=name, red="Bob"))
    assert imported(tmp_path, text).exit_code == 0
    again = found(exported(tmp_path, "imported/1")).record
    assert (again.white, again.red) == (name, "Bob")
    assert results(again) == results(found(CLEAN.encode()).record)


@pytest.mark.parametrize("room", Room)
def test_a_match_of_players_with_odd_names_is_written_with_them(room: Room) -> None:
    two_rooms = TwoRooms.seated(seed=4, timing=9)
    two_rooms.play()
    home, away = "Anna: the #1, of Somewhere far away", 'Bob "the; Game"'
    line_up = replace(
        started(),
        home=ev.Team(name="One", open_player=person_id(home), closed_player=person_id(home)),
        away=ev.Team(name="Two", open_player=person_id(away), closed_player=person_id(away)),
    )
    persons = [Person(person_id=person_id(name), names=(name,)) for name in (home, away)]
    names = Names({person.person_id: person for person in persons})
    record = room_record((scheduled(), line_up, *two_rooms.log), room, names)
    again = found(write_mat(record).encode()).record
    assert {again.white, again.red} == {home, away}
    assert (again.white, again.red) == (record.white, record.red)
    assert results(again) == results(record)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.mat")
    done = yalta("import", tmp_path / "pipe.mat", "--data", tmp_path / "records")
    assert (done.exit_code, "no regular file" in done.stderr) == (2, True)


def test_a_file_with_nothing_but_notes_is_kept_and_its_notes_are_told(tmp_path: Path) -> None:
    done = imported(tmp_path, (DIALECTS / "capped.mat").read_bytes())
    assert (done.exit_code, "note – the left player wins 16; 7 is printed" in done.stderr) == (
        0,
        True,
    )


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_a_game_from_a_set_position_is_kept_and_written_with_it(form: str, tmp_path: Path) -> None:
    assert imported(tmp_path, SET_POSITION).exit_code == 0
    written = exported(tmp_path, "imported/1", "--format", form)
    if form == "mat":
        assert b"\n; Set Pos=-bA---E-C---dEa--c-e----A-/-1\n" in written
        assert found(written).record.games == found(SET_POSITION.encode()).record.games
    else:
        assert b"\n;CV[2]\n;CP[w]\n" in written


def test_each_file_gets_the_next_number(tmp_path: Path) -> None:
    numbered = [imported(tmp_path, CLEAN).stdout.partition(":")[0] for _ in range(11)]
    assert numbered == [f"imported/{number}" for number in range(1, 12)]


@pytest.mark.parametrize("room", Room)
def test_a_duplicate_match_is_written_room_by_room_and_passes_verify(
    room: Room, tmp_path: Path
) -> None:
    two_rooms = TwoRooms.seated(seed=4, timing=9)
    two_rooms.play()
    history = (scheduled(), started(), *two_rooms.log)
    asyncio.run(_write(tmp_path, STREAM, history))
    file = tmp_path / "room.mat"
    assert exported(tmp_path, "club/1", "--room", room.value, "--output", file) == b""
    checked = yalta("verify", file)
    assert (checked.exit_code, checked.stdout.endswith(", clean\n")) == (0, True)
    record = room_record(history, room)
    assert results(found(file.read_bytes()).record) == results(record)
    assert exported(tmp_path, "club/1", "--room", room.value, "--format", "sgf").startswith(
        b"(;FF[4]"
    )


def test_an_unknown_match_is_refused_with_those_there_are(tmp_path: Path) -> None:
    asyncio.run(_write(tmp_path, STREAM, (scheduled(), started())))
    unknown = yalta("export", "club/9", "--data", tmp_path / "records")
    assert unknown.exit_code == 2
    assert "match: 'club/9' is not possible; allowed: 1" in unknown.stderr


def test_of_records_that_were_tampered_with_nothing_is_written(tmp_path: Path) -> None:
    two_rooms = TwoRooms.seated(seed=4, timing=9)
    two_rooms.play()
    asyncio.run(_write(tmp_path, STREAM, (scheduled(), started(), *two_rooms.log)))
    with sqlite3.connect(tmp_path / "records" / "log.sqlite3") as database:
        forge = "UPDATE event SET payload = ? WHERE kind = 'RollThrown' AND sequence < 30"
        (payload,) = database.execute(
            "SELECT payload FROM event WHERE kind = 'RollThrown' ORDER BY sequence DESC"
        ).fetchone()
        assert database.execute(forge, (payload,)).rowcount > 0
    database.close()
    output = tmp_path / "forged.mat"
    done = yalta("export", "club/1", "--data", tmp_path / "records", "--output", output)
    assert (done.exit_code, done.stdout, output.exists()) == (2, "", False)
    assert "entry or its hash changed. Operator: stop the server and restore" in done.stderr


def test_what_cannot_be_exported_is_refused_with_what_is_allowed(tmp_path: Path) -> None:
    empty = yalta("export", "club/1", "--data", tmp_path / "none")
    assert empty.exit_code == 2
    assert "holds no records" in empty.stderr
    assert not (tmp_path / "none").exists()
    imported(tmp_path, CLEAN)
    for match, why in (
        ("club/3", "tournament: 'club' is not possible; allowed: none yet"),
        ("imported/2", "'imported/2' is not possible; allowed: 1"),
        ("final", "MATCH: 'final' is no match; allowed: such as club/1, or imported/1"),
    ):
        done = yalta("export", match, "--data", tmp_path / "records")
        assert (done.exit_code, why in done.stderr) == (2, True), done.stderr
    nowhere = tmp_path / "none" / "match.mat"
    done = yalta("export", "imported/1", "--data", tmp_path / "records", "--output", nowhere)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"--output: {nowhere} cannot be written: No such file" in done.stderr


async def test_while_a_server_has_the_records_export_names_its_address(tmp_path: Path) -> None:
    await _write(tmp_path, STREAM, (scheduled(), started()))
    event_log = await SqliteEventLog.open(tmp_path / "records" / "log.sqlite3")
    try:
        done = await asyncio.to_thread(
            yalta, "export", "club/1", "--data", tmp_path / "records", "--room", "closed"
        )
    finally:
        await event_log.close()
    assert done.exit_code == 2
    assert "ask the running server for /api/t/club/matches/1/closed.mat" in done.stderr


UNSEEN = "\u202e\x1b\u200b\x85"


def test_characters_that_cannot_be_seen_stay_out_of_the_names_of_a_file_taken_in(
    tmp_path: Path,
) -> None:
    named = f'; [Event "Cup{UNSEEN}"]\n; [Player 1 "Ann {UNSEEN}Lee"]\n' + sheet(
        "1) 31: 8/5 6/5                  65: 24/18 18/13",
        "      Wins 1 point",
        header=" Ann Lee : 0    Bob\u202e : 0",
    )
    done = imported(tmp_path, named)
    assert done.exit_code == 0, done.stderr
    for code in ("U+202E", "U+001B", "U+200B", "U+0085"):
        assert code in done.stderr
    record = found(exported(tmp_path, "imported/1")).record
    assert (record.white, record.red, record.headers["Event"]) == ("Ann Lee", "Bob", "Cup")
    for form in ("mat", "sgf"):
        written = exported(tmp_path, "imported/1", "--format", form).decode()
        assert not {*UNSEEN} & {*written}


def test_a_files_own_name_is_kept_without_characters_that_cannot_be_seen(tmp_path: Path) -> None:
    file = tmp_path / "final\u202e\x1b[2J.mat"
    file.write_text(CLEAN)
    done = yalta("import", file, "--data", tmp_path / "records")
    assert done.exit_code == 0, done.stderr
    assert not {*UNSEEN} & {*done.stdout}
    (stored,) = asyncio.run(_stored(tmp_path, "imported/1"))
    assert isinstance(stored.event, ev.MatchImported)
    assert not {*UNSEEN} & {*stored.event.name}
