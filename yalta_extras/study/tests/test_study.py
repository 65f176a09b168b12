"""`yalta study`: the same boards on any number of cores, stopped or not; its report and figures."""

import csv
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from tests.support.needs import NETS
from yalta.cli import application
from yalta_extras.study.board import PAIRINGS

pytestmark = NETS
_SMALL = ("--boards", "12", "--luck-every", "12", "--seed", "3")


def _run(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(application("study"), ["study", str(folder), *arguments])


@pytest.mark.long(6)
def test_a_stopped_study_goes_on_and_is_the_same_to_the_byte(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    result = _run(whole, *_SMALL, "--processes", "2")
    assert result.exit_code == 0, result.output
    made = {file.name: file.read_bytes() for file in whole.iterdir()}
    boards = whole / "boards.csv"
    boards.write_bytes(made["boards.csv"][: len(made["boards.csv"]) * 9 // 10])
    assert _run(whole, *_SMALL, "--processes", "1").exit_code == 0
    assert {file.name: file.read_bytes() for file in whole.iterdir()} == made
    _check_what_was_made(made, result.stdout)
    refused = _run(whole, "--boards", "12", "--luck-every", "12", "--seed", "4")
    assert refused.exit_code == 2
    assert "holds a study with other seed; allowed: a new folder" in refused.stderr


def _check_what_was_made(made: dict[str, bytes], shown: str) -> None:
    rows = list(csv.DictReader(made["boards.csv"].decode().splitlines()))
    assert len(rows) == 2 * 12 * len(PAIRINGS)
    assert {row["board"] for row in rows if row["luck_imp"]} == {"1"}
    figures = list(csv.DictReader(made["summary.csv"].decode().splitlines()))
    assert {figure["pairing"] for figure in figures} == {pairing.name for pairing in PAIRINGS}
    assert all(float(figure["low"]) <= float(figure["high"]) for figure in figures)
    for name in ("boards-needed.svg", "home-ahead.svg", "variance.svg"):
        ElementTree.fromstring(made[name])
    report = made["report.html"].decode()
    assert "yalta study FOLDER --boards 12 --seed 3 --luck-every 12" in report
    assert "Boards until the better team is ahead" in report
    assert "IMP, equal dice" in shown


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--quick", "--boards", "20"), "--boards: 20 beside --quick; allowed: one of them"),
        (("--boards", "11"), "should be greater than or equal to 12"),
        (("--luck-every", "0"), "should be greater than or equal to 1"),
    ],
)
def test_what_cannot_be_studied_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], why: str
) -> None:
    result = _run(tmp_path / "new", *arguments)
    assert result.exit_code == 2
    assert why in " ".join(result.stderr.replace("│", " ").split())
    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "taken"
    file.write_text("")
    result = _run(file, "--quick")
    assert result.exit_code == 2
    assert f"FOLDER: {str(file)!r} cannot be used" in result.stderr
