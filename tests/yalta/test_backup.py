"""`yalta backup`: records of a stopped server copied to another folder."""

import asyncio
from pathlib import Path

from typer.testing import CliRunner, Result

from server.settings import Settings
from server.store.event_log.sqlite_log import SqliteEventLog
from tests.server.store.samples import one_event_batch
from tests.support.new_records import lay_new_records
from yalta.cli import application


def backup(*arguments: str | Path) -> Result:
    return CliRunner().invoke(application("backup"), ["backup", *map(str, arguments)])


def records(folder: Path) -> Path:
    lay_new_records(Settings(data_folder=folder))
    return folder


def test_the_backup_of_a_stopped_server_has_everything(tmp_path: Path) -> None:
    done = backup(records(tmp_path / "records"), tmp_path / "backup")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "has everything. It is secret" in done.stdout
    names = {path.name for path in (tmp_path / "backup").iterdir()}
    assert {"log.sqlite3", "accounts.sqlite3", "README.txt"} <= names


def test_a_running_server_is_said_to_make_its_backups_itself(tmp_path: Path) -> None:
    folder = records(tmp_path / "records")

    async def meanwhile() -> Result:
        event_log = await SqliteEventLog.open(folder / "log.sqlite3")
        try:
            await event_log.append(one_event_batch("match/1"))
            return await asyncio.to_thread(backup, folder, tmp_path / "backup")
        finally:
            await event_log.close()

    done = asyncio.run(meanwhile())
    assert done.exit_code == 2
    assert "is in use by another Yalta server" in done.stderr
    assert f"--backup-folder {tmp_path / 'backup'}" in done.stderr


def test_what_cannot_be_backed_up_is_named(tmp_path: Path) -> None:
    folder = records(tmp_path / "records")
    for arguments, named in (
        ((tmp_path, tmp_path / "backup"), "RECORDS: "),
        ((folder, folder), "--backup-folder: "),
        ((folder, folder / "log.sqlite3"), "--backup-folder: "),
        ((folder, tmp_path / "stick" / "backup"), "FOLDER: "),
    ):
        done = backup(*arguments)
        assert (done.exit_code, done.stdout) == (2, "")
        assert named in done.stderr
        assert str(arguments[0 if "RECORDS" in named else 1]) in done.stderr


def test_damaged_records_are_not_backed_up(tmp_path: Path) -> None:
    folder = records(tmp_path / "records")
    (folder / "log.sqlite3").write_bytes(b"no database, but long enough to be looked at " * 100)
    done = backup(folder, tmp_path / "backup")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "log.sqlite3" in done.stderr
