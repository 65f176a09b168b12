"""`yalta rebuild`: what is kept of finished matches is made anew from the event log."""

import sqlite3
from pathlib import Path

from typer.testing import CliRunner

from tests.server.matches.test_damaged_records import of
from tests.support.golden_records import restored
from tests.support.ids import STREAM
from yalta.cli import application

KEPT = "SELECT match, head, digest, summary FROM finished_match ORDER BY match"


def rebuild(folder: Path) -> tuple[int, str, str]:
    done = CliRunner().invoke(application("rebuild"), ["rebuild", str(folder)])
    return done.exit_code, done.stdout, done.stderr


def kept(folder: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(folder / "accounts.sqlite3") as database:
        rows: list[tuple[object, ...]] = database.execute(KEPT).fetchall()
    database.close()
    return rows


def change(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as database:
        database.execute(statement)
    database.close()


def test_what_was_kept_is_made_again_whatever_it_said(tmp_path: Path) -> None:
    restored("0.2.0", tmp_path)
    status, output, _ = rebuild(tmp_path)
    assert (status, output.splitlines()[-1]) == (0, "2 finished matches are listed.")
    before = kept(tmp_path)
    assert len(before) == 2
    change(tmp_path / "accounts.sqlite3", "UPDATE finished_match SET summary = '{}', signed = 0")
    assert rebuild(tmp_path)[0] == 0
    assert kept(tmp_path) == before


def test_a_damaged_match_is_named_and_the_others_are_listed(tmp_path: Path) -> None:
    restored("0.2.0", tmp_path)
    damage = f"UPDATE event SET actor = 'nobody' WHERE {of(STREAM)} AND sequence = 5"
    change(tmp_path / "log.sqlite3", damage)
    status, output, error = rebuild(tmp_path)
    assert (status, output.splitlines()[-1]) == (1, "1 finished match is listed.")
    assert "Match club/1 is left alone: event 5: entry or its hash changed" in error


def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    status, _, error = rebuild(tmp_path)
    assert status == 2
    assert "holds no records" in error
    assert [*tmp_path.iterdir()] == []


def test_records_that_are_damaged_are_refused_in_a_sentence(tmp_path: Path) -> None:
    restored("0.2.0", tmp_path)
    (tmp_path / "log.sqlite3").write_bytes(b"no database, but long enough to look at " * 100)
    status, _, error = rebuild(tmp_path)
    assert status == 2
    assert error.startswith("yalta rebuild: RECORDS: ")
    assert "log.sqlite3" in error
