"""A TTT run by `yalta tournament ttt` alone, and its archive taken into other records."""

import re
from pathlib import Path

from typer.testing import CliRunner, Result

from yalta.cli import application

NAMES = ["Anna Brook", "Ben Fields", "Cora Hill", "Dora Moss"]


def yalta(folder: Path, *words: str) -> Result:
    options = ["tournament", *words, "--data", str(folder / "records")]
    return CliRunner().invoke(application("tournament"), options)


def drawn(folder: Path) -> list[str]:
    """A TTT of four; their names by their lots."""
    players = folder / "players.txt"
    players.write_text("\n".join(NAMES), encoding="utf-8")
    made = yalta(folder, "ttt", "new", "spring", "--players", str(players), "--title", "Spring TTT")
    assert made.output == "spring: a TTT with 4 players\n", made.output
    output = yalta(folder, "ttt", "draw", "spring").output.splitlines()
    assert re.fullmatch(r"seed [0-9a-f]{32}", output[1])
    return output[0].removeprefix("1: ").split(", ")


def collected(folder: Path, *lines: str) -> str:
    path = folder / "collected.csv"
    path.write_text("\n".join(["match,inviter,invited,winner,ended", *lines]), encoding="utf-8")
    return str(path)


def test_collected_results_make_the_table_and_go_with_the_archive(tmp_path: Path) -> None:
    one, two, three, four = drawn(tmp_path)
    results = collected(
        tmp_path,
        f"5,{one},{two},{one},gammon",
        f"7,{one},{three},{three},single",
        f"9,{four},{one},,",
    )
    assert yalta(tmp_path, "ttt", "results", "spring", results).output == "spring: 5 entered\n"
    again = yalta(tmp_path, "ttt", "results", "spring", results)
    assert again.output == "spring: 0 entered\n"
    output = yalta(tmp_path, "ttt", "show", "spring").output
    first = next(line for line in output.splitlines() if line.lstrip().startswith("1"))
    assert first.split() == ["1", *one.split(), "2½", "2", "1", "1", "+", "0", "1", "0"]
    archive = str(tmp_path / "spring.archive")
    assert yalta(tmp_path, "export", "spring", "--names", "--output", archive).exit_code == 0
    site = tmp_path / "site"
    assert yalta(tmp_path, "site", "spring", "--output", str(site)).exit_code == 0
    assert "Cross-table: points" in (site / "index.html").read_text(encoding="utf-8")
    other = tmp_path / "other"
    other.mkdir()
    assert yalta(other, "import", archive).exit_code == 0
    assert yalta(other, "ttt", "show", "spring").output == output


def test_a_line_that_is_refused_is_named_and_the_others_are_entered(tmp_path: Path) -> None:
    one, two, *_ = drawn(tmp_path)
    results = collected(tmp_path, f"5,{one},{two},{one},gammon", f"6,{one},Nobody,{one},single")
    refused = yalta(tmp_path, "ttt", "results", "spring", results)
    assert refused.exit_code == 2
    assert "spring: 2 entered" in refused.output
    assert "line 3: 'Nobody' is no player of this TTT" in refused.output


def test_a_file_that_cannot_be_read_enters_nothing(tmp_path: Path) -> None:
    one, two, *_ = drawn(tmp_path)
    results = collected(tmp_path, f"5,{one},{two},{one},gammon", f"x,{one},{two},{one},lost")
    refused = yalta(tmp_path, "ttt", "results", "spring", results)
    assert refused.exit_code == 2
    assert "line 3: match 'x' is no id" in refused.output
    assert "+" not in yalta(tmp_path, "ttt", "show", "spring").output.replace("G + B", "").replace(
        "0 + 0", ""
    )


def test_every_fault_of_a_file_of_results_is_told_by_its_line_and_nothing_is_entered(
    tmp_path: Path,
) -> None:
    one, two, *_ = drawn(tmp_path)
    results = collected(
        tmp_path,
        f"5,{one},{two},{one},gammon",
        f"7,,{two},,",
        f"x,{one},{two},,",
        f"8,{one},{two},{one},lost",
        f"9,{one},{two},{one},",
    )
    refused = yalta(tmp_path, "ttt", "results", "spring", results)
    assert refused.exit_code == 2
    for line, why in (
        (3, "inviter is missing"),
        (4, "match 'x' is no id"),
        (5, "ended 'lost'; allowed: single"),
        (6, "winner and ended stand together"),
    ):
        assert f"line {line}: {why}" in refused.output
    missing = yalta(tmp_path, "ttt", "results", "spring", str(tmp_path / "none.csv"))
    assert missing.exit_code == 2
    assert "none.csv" in missing.output


def test_a_ttt_that_cannot_be_is_refused_by_the_option_that_says_so(tmp_path: Path) -> None:
    for options, why in (
        (("--cap", "half"), "--cap: 'half' is no number"),
        (("--cap", "1.25"), "--cap"),
        (("--players", str(tmp_path / "none.txt")), "--players"),
    ):
        refused = yalta(tmp_path, "ttt", "new", "spring", *options)
        assert (refused.exit_code, why in refused.output) == (2, True), refused.output
    assert yalta(tmp_path, "ttt", "new", "Spring!").exit_code == 2


def test_time_outs_and_resignations_wait_for_an_adjudication_once_each(tmp_path: Path) -> None:
    one, two, three, _ = drawn(tmp_path)
    results = collected(
        tmp_path, f"5,{one},{two},{one},time-out", f"7,{one},{three},{three},resigned"
    )
    assert yalta(tmp_path, "ttt", "results", "spring", results).output == "spring: 4 entered\n"
    assert yalta(tmp_path, "ttt", "results", "spring", results).output == "spring: 0 entered\n"
    shown = yalta(tmp_path, "ttt", "show", "spring").output
    waiting = [line for line in shown.splitlines() if line.endswith("; awaiting a decision")]
    assert [line.split(":")[0] for line in waiting] == ["Match 5", "Match 7"]


def test_a_match_of_two_other_players_is_refused_and_each_such_line_is_named(
    tmp_path: Path,
) -> None:
    one, two, three, four = drawn(tmp_path)
    begun = collected(tmp_path, f"5,{one},{two},,", f"6,{one},{three},,")
    assert yalta(tmp_path, "ttt", "results", "spring", begun).exit_code == 0
    other = collected(tmp_path, f"5,{one},{four},,", f"6,{two},{four},,")
    refused = yalta(tmp_path, "ttt", "results", "spring", other)
    assert refused.exit_code == 2
    assert "spring: 0 entered" in refused.output
    for line, match in ((2, 5), (3, 6)):
        assert f"line {line}: match {match} is of two other players" in refused.output
