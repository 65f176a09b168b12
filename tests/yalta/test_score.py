"""`yalta score`: JSON for programs, a protocol for people, a refusal for a wrong file."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from yalta.cli import application

GOLDEN = Path(__file__).parents[1] / "golden"
FINAL = GOLDEN / "protocol_final.csv"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(application("score"), ["score", *map(str, arguments)])


def test_the_finals_json_is_the_golden_one() -> None:
    result = run(FINAL, "--teams", "Kharkov,Moscow", "--json")
    assert result.exit_code == 0
    assert result.stdout == (GOLDEN / "protocol_final_score.json").read_text(encoding="utf-8")


def test_the_finals_score_is_35_to_43_and_13_to_17() -> None:
    score = json.loads(run(FINAL, "--teams", "Kharkov,Moscow", "--json").stdout)
    assert score["imp"] == {"Kharkov": 35, "Moscow": 43}
    assert (score["difference"], score["results"]) == (-8, 12)
    assert score["vp"] == {"Kharkov": 13, "Moscow": 17}


def test_the_teams_given_the_other_way_round_turn_the_difference() -> None:
    score = json.loads(run(FINAL, "--teams", " Moscow , Kharkov ", "--json").stdout)
    assert (score["teams"], score["difference"]) == (["Moscow", "Kharkov"], 8)


def test_people_get_the_protocol() -> None:
    result = run(FINAL, "--teams", "Kharkov,Moscow")
    assert result.exit_code == 0
    assert "Match protocol: Kharkov – Moscow" in result.stdout
    assert "VP 13–17, won by Moscow" in result.stdout


def test_a_wrong_file_is_refused_whole_with_every_fault(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.csv"
    text = FINAL.read_text().replace("gammon,15", "gammon,14").replace("6,open,3:1", "6,open,3:2")
    wrong.write_text(text)
    result = run(wrong, "--teams", "Kharkov,Moscow", "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        f"{wrong}, line 3, column left: '14' is not possible; allowed: 15 for gammon",
        f"{wrong}, line 8, column left: '14' is not possible; allowed: 15 for gammon",
        f"{wrong}, line 13, column opening: '3:1' is not possible; "
        "allowed: 3:2, the opening of game 6 on line 12",
        f"{wrong}, line 13, column left: '14' is not possible; allowed: 15 for gammon",
        "Nothing was scored.",
    ]


def test_a_value_is_quoted_so_that_a_terminal_does_not_obey_it(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.csv"
    wrong.write_text(FINAL.read_text().replace("2,open", "\x1b[2J" + "9" * 500 + ",open", 1))
    result = run(wrong, "--teams", "Kharkov,Moscow")
    assert "\x1b" not in result.stderr
    assert r"'\x1b[2J999" in result.stderr
    assert max(map(len, result.stderr.splitlines())) < 300


@pytest.mark.parametrize("teams", ["", "Kharkov", "Kharkov,", "A,A", "A, A ", "A,B,C"])
def test_teams_are_two_different_names(teams: str) -> None:
    result = run(FINAL, "--teams", teams)
    assert result.exit_code == 2
    assert result.stderr == (
        f"--teams: {teams!r} is not possible; allowed: two different names, as A,B\n"
    )


def test_a_team_may_have_a_comma_in_quotes(tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    file.write_text(FINAL.read_text().replace("Moscow", '"Moscow, first"'))
    score = json.loads(run(file, "--teams", 'Kharkov,"Moscow, first"', "--json").stdout)
    assert score["vp"] == {"Kharkov": 13, "Moscow, first": 17}


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    missing = run(tmp_path / "none.csv", "--teams", "A,B")
    assert (missing.exit_code, missing.stderr) == (
        2,
        f"{tmp_path / 'none.csv'}: cannot be read: No such file or directory\n",
    )
    assert run(tmp_path, "--teams", "A,B").exit_code == 2


def test_the_help_teaches_by_an_example() -> None:
    text = run("--help").stdout
    assert "yalta score final.csv --teams Kharkov,Moscow" in text
    assert "1,closed,4:3,Moscow,gammon,15,2,Kharkov" in text


def test_long_gammon_is_scored_by_the_house_table(tmp_path: Path) -> None:
    rows = [
        f"{game},{room},4:3,{winner},{ended}"
        for game in range(1, 5)
        for room, winner, ended in (("open", "Sofia", "mars,15,1"), ("closed", "Varna", "oin,2,1"))
    ]
    written = tmp_path / "long.csv"
    written.write_text("game,room,opening,winner,ended,left,cube\n" + "\n".join(rows))
    result = run(written, "--teams", "Sofia,Varna", "--game", "long-gammon")
    assert result.exit_code == 0
    assert "house table" in result.stdout
    assert "† Mars." in result.stdout


def test_long_gammon_s_words_are_not_backgammon_s(tmp_path: Path) -> None:
    result = run(FINAL, "--teams", "Kharkov,Moscow", "--game", "long-gammon")
    assert result.exit_code == 2
    assert "allowed: oin, mars, resigned, resigned-mars" in result.stderr
