import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.support.match_files import sheet
from yalta.cli import app

CLEAN = sheet("1) 31: 8/5 6/5                  65: 24/18 18/13", "      Wins 1 point")
ILLEGAL = CLEAN.replace("24/18 18/13", "24/18 13/9")
WRONG_RESULT = CLEAN.replace("Wins 1 point", "Wins 4 points")
BROKEN = CLEAN.replace("65: ", "6x: ")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("clean", CLEAN), ("illegal", ILLEGAL), ("broken", BROKEN)):
        (tmp_path / f"{name}.mat").write_text(text, encoding="utf-8")
    return tmp_path


def _verified(*arguments: str | Path) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["verify", *map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def _json(*arguments: str | Path) -> tuple[int, list[dict[str, Any]]]:
    status, out, _ = _verified("--json", *arguments)
    return status, json.loads(out)


def test_a_clean_file_ends_with_status_zero(folder: Path) -> None:
    file = folder / "clean.mat"
    assert _verified(file)[:2] == (0, f"{file}: 1 games, 2 plays, 1-0, clean\n")


def test_json_names_file_games_plays_findings_and_score(folder: Path) -> None:
    file = folder / "illegal.mat"
    why = "the dice do not make these moves; legal is 24/13"
    expected = {
        "file": str(file),
        "games": 1,
        "plays": 2,
        "illegal": [{"game": 1, "line": 5, "play": "65: 24/18 13/9", "why": why}],
        "result_errors": [],
        "score": [1, 0],
    }
    assert _json(file) == (1, [expected])


def test_a_wrong_result_is_a_violation(tmp_path: Path) -> None:
    file = tmp_path / "wrong.mat"
    file.write_text(WRONG_RESULT, encoding="utf-8")
    status, (report,) = _json(file)
    assert (status, report["result_errors"][0]["line"]) == (1, 6)


def test_a_broken_file_is_named_by_line_and_column_and_the_others_still_run(folder: Path) -> None:
    broken, clean = folder / "broken.mat", folder / "clean.mat"
    status, out, err = _verified(broken, clean)
    assert status == 2
    assert f"{clean}: 1 games" in out
    assert err.startswith(f"{broken}: line 5, column 34: ")


def test_a_missing_file_is_unreadable_and_says_why(tmp_path: Path) -> None:
    status, (report,) = _json(tmp_path / "absent.mat")
    assert status == 2
    assert report["unreadable"]["why"] == "No such file or directory"
    assert report["score"] is None


def test_a_folder_stands_for_the_match_files_in_it(folder: Path) -> None:
    status, reports = _json(folder)
    assert status == 2
    assert [Path(report["file"]).name for report in reports] == [
        "broken.mat",
        "clean.mat",
        "illegal.mat",
    ]


def test_many_files_are_told_in_the_order_asked(tmp_path: Path) -> None:
    files = [tmp_path / f"{number:03}.mat" for number in range(60)]
    for file in files:
        file.write_text(CLEAN, encoding="utf-8")
    status, reports = _json(*reversed(files))
    assert status == 0
    assert [report["file"] for report in reports] == [str(file) for file in reversed(files)]
