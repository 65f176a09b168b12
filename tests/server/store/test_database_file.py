"""Opening a database file: once, by one server, at a schema the program knows."""

import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from rules import events as ev
from rules.ledger import verify
from rules.room import Room
from rules.side import Side
from server.access import Role, Visitor
from server.reception import Device, Reception, TooManyTries
from server.store.board_keys import BoardKeys
from server.store.database_file import (
    DatabaseInUse,
    DatabaseNewer,
    DatabaseUnusable,
    open_database,
)
from server.store.event_log import Batch
from server.store.house_file import HouseFile
from server.store.schemas import Schema, Schemas, bring_up
from server.store.sqlite_log import SqliteEventLog
from tests.server.store.samples import SAMPLES, SINCE_THE_FIRST_SCHEMA, frames, stored
from tests.support.clock import Clock
from tests.support.quick import PASSPHRASE, QUICK

GOLDEN = Path(__file__).parents[2] / "golden" / "store"
LOG = Schemas.EVENT_LOG.value
WRITTEN = tuple(
    replace(event, embargo=ev.Embargo.LOCKSTEP) if isinstance(event, ev.MatchScheduled) else event
    for event in SAMPLES
    if not isinstance(event, SINCE_THE_FIRST_SCHEMA)
)
"""What the log of the first schema holds; a field it knew nothing of is read as its default."""

_EVENT = "sequence, recorded_at, actor, kind, version, payload, nonce, digest"
_FRAME = "journal_id, number, frame, recorded_at"


def restored(dump: str, path: Path) -> Path:
    with sqlite3.connect(path) as database:
        database.executescript((GOLDEN / dump).read_text(encoding="utf-8"))
    database.close()
    return path


@pytest.mark.parametrize("schema", [each.value for each in Schemas], ids=lambda each: each.branch)
def test_the_migrations_from_empty_lead_to_the_tables_of_the_program(schema: Schema) -> None:
    with create_engine("sqlite://").connect() as connection:
        bring_up(schema, connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.tables) == []


async def test_a_log_written_at_the_first_schema_is_read_and_written_on(tmp_path: Path) -> None:
    log = await SqliteEventLog.open(restored("event_log_0001.sql", tmp_path / "log.sqlite3"))
    try:
        entries = await log.read("match/5")
        assert tuple(entry.event for entry in entries) == WRITTEN
        assert verify(entries) is None
        assert await log.journal_heads() == {("table-1", b"journal1"): 2}
        await log.append(Batch(stored(WRITTEN[:1], last=entries[-1]), frames(3, 1)))
        assert verify(await log.read("match/5")) is None
    finally:
        await log.close()


def several_matches(path: Path) -> Path:
    """A log of the first schema with three streams and two boards."""
    restored("event_log_0001.sql", path)
    with sqlite3.connect(path) as database:
        database.executescript(f"""
            INSERT INTO event SELECT 'match/10', {_EVENT} FROM event WHERE stream = 'match/5';
            INSERT INTO event SELECT 'event', {_EVENT} FROM event WHERE stream = 'match/5';
            INSERT INTO board_journal SELECT 'table-0', {_FRAME} FROM board_journal;
        """)
    database.close()
    return path


def rows_of(path: Path, order: str) -> list[list[tuple[object, ...]]]:
    with sqlite3.connect(path) as database:
        rows = [
            database.execute(f"SELECT stream, {_EVENT} FROM event {order}").fetchall(),
            database.execute(f"SELECT board_id, {_FRAME} FROM board_journal {order}").fetchall(),
        ]
    database.close()
    return rows


def dump_of(path: Path) -> list[str]:
    with sqlite3.connect(path) as database:
        dump = [*database.iterdump()]
    database.close()
    return dump


def test_rows_of_the_first_schema_are_carried_over_each_stream_in_its_order(tmp_path: Path) -> None:
    path = several_matches(tmp_path / "log.sqlite3")
    before = rows_of(path, order="")
    open_database(path, LOG).close()
    after = rows_of(path, order="ORDER BY place")
    assert [sorted(rows, key=str) for rows in after] == [sorted(rows, key=str) for rows in before]
    for stream in ("match/5", "match/10", "event"):
        sequences = [row[1] for row in after[0] if row[0] == stream]
        assert sequences == [*range(1, len(WRITTEN) + 1)]


@pytest.mark.parametrize(
    "statement", ["DROP TABLE event", "DROP TABLE journal", "UPDATE alembic_version"]
)
def test_a_server_killed_while_it_migrates_loses_nothing(statement: str, tmp_path: Path) -> None:
    path = several_matches(tmp_path / "log.sqlite3")
    before = dump_of(path)
    command = [sys.executable, "-m", "tests.server.store.migrating_child", str(path), statement]
    killed = subprocess.run(command, cwd=Path(__file__).parents[3], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert dump_of(path) == before
    open_database(path, LOG).close()
    assert len(rows_of(path, order="ORDER BY place")[0]) == 3 * len(WRITTEN)


def test_board_keys_written_at_the_first_schema_are_good_still(tmp_path: Path) -> None:
    house = HouseFile.open(restored("house_0001.sql", tmp_path / "house.sqlite3"))
    keys = BoardKeys(house)
    assert keys.get("table-1") == bytes(range(32))
    assert [board.label for board in keys.list()] == ["by the window", "lent out"]
    house.close()


async def test_accounts_links_and_sessions_of_the_second_schema_are_good_still(
    tmp_path: Path,
) -> None:
    house = HouseFile.open(restored("house_0002.sql", tmp_path / "house.sqlite3"))
    reception = Reception(
        house, Clock(), idle=timedelta(hours=16), longest=timedelta(days=14), passphrases=QUICK
    )
    director = Visitor(Role.DIRECTOR, "Олена")
    assert reception.visitor("BUIsgl-zGY-ekZF4d221CXyP-vfjeago-wTDWwpb1CM") == director
    with pytest.raises(TooManyTries):
        await reception.sign_in("олена", PASSPHRASE, Device("192.0.2.8"))
    _, session = await reception.follow_link(
        "IvXZ7RnAf8_NBK1j8dc4AMPyiO2zDvhevMzi-ZQjaRI", Device()
    )
    player = Visitor(Role.PLAYER, "Krasov", Room.CLOSED, 3, "Kharkov", Side.RED)
    assert reception.visitor(session) == player
    invited = "-vnfLkv4bJjt5TYLak3guJajaLmjLPmo7xld0cnsDkw"
    session = await reception.set_passphrase(invited, PASSPHRASE, Device())
    assert reception.visitor(session) == Visitor(Role.CLERK, "Clerk", Room.CLOSED)
    house.close()


def test_a_file_of_a_later_program_is_refused_by_name_and_left_alone(tmp_path: Path) -> None:
    path = restored("event_log_0001.sql", tmp_path / "log.sqlite3")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = 'event_log_9999'")
    database.close()
    with pytest.raises(DatabaseNewer, match=r"schema 'event_log_9999'.*start the version"):
        open_database(path, LOG)
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT count(*) FROM event").fetchone() == (len(WRITTEN),)
    database.close()


def test_a_file_of_the_other_kind_is_refused(tmp_path: Path) -> None:
    open_database(tmp_path / "house.sqlite3", Schemas.HOUSE.value).close()
    with pytest.raises(DatabaseNewer, match="not one of this program's for event_log"):
        open_database(tmp_path / "house.sqlite3", LOG)


def test_a_second_server_on_the_same_file_is_refused_with_the_first_ones_process(
    tmp_path: Path,
) -> None:
    first = open_database(tmp_path / "log.sqlite3", LOG)
    with pytest.raises(DatabaseInUse, match=rf"process {os.getpid()}\). Operator: stop that"):
        open_database(tmp_path / "log.sqlite3", LOG)
    first.close()
    open_database(tmp_path / "log.sqlite3", LOG).close()


def test_a_file_another_program_writes_to_is_refused(tmp_path: Path) -> None:
    path = restored("event_log_0001.sql", tmp_path / "log.sqlite3")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseInUse, match="in use by another program"):
        open_database(path, LOG)
    other.close()
    open_database(path, LOG).close()


def test_no_second_program_can_open_the_file_while_the_server_has_it(tmp_path: Path) -> None:
    opened = open_database(tmp_path / "log.sqlite3", LOG)
    other = sqlite3.connect(tmp_path / "log.sqlite3", timeout=0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("SELECT * FROM event")
    other.close()
    opened.close()


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    opened = open_database(tmp_path / "log.sqlite3", LOG)
    names = ("journal_mode", "synchronous", "locking_mode")
    asked = [opened.driver.execute(f"PRAGMA {name}").fetchone()[0] for name in names]
    full = 2
    assert asked == ["wal", full, "exclusive"]
    opened.close()


def test_the_file_holds_secrets_and_is_its_owners_alone(tmp_path: Path) -> None:
    opened = open_database(tmp_path / "log.sqlite3", LOG)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes == dict.fromkeys(["log.sqlite3", "log.sqlite3-wal", "log.sqlite3.lock"], 0o600)
    opened.close()


async def test_a_log_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database at all, but long enough to look at " * 20)
    with pytest.raises(DatabaseUnusable, match=r"file is not a database\. Operator: check"):
        await SqliteEventLog.open(tmp_path / "notes.txt")
    with pytest.raises(DatabaseUnusable, match="No such file or directory"):
        await SqliteEventLog.open(tmp_path / "missing" / "log.sqlite3")
    (tmp_path / "folder").mkdir()
    with pytest.raises(DatabaseUnusable, match="Is a directory"):
        await SqliteEventLog.open(tmp_path / "folder")


def test_an_unfinished_migration_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = restored("event_log_0001.sql", tmp_path / "log.sqlite3")
    with sqlite3.connect(path) as database:
        database.executescript("DROP TABLE alembic_version; DROP TABLE event")
    database.close()
    with pytest.raises(DatabaseUnusable, match="table board_journal already exists"):
        open_database(path, LOG)
    with sqlite3.connect(path) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    database.close()
    assert tables == [("board_journal",)]
