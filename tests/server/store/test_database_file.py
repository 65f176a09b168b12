"""Opening a database file: once, by one server, at a schema the program knows."""

import os
import signal
import sqlite3
from multiprocessing import get_context
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.board_keys import BoardKeys
from server.store.database_file import (
    DatabaseInUse,
    DatabaseNewer,
    DatabaseUnreleased,
    DatabaseUnusable,
    open_database,
)
from server.store.event_log.sqlite_log import SqliteEventLog
from server.store.known_schemas import Schemas, every_schema
from server.store.schemas import Schema, alembic_config, known_revisions
from server.store.up_to_date import bring_up
from tests.server.store.full_disk import no_file_longer_than
from tests.server.store.migrating_child import open_until
from tests.support.clock import Clock

LOG = Schemas.EVENT_LOG.value


@pytest.mark.parametrize("schema", every_schema().values(), ids=lambda each: each.branch)
def test_the_migrations_from_empty_lead_to_the_tables_of_the_program(schema: Schema) -> None:
    with create_engine("sqlite://").connect() as connection:
        bring_up(schema, connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.tables) == []


@pytest.mark.parametrize("schema", every_schema().values(), ids=lambda each: each.branch)
def test_migrations_follow_each_other_as_their_files_are_numbered(schema: Schema) -> None:
    with create_engine("sqlite://").connect() as connection:
        scripts = ScriptDirectory.from_config(alembic_config(schema, connection))
    newest_first = [script.revision for script in scripts.walk_revisions()]
    assert known_revisions(schema) == tuple(reversed(newest_first))


def dump_of(path: Path) -> list[str]:
    with sqlite3.connect(path) as database:
        dump = [*database.iterdump()]
    database.close()
    return dump


def stamped(path: Path, revision: str) -> Path:
    """A log's file that says it is at that revision."""
    open_database(path, LOG).close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    database.close()
    return path


@pytest.mark.parametrize(
    "revision", ["event_log_0001", "event_log_0003", "accounts_0001", "accounts_0006"]
)
def test_records_from_before_the_first_release_are_refused_in_a_sentence_and_left_alone(
    revision: str, tmp_path: Path
) -> None:
    path = stamped(tmp_path / "records.sqlite3", revision)
    before = dump_of(path)
    schema = Schemas.ACCOUNTS.value if revision.startswith("accounts") else LOG
    with pytest.raises(DatabaseUnreleased) as refused:
        open_database(path, schema)
    assert str(refused.value) == (
        f"{path} holds records of a Yalta from before its first release (schema '{revision}'); "
        "this program reads none of them and has changed nothing. Operator: give this server "
        "another data folder, and keep this one for the Yalta that wrote it, which still reads "
        "and exports its matches"
    )
    assert dump_of(path) == before


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE account", "CREATE TABLE featured", "INSERT INTO alembic_version"]
)
def test_a_server_killed_at_its_first_start_leaves_nothing_half_made(
    statement: str, tmp_path: Path
) -> None:
    path = tmp_path / "accounts.sqlite3"
    child = get_context("fork").Process(target=open_until, args=(path, statement))
    child.start()
    child.join()
    assert child.exitcode == -signal.SIGKILL
    assert not any("CREATE TABLE" in line for line in dump_of(path))
    accounts_file = AccountsFile.open(path)
    assert BoardKeys(accounts_file, Clock()).list() == []
    accounts_file.close()


def test_a_file_of_a_later_program_is_refused_by_name_and_left_alone(tmp_path: Path) -> None:
    path = stamped(tmp_path / "log.sqlite3", "event_log_9999")
    before = dump_of(path)
    with pytest.raises(DatabaseNewer, match=r"schema 'event_log_9999'.*start the version"):
        open_database(path, LOG)
    assert dump_of(path) == before


def test_a_file_of_the_other_kind_is_refused(tmp_path: Path) -> None:
    open_database(tmp_path / "accounts.sqlite3", Schemas.ACCOUNTS.value).close()
    with pytest.raises(DatabaseNewer, match="not one of this program's for event_log"):
        open_database(tmp_path / "accounts.sqlite3", LOG)


def test_a_second_server_on_the_same_file_is_refused_with_the_first_ones_process(
    tmp_path: Path,
) -> None:
    first = open_database(tmp_path / "log.sqlite3", LOG)
    with pytest.raises(DatabaseInUse, match=rf"process {os.getpid()}\). Operator: stop that"):
        open_database(tmp_path / "log.sqlite3", LOG)
    first.close()
    open_database(tmp_path / "log.sqlite3", LOG).close()


def test_a_file_another_program_writes_to_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    open_database(path, LOG).close()
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


def test_records_that_are_there_are_opened_on_a_full_disk(tmp_path: Path) -> None:
    open_database(tmp_path / "log.sqlite3", LOG).close()
    with no_file_longer_than(0):
        opened = open_database(tmp_path / "log.sqlite3", LOG)
    assert opened.driver.execute("SELECT count(*) FROM event").fetchone() == (0,)
    opened.try_write()
    opened.close()


def test_new_records_are_refused_in_a_sentence_on_a_full_disk(tmp_path: Path) -> None:
    with (
        no_file_longer_than(0),
        pytest.raises(DatabaseUnusable, match=r"room on the disk, or restore a backup"),
    ):
        open_database(tmp_path / "log.sqlite3", LOG)


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
    path = tmp_path / "log.sqlite3"
    open_database(path, LOG).close()
    with sqlite3.connect(path) as database:
        database.executescript("DROP TABLE alembic_version; DROP TABLE identity")
    database.close()
    with pytest.raises(DatabaseUnusable, match="table stream already exists"):
        open_database(path, LOG)
    with sqlite3.connect(path) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    database.close()
    assert tables == [("stream",), ("event",), ("board_journal",), ("board_frame",)]
