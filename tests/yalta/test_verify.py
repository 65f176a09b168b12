import json
import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.support.match_files import sheet
from yalta.cli import application
from yalta.inputs.match_file_input import MOST_BYTES

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
    done = CliRunner().invoke(application("verify"), ["verify", *map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def _json(*arguments: str | Path) -> tuple[int, list[dict[str, Any]]]:
    status, out, _ = _verified("--json", *arguments)
    return status, json.loads(out)


def test_a_clean_file_ends_with_status_zero(folder: Path) -> None:
    file = folder / "clean.mat"
    assert _verified(file)[:2] == (0, f"{file}: 1 game, 2 plays, 1-0, clean\n")


def test_json_names_file_games_plays_findings_and_score(folder: Path) -> None:
    file = folder / "illegal.mat"
    why = "the dice do not make these moves; legal is 24/13"
    expected = {
        "file": str(file),
        "games": 1,
        "plays": 2,
        "illegal": [{"game": 1, "line": 5, "play": "65: 24/18 13/9", "why": why}],
        "result_errors": [],
        "notes": [],
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
    assert f"{clean}: 1 game" in out
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


DIALECTS = Path(__file__).parents[1] / "golden" / "match_files" / "dialects"


def test_a_capped_win_is_a_note_and_points_no_game_is_worth_are_a_violation() -> None:
    capped, too_many = DIALECTS / "capped.mat", DIALECTS / "too_many_points.mat"
    note = "the left player wins 16; 7 is printed, the points the match still needed"
    assert _verified(capped) == (
        0,
        f"{capped}: 1 game, 1 play, 7-0, clean, 1 note\n  line 7, game 1: note – {note}\n",
        "",
    )
    status, (report,) = _json(capped)
    assert (status, report["notes"]) == (0, [{"game": 1, "line": 7, "why": note}])
    status, out, _ = _verified(too_many)
    assert (status, "4016 is printed" in out) == (1, True)


def test_several_files_end_with_a_line_that_counts_them(folder: Path) -> None:
    status, out, _ = _verified(folder, DIALECTS / "capped.mat", DIALECTS / "studio.mat")
    assert status == 2
    assert out.splitlines()[-1] == (
        "5 files: 3 clean (1 with notes), 1 with something against the rules, 1 unreadable"
    )


def test_quiet_leaves_out_what_is_clean(folder: Path) -> None:
    status, out, _ = _verified("--quiet", folder / "clean.mat", folder / "illegal.mat")
    assert status == 1
    assert [line.partition(":")[0] for line in out.splitlines()] == [
        str(folder / "illegal.mat"),
        "  line 5, game 1",
        "2 files",
    ]


def test_matches_of_one_file_are_told_apart() -> None:
    file = DIALECTS / "two_matches.mat"
    status, out, _ = _verified(file)
    assert (status, out) == (
        0,
        f"{file}, match 1: 1 game, 2 plays, 0-1, clean\n"
        f"{file}, match 2: 1 game, 2 plays, 1-0, clean\n",
    )
    assert [report["match"] for report in _json(file)[1]] == [1, 2]


def test_what_may_never_end_is_refused_and_the_others_still_run(folder: Path) -> None:
    pipe, clean = folder / "pipe.mat", folder / "clean.mat"
    os.mkfifo(pipe)
    status, out, err = _verified(pipe, "/dev/zero", clean)
    assert status == 2
    assert f"{clean}: 1 game" in out
    why = "no regular file; a device, a pipe or a socket is not read"
    assert err.splitlines() == [f"{pipe}: {why}", f"/dev/zero: {why}"]


def test_a_file_larger_than_any_match_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "large.mat"
    with file.open("wb") as opened:
        opened.truncate(MOST_BYTES + 1)
    status, (report,) = _json(file)
    assert (status, "larger than 8388608 bytes" in report["unreadable"]["why"]) == (2, True)


def test_what_is_told_of_a_file_steers_no_terminal(tmp_path: Path) -> None:
    file = tmp_path / "bell\x07.mat"
    file.write_text(CLEAN + "\n\x1b]0;title\x07 the end\n", encoding="utf-8")
    status, out, _ = _verified(file)
    assert (status, "passed over" in out) == (0, True)
    assert out.replace("\n", "").isprintable()
