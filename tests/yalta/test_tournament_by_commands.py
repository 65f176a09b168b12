"""An event run by `yalta tournament` alone, over records on disk."""

from pathlib import Path

from typer.testing import CliRunner, Result

from yalta.cli import application

TOML = """
[event]
title = "Harbour Cup"
preset = "round-robin"

[[team]]
name = "Compass"
players = ["Robin Brook", "Alex Fields"]

[[team]]
name = "Rudder"
players = ["Kim Holloway", "Sasha Stonely"]
"""


def yalta(folder: Path, *words: str) -> Result:
    options = ["tournament", *words, "--data", str(folder / "records")]
    return CliRunner().invoke(application("tournament"), options)


def published(folder: Path) -> tuple[str, str]:
    """An event of two teams with its round published; home and away of match 1."""
    folder.joinpath("tournament.toml").write_text(TOML, encoding="utf-8")
    made = yalta(folder, "new", "cup", "--from", str(folder / "tournament.toml"))
    assert made.output == "cup: 2 teams, 1 stages\n"
    assert yalta(folder, "draw", "cup", "1").exit_code == 0
    announced = yalta(folder, "publish", "cup", "1").output
    home, away = announced.strip().removeprefix("cup/1  ").split(" – ")
    assert {home, away} == {"Compass", "Rudder"}
    return home, away


def sheet(folder: Path, home: str, away: str, *, last: str = "bearoff,3,1") -> str:
    rows = ["game,room,opening,winner,ended,left,cube,owner"]
    for game in range(1, 5):
        rows.append(f"{game},open,4:3,{home},bearoff,3,1,")
        rows.append(f"{game},closed,4:3,{away},{last if game == 4 else 'bearoff,3,1'},")
    path = folder / "sheet.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    return str(path)


def test_an_event_goes_from_its_file_to_corrected_standings(tmp_path: Path) -> None:
    home, away = published(tmp_path)
    entered = yalta(tmp_path, "result", "cup/1", sheet(tmp_path, home, away))
    assert entered.output == "cup/1: 8 results entered\n"
    level = yalta(tmp_path, "standings", "cup").output.split()
    assert level.count("15") == 2
    gammon = sheet(tmp_path, home, away, last="gammon,15,2")
    put_right = yalta(tmp_path, "correct", "cup/1", gammon, "--reason", "it was a gammon")
    assert put_right.output == "cup/1: 1 results corrected\n"
    assert yalta(tmp_path, "correct", "cup/1", gammon, "--reason", "once more").output == (
        "cup/1: 0 results corrected\n"
    )
    first = yalta(tmp_path, "standings", "cup").output.splitlines()[2].split()
    assert first[:3] == ["1", away, "17"]


def test_standings_go_into_the_site_and_the_archive(tmp_path: Path) -> None:
    home, away = published(tmp_path)
    archive = str(tmp_path / "cup.archive")
    refused = yalta(tmp_path, "export", "cup", "--output", archive)
    assert "not over yet: cup/1" in refused.output
    assert yalta(tmp_path, "result", "cup/1", sheet(tmp_path, home, away)).exit_code == 0
    site = tmp_path / "site"
    assert yalta(tmp_path, "site", "cup", "--output", str(site)).exit_code == 0
    index = site.joinpath("index.html").read_text(encoding="utf-8")
    assert "<caption>Round robin</caption>" in index
    table = site.joinpath("standings.csv").read_text(encoding="utf-8-sig")
    assert "Place,Team,VP" in table
    assert yalta(tmp_path, "export", "cup", "--output", archive).exit_code == 0
    taken = CliRunner().invoke(
        application("tournament"),
        ["tournament", "import", archive, "--data", str(tmp_path / "others")],
    )
    assert taken.exit_code == 0, taken.output
    shown = ["tournament", "standings", "cup", "--data", str(tmp_path / "others")]
    assert CliRunner().invoke(application("tournament"), shown).output == (
        yalta(tmp_path, "standings", "cup").output
    )


def test_every_fault_of_a_sheet_and_of_an_events_file_is_named_with_its_line(
    tmp_path: Path,
) -> None:
    faulty = tmp_path / "faulty.toml"
    faulty.write_text(
        TOML.replace("round-robin", "league").replace(', "Sasha Stonely"', ""), encoding="utf-8"
    )
    refused = yalta(tmp_path, "new", "cup", "--from", str(faulty))
    assert refused.exit_code == 2
    assert "line 4: event.preset ('league')" in refused.output
    assert "line 12: team.2.players" in refused.output
    assert not tmp_path.joinpath("records").exists()
    home, away = published(tmp_path)
    path = Path(sheet(tmp_path, home, away, last="gammon,14,2"))
    refused = yalta(tmp_path, "result", "cup/1", str(path))
    assert refused.exit_code == 2
    assert "line 9: left: '14' is not possible; allowed: 15 for gammon" in refused.output
    assert "–  " not in yalta(tmp_path, "standings", "cup").output


def test_an_unknown_tournament_stage_or_team_is_refused_with_those_there_are(
    tmp_path: Path,
) -> None:
    published(tmp_path)
    assert "allowed: club, cup" in yalta(tmp_path, "show", "kup").output
    assert "stage: 9 is not possible; allowed: 1" in yalta(tmp_path, "draw", "cup", "9").output
    short = yalta(tmp_path, "result", "cup/1", "sheet.csv", "--line-up", "Compass")
    assert "--line-up: 'Compass'; allowed: TEAM=OPEN,CLOSED" in short.output


def test_a_file_that_cannot_be_read_is_refused_and_begins_no_records(tmp_path: Path) -> None:
    file = tmp_path / "event.toml"
    for content, why in (
        (None, f"--from: {file}: No such file"),
        (b"[event]\ntitle = '\xff'", "byte 18 is no UTF-8"),
        (b"[event", "no TOML: "),
        (TOML.encode() + b"due = true\n", "line 13: team.2.due (True): 'True' is no amount"),
        (TOML.encode() + b"due = [1500]\n", "line 13: team.2.due: "),
        (TOML.encode() + b"pot = true\n", "line 13: team.2.pot (True): "),
    ):
        if content is not None:
            file.write_bytes(content)
        refused = yalta(tmp_path, "new", "cup", "--from", str(file))
        assert (refused.exit_code, why in refused.output) == (2, True), refused.output
    assert not tmp_path.joinpath("records").exists()


def test_a_sheet_that_is_not_there_is_refused(tmp_path: Path) -> None:
    published(tmp_path)
    missing = yalta(tmp_path, "result", "cup/1", str(tmp_path / "none.csv"))
    assert missing.exit_code == 2
    assert "none.csv: No such file" in missing.output


def test_line_ups_are_those_named_and_a_match_that_is_played_shows_its_points(
    tmp_path: Path,
) -> None:
    home, away = published(tmp_path)
    results = ("result", "cup/1", sheet(tmp_path, home, away), "--line-up")
    for seats, why in (
        ("Compass=Alex Fields,Nobody Else", "'Nobody Else' is not possible; allowed: Robin Brook"),
        ("Anchor=Alex Fields,Robin Brook", "'Anchor' is not possible; allowed: "),
    ):
        refused = yalta(tmp_path, *results, seats)
        assert (refused.exit_code, f"--line-up: {why}" in refused.output) == (2, True)
    entered = yalta(tmp_path, *results, "Compass=Alex Fields,Robin Brook")
    assert entered.output == "cup/1: 8 results entered\n"
    assert f"{home} 15–15 {away}" in yalta(tmp_path, "show", "cup").output


def test_club_pot_fee_and_rosters_come_from_the_file_and_each_fault_has_its_line(
    tmp_path: Path,
) -> None:
    more = """
club = "Fort"
pot = 1
due = 1500
paid = "500.50"
players-long-gammon = ["Kim Holloway", "Sasha Stonely"]
"""
    faulty = tmp_path / "faulty.toml"
    wrong = more.replace("pot = 1", "pot = 99").replace("500.50", "1,500")
    faulty.write_text(TOML + wrong, encoding="utf-8")
    refused = yalta(tmp_path, "new", "cup", "--from", str(faulty))
    assert refused.exit_code == 2
    assert "line 15: team.2.pot (99)" in refused.output
    assert "line 17: team.2.paid ('1,500')" in refused.output
    faulty.write_text(TOML + more.replace('"Sasha', '"Shasa'), encoding="utf-8")
    refused = yalta(tmp_path, "new", "cup", "--from", str(faulty))
    assert "line 18: players-long-gammon ('Shasa Stonely'): allowed: Kim" in refused.output
    assert not tmp_path.joinpath("records").exists()
    good = tmp_path / "good.toml"
    good.write_text(TOML + more, encoding="utf-8")
    made = yalta(tmp_path, "new", "cup", "--from", str(good))
    assert made.output == "cup: 2 teams, 1 stages\n"
