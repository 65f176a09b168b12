"""`yalta restore`: a server's records made again from a backup, or nothing at all."""

import asyncio
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from server.store.event_log.sqlite_log import SqliteEventLog
from tests.support.served import DIRECTOR, opened, started_match
from yalta.cli import application


def yalta(*arguments: str | Path) -> Result:
    return CliRunner().invoke(application(str(arguments[0])), [*map(str, arguments)])


async def _played(folder: Path) -> None:
    async with opened(folder) as served, served.client(DIRECTOR) as director:
        await started_match(director)


@pytest.fixture(scope="module")
def backed_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the records of a match that has begun, and their backup."""
    folder = tmp_path_factory.mktemp("backed-up")
    asyncio.run(_played(folder / "records"))
    assert yalta("backup", folder / "records", folder / "backup").exit_code == 0
    return folder


@pytest.fixture
def backup(backed_up: Path, tmp_path: Path) -> Path:
    """That backup, with its records beside it, for this test alone."""
    shutil.copytree(backed_up, tmp_path, dirs_exist_ok=True)
    return tmp_path / "backup"


def events_of(folder: Path) -> list[object]:
    async def read() -> list[object]:
        log = await SqliteEventLog.open(folder / "log.sqlite3")
        try:
            events = [await log.read(stream) for stream in await log.heads()]
            return [await log.identity(), await log.heads(), await log.journal_heads(), *events]
        finally:
            await log.close()

    return asyncio.run(read())


def change(database: Path, statement: str) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute(statement)
    connection.close()


def test_the_restored_records_are_those_that_were_backed_up(backup: Path, tmp_path: Path) -> None:
    done = yalta("restore", backup, tmp_path / "restored")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Tournaments: club. Matches: 1." in done.stdout
    assert "club/1: " in done.stdout
    assert "UTC, not over" in done.stdout
    assert f"yalta serve --data {tmp_path / 'restored'}" in done.stdout
    assert events_of(tmp_path / "restored") == events_of(tmp_path / "records")
    for path in (tmp_path / "restored", *(tmp_path / "restored").iterdir()):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_a_server_on_restored_records_knows_its_accounts_and_goes_on(
    backup: Path, tmp_path: Path
) -> None:
    assert yalta("restore", backup, tmp_path / "restored").exit_code == 0

    async def goes_on() -> None:
        async with opened(tmp_path / "restored") as served, served.client(DIRECTOR) as director:
            assert served.authenticator.accounts.director_exists
            (match,) = (await director.get("/api/t/club/matches")).json()
            assert match["number"] == 1

    asyncio.run(goes_on())


@pytest.mark.parametrize(
    ("file", "statement", "named"),
    [
        ("log.sqlite3", "UPDATE event SET actor = 'nobody' WHERE place = 3", "is broken at event"),
        ("log.sqlite3", "DELETE FROM event WHERE place = 2", "is broken at event"),
        ("log.sqlite3", "UPDATE identity SET identity = zeroblob(16)", "is not the event log"),
        ("log.sqlite3", "UPDATE alembic_version SET version_num = 'x'", "of another version (x)"),
        ("accounts.sqlite3", "DROP TABLE alembic_version", "of another version"),
    ],
)
def test_a_broken_backup_is_named_and_nothing_is_restored(
    backup: Path, tmp_path: Path, file: str, statement: str, named: str
) -> None:
    change(backup / file, statement)
    before = {path: path.read_bytes() for path in backup.iterdir()}
    done = yalta("restore", backup, tmp_path / "restored")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "FOLDER: " in done.stderr
    assert named in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup", "records"]
    assert {path: path.read_bytes() for path in backup.iterdir()} == before


def test_a_damaged_or_missing_database_is_named(backup: Path, tmp_path: Path) -> None:
    content = (backup / "log.sqlite3").read_bytes()
    (backup / "log.sqlite3").write_bytes(content[:4096] + bytes(8192) + content[12288:])
    done = yalta("restore", backup, tmp_path / "restored")
    assert (done.exit_code, "log.sqlite3 is damaged" in done.stderr) == (2, True)
    (backup / "log.sqlite3").unlink()
    done = yalta("restore", backup, tmp_path / "restored")
    assert (done.exit_code, "log.sqlite3 is missing" in done.stderr) == (2, True)


def test_only_a_new_or_empty_folder_is_restored_to(backup: Path, tmp_path: Path) -> None:
    for records in (tmp_path / "records", backup / "README.txt", tmp_path / "no" / "folder"):
        done = yalta("restore", backup, records)
        assert (done.exit_code, done.stdout) == (2, "")
        assert f"RECORDS: '{records}'" in done.stderr
    (tmp_path / "empty").mkdir()
    assert yalta("restore", backup, tmp_path / "empty").exit_code == 0


def test_a_backup_that_a_server_writes_to_is_not_read(backup: Path, tmp_path: Path) -> None:
    async def meanwhile() -> Result:
        log = await SqliteEventLog.open(backup / "log.sqlite3")
        try:
            return await asyncio.to_thread(yalta, "restore", backup, tmp_path / "restored")
        finally:
            await log.close()

    done = asyncio.run(meanwhile())
    assert done.exit_code == 2
    assert "log.sqlite3 is in use" in done.stderr
