"""Tournaments out of the records as archives and into others, as an operator does it."""

import asyncio
import json
import os
import sqlite3
import stat
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner, Result

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.identities import TournamentId
from rules.ledger import NONCE_SIZE, genesis
from server.archive import tournament_archive
from server.settings import Settings
from server.store.event_log.contract import Batch, chain
from server.store.event_log.sqlite_log import SqliteEventLog
from server.values.stored_events import HALL_STREAM, StoredEvent, match_stream, tournament_stream
from tests.support.golden_records import UNDER_WAY, restored
from tests.support.ids import CREATED, TOURNAMENT, match_id
from tests.support.new_records import lay_new_records
from tests.support.persons import person_id
from tests.support.rooms import Rooms, Temper, scheduled, started
from tests.support.served import DIRECTOR, opened
from tests.support.stored import NOON
from yalta.cli import application

ROOMS = ((1, "open"), (1, "closed"), (2, "open"), (2, "closed"), (3, "open"))
GOLDEN = Path(__file__).parents[1] / "golden" / "archives"
BROOK, FIELDS, HALLOWAY, STONELY = (
    person_id(name).text
    for name in ("Robin Brook", "Alex Fields", "Kim Holloway", "Sasha Stonely-Hillbrooke")
)


def yalta(*arguments: str | Path) -> Result:
    return CliRunner().invoke(application(str(arguments[0])), [*map(str, arguments)])


def exported(records: Path, output: Path, *options: str) -> Result:
    return yalta("tournament", "export", "club", "--data", records, "--output", output, *options)


def imported(file: Path, records: Path, *options: str) -> Result:
    return yalta("tournament", "import", file, "--data", records, *options)


def chained(stream: str, events: Sequence[ev.Event]) -> tuple[StoredEvent, ...]:
    nonces = [sha256(f"{stream} {n}".encode()).digest()[:NONCE_SIZE] for n in range(len(events))]
    first = (0, genesis(stream))
    return chain(stream, first, events, recorded_at=NOON, actor="table", nonces=nonces)


def keep(records: Path, *streams: tuple[StoredEvent, ...]) -> Path:
    async def write() -> None:
        log = await SqliteEventLog.open(records / "log.sqlite3")
        await log.append(Batch(tuple(entry for stream in streams for entry in stream)))
        await log.close()

    lay_new_records(Settings(data_folder=records))
    asyncio.run(write())
    return records


def club(records: Path, *seeds: int, games: int = 4) -> Path:
    """Records of a tournament with teams and a finished match for each seed."""
    teams = [
        ev.TeamRegistered(name=team, players=(person_id(player),))
        for team, player in (("Compass", "Brook"), ("Rudder", "Holloway"))
    ]
    matches = [
        chained(match_stream(match_id(number)), played(number, seed, games))
        for number, seed in enumerate(seeds, start=1)
    ]
    hall = chained(HALL_STREAM, [CREATED])
    return keep(records, hall, chained(tournament_stream(TOURNAMENT), teams), *matches)


def played(number: int, seed: int, games: int) -> list[ev.Event]:
    game = TRICTRAC if seed % 3 == 2 else BACKGAMMON
    setting = scheduled(number=number, games=games, game_name=game.name)
    temper = Temper(resign=0.2, void=0.01 if seed % 2 else 0.0)
    rooms = Rooms.seated(game, seed, temper, number=number, games=games)
    rooms.play_to_the_end()
    return [setting, started(), *rooms.history]


def content(records: Path) -> list[tuple[Any, ...]]:
    """Every event in the log, and every person."""
    rows = list[tuple[Any, ...]]()
    for name, question in (
        ("log", "SELECT * FROM event ORDER BY place"),
        ("log", "SELECT * FROM stream ORDER BY stream_id"),
        ("accounts", "SELECT * FROM person ORDER BY person_id"),
    ):
        with sqlite3.connect(records / f"{name}.sqlite3") as database:
            rows += database.execute(question).fetchall()
        database.close()
    return rows


@pytest.mark.parametrize("seed", range(6))
def test_what_is_taken_in_is_written_again_with_the_same_bytes(seed: int, tmp_path: Path) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    assert exported(club(tmp_path / "a", seed, seed + 6), first).exit_code == 0
    done = imported(first, keep(tmp_path / "b"))
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("club: 2 matches, ")
    assert exported(tmp_path / "b", again).exit_code == 0
    assert again.read_bytes() == first.read_bytes()


def change(records: Path, database_name: str, *statements: str) -> Path:
    with sqlite3.connect(records / f"{database_name}.sqlite3") as database:
        for statement in statements:
            assert database.execute(statement).rowcount
    database.close()
    return records


def golden_records(folder: Path) -> Path:
    """One of the four players is hidden, one erased, one turned out to be the first."""
    return change(
        restored("0.2.0", folder),
        "accounts",
        f"UPDATE person SET hidden = 1 WHERE person_id = '{BROOK}'",
        f"UPDATE person SET names = '[]', erased_at = 1 WHERE person_id = '{STONELY}'",
        f"UPDATE person SET merged_into = '{BROOK}' WHERE person_id = '{FIELDS}'",
    )


def test_golden_records_with_names_and_a_match_under_way_come_back_the_same(tmp_path: Path) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    done = exported(golden_records(tmp_path / "a"), first, "--names", "--running")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.endswith("; secret until its last match is over\n")
    assert imported(first, tmp_path / "b").exit_code == 0
    assert exported(tmp_path / "b", again, "--names", "--running").exit_code == 0
    assert again.read_bytes() == first.read_bytes()


async def test_a_match_under_way_goes_on_where_it_was_taken_in(tmp_path: Path) -> None:
    file = tmp_path / "archive"
    await asyncio.to_thread(
        exported, restored("0.2.0", tmp_path / "a"), file, "--names", "--running"
    )
    done = await asyncio.to_thread(imported, file, tmp_path / "b")
    assert done.exit_code == 0, done.stderr
    async with opened(tmp_path / "b") as served, served.client(DIRECTOR) as client:
        assert not served.hall.registry.damaged
        state = served.hall.match(match_id(UNDER_WAY)).record.state
        assert state is not None
        at = {"game": state.game, "attempt": state.attempt}
        path = f"/api/t/club/matches/{UNDER_WAY}/director/void-game"
        answer = await client.post(path, json={**at, "reason": "carried over"})
        assert answer.status_code == 200, answer.text


def test_a_match_that_is_not_over_is_refused_or_makes_the_file_secret(tmp_path: Path) -> None:
    records, file = restored("0.2.0", tmp_path / "a"), tmp_path / "archive"
    refused = exported(records, file)
    assert (refused.exit_code, file.exists()) == (2, False)
    assert f"not over yet: club/{UNDER_WAY}. Allowed once" in refused.stderr
    file.touch(mode=0o666)
    assert exported(records, file, "--running").exit_code == 0
    assert json.loads(file.read_bytes().splitlines()[0])["secret"] is True
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_names_leave_only_if_that_is_asked_for(tmp_path: Path) -> None:
    records, file = golden_records(tmp_path / "a"), tmp_path / "archive"
    exported(records, file, "--running")
    assert "Halloway" not in file.read_text(encoding="utf-8")
    exported(records, file, "--running", "--names")
    text = file.read_text(encoding="utf-8")
    listed = {each["person"]: each for each in json.loads(text.splitlines()[0])["persons"]}
    assert listed[HALLOWAY]["names"] == ["Kim Halloway", "Кім Галловей"]
    assert listed[BROOK]["names"] == ["R. B."]
    assert (listed[STONELY]["names"], listed[STONELY]["erased"]) == ([], True)
    assert (listed[FIELDS]["names"], listed[FIELDS]["merged_into"]) == ([], BROOK)
    assert not [name for name in ("Robin", "Sasha", "Alex", "Hare") if name in text]


def test_no_account_key_link_or_session_is_in_an_archive(tmp_path: Path) -> None:
    records, file = restored("0.2.0", tmp_path / "a"), tmp_path / "archive"
    exported(records, file, "--running", "--names")
    text = file.read_text(encoding="utf-8")
    golden = Path(__file__).parents[1] / "golden" / "records" / "0.2.0" / "secrets.json"
    secrets = json.loads(golden.read_text(encoding="utf-8"))
    assert secrets
    assert not [name for name, secret in secrets.items() if secret in text]


def test_persons_known_already_keep_their_names_and_others_get_the_archives(tmp_path: Path) -> None:
    file = tmp_path / "archive"
    exported(restored("0.2.0", tmp_path / "a"), file, "--running", "--names")
    other = keep(tmp_path / "b")
    other_accounts = restored("0.2.0", tmp_path / "c") / "accounts.sqlite3"
    other_accounts.replace(other / "accounts.sqlite3")
    change(
        other,
        "accounts",
        "DELETE FROM event_log",
        f"DELETE FROM person WHERE person_id = '{FIELDS}'",
        f"UPDATE person SET names = '[\"Another Name\"]' WHERE person_id = '{BROOK}'",
    )
    done = imported(file, other)
    assert done.exit_code == 0, done.stderr
    names = {row[0]: row[1] for row in content(other) if row[0] in (BROOK, FIELDS)}
    assert names == {BROOK: '["Another Name"]', FIELDS: '["Alex Fields"]'}


def test_a_tournament_that_is_there_and_a_name_that_is_taken_are_refused(tmp_path: Path) -> None:
    records, file = club(tmp_path / "a", 1), tmp_path / "archive"
    exported(records, file)
    before = content(records)
    again = imported(file, records, "--name", "other")
    assert again.exit_code == 2
    assert f"tournament {TOURNAMENT} is in these records already as club;" in again.stderr
    assert content(records) == before

    created = replace(CREATED, tournament=TournamentId("anotherclubb"))
    other = keep(tmp_path / "b", chained(HALL_STREAM, [created]))
    before = content(other)
    taken = imported(file, other)
    assert taken.exit_code == 2
    assert "--name: 'club' is another tournament's short name" in taken.stderr
    assert content(other)[: len(before)] == before
    assert imported(file, other, "--name", "Club 8").exit_code == 2
    done = imported(file, other, "--name", "club-2008")
    assert (done.exit_code, done.stderr) == (0, "")
    assert yalta("export", "club-2008/1", "--data", other).exit_code == 0


def test_a_disk_that_fails_leaves_neither_events_nor_persons(tmp_path: Path) -> None:
    file, records = tmp_path / "archive", keep(tmp_path / "b")
    exported(restored("0.2.0", tmp_path / "a"), file, "--running", "--names")
    failing = "CREATE TRIGGER failing BEFORE INSERT ON event BEGIN DELETE FROM missing; END"
    with sqlite3.connect(records / "log.sqlite3") as database:
        database.execute(failing)
    database.close()
    before = content(records)
    done = imported(file, records)
    assert done.exit_code == 2
    assert "--data: the event log failed: no such table" in done.stderr
    assert content(records) == before
    with sqlite3.connect(records / "log.sqlite3") as database:
        database.execute("DROP TRIGGER failing")
    database.close()
    assert imported(file, records).exit_code == 0


@pytest.mark.parametrize("golden", sorted(GOLDEN.iterdir()), ids=lambda path: path.name)
def test_an_archive_of_every_version_is_read_for_good(golden: Path, tmp_path: Path) -> None:
    records, again = keep(tmp_path / "records"), tmp_path / "again"
    assert yalta("ledger", "verify", golden).exit_code == 0
    done = imported(golden, records)
    assert (done.exit_code, done.stderr) == (0, "")
    assert exported(records, again, "--names").exit_code == 0
    assert again.read_bytes() == golden.read_bytes()


Lines = list[bytes]


def changed_header(**values: object) -> Callable[[Lines], Lines]:
    def change(lines: Lines) -> Lines:
        return [canonical({**json.loads(lines[0]), **values}), *lines[1:]]

    return change


def changed_entry(place: int, **values: object) -> Callable[[Lines], Lines]:
    def change(lines: Lines) -> Lines:
        entry = canonical({**json.loads(lines[place]), **values})
        return [*lines[:place], entry, *lines[place + 1 :]]

    return change


def canonical(values: object) -> bytes:
    text = json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode() + b"\n"


def forged(*events: ev.Event, stream: str = match_stream(match_id(1))) -> Callable[[Lines], Lines]:
    """An archive whose only stream holds these events, every hash as it has to be."""

    def change(lines: Lines) -> Lines:
        entries = chained(stream, events)
        head = [len(entries), entries[-1].digest.hex()]
        written = [
            canonical(
                {
                    "actor": entry.actor,
                    "command_id": entry.command_id,
                    "digest": entry.digest.hex(),
                    "kind": entry.kind,
                    "nonce": entry.nonce.hex(),
                    "payload": entry.payload.decode(),
                    "recorded_at": int(entry.recorded_at.timestamp()) * 1_000_000,
                    "sequence": entry.sequence,
                    "stream": entry.stream,
                    "version": entry.version,
                }
            )
            for entry in entries
        ]
        return [*changed_header(heads={stream: head})(lines)[:1], *written]

    return change


PERSON = {"erased": False, "hidden": False, "merged_into": None, "names": ["A"], "person": "x"}
HOSTILE: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "empty": (lambda _: [], "the file is empty"),
    "another file": (lambda _: [b"PK\x03\x04\n"], "line 1: no line of an archive"),
    "JSON of something else": (lambda _: [b"[]\n"], "no archive of a tournament"),
    "cut within a line": (lambda lines: [*lines[:-1], lines[-1][:-9]], "cut off here"),
    "cut between lines": (lambda lines: lines[:-5], "gone with all behind it"),
    "no events": (lambda lines: lines[:1], "event 1: gone with all behind it"),
    "wrong version": (changed_header(version=2), "version 2 of the format; this program reads"),
    "a version of another type": (changed_header(version=True), "version: True is not possible"),
    "unknown field": (changed_header(more=1), "field 'more' is unknown to this program"),
    "a path for an id": (changed_header(tournament="../../../etc"), "is no tournament's id"),
    "a path for a name": (changed_header(name="../club"), "is no short name of a tournament"),
    "the hall's stream": (
        changed_header(heads={"hall": [1, "00" * 32]}),
        "'hall' is no stream of tournament",
    ),
    "another end": (
        changed_header(heads={f"t/{TOURNAMENT}": [2, "00" * 32]}),
        "is not in the first line",
    ),
    "an end that is no number": (
        changed_header(heads={f"t/{TOURNAMENT}": [True, "00" * 32]}),
        "is not a number and a hash",
    ),
    "secret unsaid": (changed_header(secret=True), "secret: true, but its matches are all over"),
    "names unseen": (changed_header(persons=[{**PERSON, "names": ["A\u202eB"]}]), "are no names"),
    "a person twice": (changed_header(persons=[PERSON, PERSON]), "or one twice"),
    "merged into nobody": (
        changed_header(persons=[{**PERSON, "names": [], "merged_into": "y"}]),
        "persons: y is not among them",
    ),
    "a person of one word": (changed_header(persons=["A"]), "persons: 'A' is not an object"),
    "an event of no fields": (lambda lines: [*lines, b"[]\n"], "not an object"),
    "a hash of another length": (changed_entry(4, digest="ab"), "is not 32 bytes in hexadecimal"),
    "a nonce in capitals": (changed_entry(4, nonce="AB"), "'AB' is not any bytes in hexadecimal"),
    "one word changed": (changed_entry(4, actor="nobody"), "entry or its hash changed"),
    "one event removed": (lambda lines: [*lines[:5], *lines[6:]], "missing, doubled or out of"),
    "two swapped": (
        lambda lines: [*lines[:5], lines[6], lines[5], *lines[7:]],
        "missing, doubled or out of order",
    ),
    "one event twice": (lambda lines: [*lines, lines[-1]], "missing, doubled or out of order"),
    "another stream between": (lambda lines: [*lines, lines[1]], "stands behind"),
    "unknown kind": (changed_entry(4, kind="MatchBought"), "this program knows no such kind"),
    "unknown form of an event": (changed_entry(4, version=2), "this program reads version 1"),
    "payload nested deeply": (changed_entry(4, payload="[" * 100_000), "stored event"),
    "line nested deeply": (lambda lines: [*lines, b"[" * 100_000 + b"\n"], "nested too deeply"),
    "number of many digits": (
        lambda lines: [*lines, b'{"sequence":' + b"9" * 5000 + b"}\n"],
        "no line of an archive",
    ),
    "half a character": (lambda lines: [*lines, b'{"actor":"\\ud800"}\n'], "no line of an archive"),
    "time beyond the calendar": (changed_entry(4, recorded_at=2**62), "no microsecond from 1970"),
    "key twice": (
        lambda lines: [lines[0].replace(b'"secret":false', b'"secret":true,"secret":false')],
        "not in canonical form",
    ),
    "another match's events": (
        forged(scheduled(number=2), stream=match_stream(match_id(1))),
        f"it does not set up match {TOURNAMENT}/1",
    ),
    "events of no match": (forged(started()), "it does not set up match"),
    "a number of games nobody scores": (forged(scheduled(games=3)), "nobody can score this match"),
    "a game nobody knows": (
        forged(scheduled(game_name="chess")),
        "does not follow from the events before it (KeyError)",
    ),
    "a match in a tournament's stream": (
        forged(scheduled(), stream=tournament_stream(TOURNAMENT)),
        "MatchScheduled is no event of a tournament",
    ),
}


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_damaged_or_hostile_archive_is_refused_with_the_reason_and_nothing_changes(
    hostile: str, tmp_path: Path, whole: Lines
) -> None:
    change, reason = HOSTILE[hostile]
    file, records = tmp_path / "archive", keep(tmp_path / "records")
    file.write_bytes(b"".join(change(whole)))
    before = content(records)
    done = imported(file, records)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("yalta tournament import: ")
    assert reason in done.stderr
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert content(records) == before


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The lines of an archive of two teams and one match."""
    folder = tmp_path_factory.mktemp("whole")
    assert exported(club(folder / "a", 1), folder / "archive").exit_code == 0
    return (folder / "archive").read_bytes().splitlines(keepends=True)


def test_a_file_without_end_is_read_as_far_as_an_archive_may_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: Lines
) -> None:
    file = tmp_path / "archive"
    file.write_bytes(b"".join(whole))
    monkeypatch.setattr(tournament_archive, "MOST_BYTES", len(whole[0]) + 1)
    assert "which no archive is" in imported(file, tmp_path / "b").stderr
    monkeypatch.setattr(tournament_archive, "LONGEST_LINE", len(whole[0]) - 1)
    assert "line 1: longer than" in imported(file, tmp_path / "b").stderr
    assert "/dev/zero" in imported(Path("/dev/zero"), tmp_path / "b").stderr
    os.mkfifo(tmp_path / "pipe")
    assert "a pipe or a socket is not read" in imported(tmp_path / "pipe", tmp_path / "b").stderr
    assert not (tmp_path / "b").exists()


def test_all_match_files_come_in_one_zip_as_export_gives_each(tmp_path: Path) -> None:
    records, file = restored("0.2.0", tmp_path / "a"), tmp_path / "matches.zip"
    done = yalta("tournament", "export", "club", "--data", records, "--matches", file, "--running")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == f"club: 5 match files in {file}; secret until its last match is over\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with ZipFile(file) as zipped:
        files = {name: zipped.read(name) for name in zipped.namelist()}
    assert [*files] == [f"club-{number}-{room}.mat" for number, room in ROOMS]
    for number, room in ROOMS:
        one = yalta("export", f"club/{number}", "--room", room, "--data", records)
        assert files[f"club-{number}-{room}.mat"] == one.stdout_bytes


def test_a_match_of_another_game_is_left_out_of_the_match_files_and_named(tmp_path: Path) -> None:
    records, file = club(tmp_path / "a", 1, 2), tmp_path / "matches.zip"
    done = yalta("tournament", "export", "club", "--data", records, "--matches", file)
    assert done.exit_code == 0
    assert "left out of the match files: club/2; no game of backgammon" in done.stderr
    with ZipFile(file) as zipped:
        assert zipped.namelist() == ["club-1-open.mat", "club-1-closed.mat"]
    nothing = yalta("tournament", "export", "club", "--data", records)
    assert nothing.exit_code == 2
    assert "allowed: --output, --matches or both" in nothing.stderr


def test_what_cannot_be_exported_is_refused_with_what_is_allowed(tmp_path: Path) -> None:
    file = tmp_path / "archive"
    assert "holds no records" in exported(tmp_path / "none", file).stderr
    records = club(tmp_path / "a", 1)
    unknown = yalta("tournament", "export", "cup", "--data", records, "--output", file)
    assert unknown.exit_code == 2
    assert "'cup'" in unknown.stderr
    assert "club" in unknown.stderr
    nowhere = exported(records, tmp_path / "missing" / "archive")
    assert nowhere.exit_code == 2
    assert "cannot be written" in nowhere.stderr


def test_damaged_records_are_named_by_what_reads_and_what_changes_them(tmp_path: Path) -> None:
    records, file = tmp_path / "records", tmp_path / "club.archive"
    lay_new_records(Settings(data_folder=records))
    (records / "log.sqlite3").write_bytes(b"no database, but long enough to look at " * 100)
    for command in (("show", "club"), ("export", "club", "--output", file), ("draw", "club", "1")):
        done = yalta("tournament", *command, "--data", records)
        assert (done.exit_code, done.stdout) == (2, "")
        assert f"yalta tournament {command[0]}: --data: " in done.stderr
        assert str(records / "log.sqlite3") in done.stderr
    assert not file.exists()


def test_an_archive_that_is_not_there_is_named(tmp_path: Path) -> None:
    missing = imported(tmp_path / "none.archive", tmp_path / "records")
    assert missing.exit_code == 2
    assert "none.archive: No such file" in missing.stderr
    assert not (tmp_path / "records").exists()


@pytest.mark.parametrize(
    "command",
    [("show", "club"), ("standings", "club"), ("draw", "club", "1"), ("ttt", "show", "club")],
)
def test_what_needs_records_begins_none(tmp_path: Path, command: tuple[str, ...]) -> None:
    nowhere = yalta("tournament", *command, "--data", tmp_path / "typo")
    assert nowhere.exit_code == 2
    assert "holds no records; allowed: a server's folder" in nowhere.stderr
    assert [*tmp_path.iterdir()] == []
