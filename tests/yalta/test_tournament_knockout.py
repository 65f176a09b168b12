"""A knockout run by `yalta tournament knockout` alone, over records on disk."""

from pathlib import Path

from typer.testing import CliRunner

from tests.yalta.test_tournament_by_commands import yalta
from yalta.cli import application

PLAYERS = ("Ann Reed", "Ben Cole")


def test_a_knockout_goes_from_a_list_of_names_to_its_winner_and_into_an_archive(
    tmp_path: Path,
) -> None:
    names = tmp_path / "players.txt"
    names.write_text("\n".join(PLAYERS), encoding="utf-8")
    planned = yalta(
        tmp_path, "knockout", "new", "cup", "--title", "Spring cup",
        "--players", str(names), "--length", "7", "--elsewhere",
    )  # fmt: skip
    assert planned.output == "cup: knockout 1, 2 players\n"
    drawn = yalta(tmp_path, "knockout", "draw", "cup").output
    assert all(name in drawn for name in PLAYERS)
    (first,) = yalta(tmp_path, "knockout", "publish", "cup").output.splitlines()
    winner = first.removeprefix("cup/1  ").split(" – ")[1]
    finished = yalta(tmp_path, "knockout", "result", "cup/1", "5", "8")
    assert finished.output == f"cup/1: 5–8, {winner} goes through\n"
    shown = yalta(tmp_path, "knockout", "show", "cup").output
    assert "    1  " in shown

    site = tmp_path / "site"
    assert yalta(tmp_path, "site", "cup", "--output", str(site)).exit_code == 0
    front = site.joinpath("index.html").read_text(encoding="utf-8")
    assert "Main. Final, to 7 points" in front
    assert "<h1>Spring cup</h1>" in front
    assert yalta(tmp_path, "show", "cup").output.startswith("Spring cup\n")

    archive = str(tmp_path / "cup.archive")
    assert yalta(tmp_path, "export", "cup", "--output", archive, "--names").exit_code == 0
    elsewhere = tmp_path / "elsewhere"
    taken = CliRunner().invoke(
        application("tournament"),
        ["tournament", "import", archive, "--data", str(elsewhere / "records")],
    )
    assert taken.exit_code == 0, taken.output
    assert yalta(elsewhere, "knockout", "show", "cup").output == shown


def test_a_knockout_that_cannot_be_is_refused_by_what_says_so(tmp_path: Path) -> None:
    players = tmp_path / "players.txt"
    for name, content, why in (
        ("cup", None, f"--players: {players}: "),
        ("cup", b"Ann \xff", f"--players: {players}: "),
        ("Cup!", b"Ann Reed", "NAME: "),
    ):
        if content is not None:
            players.write_bytes(content)
        refused = yalta(tmp_path, "knockout", "new", name, "--players", str(players))
        assert (refused.exit_code, why in refused.output) == (2, True), refused.output
    assert not tmp_path.joinpath("records").exists()


def test_a_tournament_shows_its_knockouts(tmp_path: Path) -> None:
    players = tmp_path / "players.txt"
    players.write_text("\n".join(PLAYERS), encoding="utf-8")
    yalta(tmp_path, "knockout", "new", "cup", "--players", str(players))
    assert "Knockout 1: " in yalta(tmp_path, "show", "cup").output
    assert "2 players" in yalta(tmp_path, "show", "cup").output
