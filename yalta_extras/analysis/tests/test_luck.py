"""`yalta luck`: finished matches are judged ahead of whoever asks."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.support.golden_records import FINISHED, damaged, restored
from tests.support.ids import match_id
from tests.support.needs import NETS
from yalta.cli import application


def luck(folder: Path, *options: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(application("luck"), ["luck", str(folder), *options])
    return done.exit_code, done.stdout, done.stderr


@NETS
@pytest.mark.long
def test_every_finished_match_in_two_rooms_is_judged_once(tmp_path: Path) -> None:
    restored("0.2.0", tmp_path)
    assert luck(tmp_path)[0] == 0
    (kept,) = (tmp_path / "luck").iterdir()
    written = kept.stat().st_mtime_ns
    status, output, _ = luck(tmp_path)
    assert (status, output.splitlines()[-1]) == (0, "1 match is judged.")
    assert kept.stat().st_mtime_ns == written
    assert luck(tmp_path, "--again")[0] == 0
    assert kept.stat().st_mtime_ns > written


@NETS
def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    status, _, error = luck(tmp_path)
    assert status == 2
    assert "holds no records" in error
    assert [*tmp_path.iterdir()] == []


@NETS
def test_a_damaged_match_is_named_and_not_counted(tmp_path: Path) -> None:
    restored("0.2.0", tmp_path)
    damaged(tmp_path, match_id(FINISHED))
    status, output, error = luck(tmp_path)
    assert (status, output.splitlines()[-1]) == (1, "0 matches are judged.")
    assert f"Match club/{FINISHED} is damaged and was not judged" in error


@NETS
def test_a_folder_that_cannot_be_cleared_is_refused(tmp_path: Path) -> None:
    restored("0.2.0", tmp_path)
    (tmp_path / "luck").write_text("a file where the folder would be", encoding="utf-8")
    status, _, error = luck(tmp_path, "--again")
    assert status == 2
    assert "--again" in error
    assert "cannot be cleared" in error


def test_help_names_what_is_to_be_installed() -> None:
    text = CliRunner().invoke(application(), ["luck", "--help"]).stdout
    assert "pipx inject yalta gnubg-nn" in " ".join(text.split())
