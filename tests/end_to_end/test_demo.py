"""`yalta demo` as a user runs it."""

import csv
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from rules import events as ev
from rules.position import Side
from tests.end_to_end.match_run import log_of
from yalta.cli import application

MINUTE = 60.0
TINY_MATCH = """ 3 point match

 Game 1
 Compass : 0                        Rudder : 0
  1)                             52: 13/8 13/11
  2) 33: 8/5 8/5 6/3 6/3         61: 13/7 8/7
"""


LONG_GAMMON_MATCHES = {"1", "3", "5"}
BACKGAMMON_MATCHES = {"2", "4", "6", "7", "8", "9"}
"""Each round of three teams has one match; the long gammon of a round is set up first."""


def demo_command(*options: str) -> list[str]:
    """The same run whether or not the nets are installed."""
    return [sys.executable, "-m", "yalta", "demo", "--players", "sensible", *options]


def run_demo(*options: str) -> "subprocess.CompletedProcess[str]":
    command = demo_command(*options)
    return subprocess.run(command, capture_output=True, text=True, timeout=10 * MINUTE, check=False)


@contextmanager
def running_demo(*options: str) -> "Iterator[tuple[subprocess.Popen[str], str]]":
    """A demo under way and the address it has printed."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    # A run in the background ignores Ctrl-C and would pass that on; a user's terminal does not.
    from_a_terminal = ["env", "--default-signal=INT", *demo_command(*options)]
    process = subprocess.Popen(
        from_a_terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", first)
        assert found, first + process.stdout.read()
        yield process, found.group()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(MINUTE)
        assert process.stdout is not None
        process.stdout.close()


def begins_with(file: str, mark: bytes) -> bool:
    return Path(file).read_bytes().startswith(mark)


def children_of(process: "subprocess.Popen[str]") -> list[int]:
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return [int(number) for number in listed.split()]


def nobody_answers_at(address: str) -> bool:
    try:
        httpx.get(f"{address}/healthz", trust_env=False)
    except httpx.ConnectError:
        return True
    return False


@pytest.mark.long(60)
def test_an_event_is_played_to_its_final_and_printed(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    done = run_demo("--event", "--fast", "--exit", "--seed", "6", "--data", str(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    played = re.findall(r"^  match (\d+): (\w+) (\d+)–(\d+) (\w+)$", done.stdout, re.M)
    assert sorted(int(number) for number, *_ in played) == list(range(1, 11))
    assert len(re.findall(r"has a bye$", done.stdout, re.M)) == 9
    forms = folder / "forms"
    assert len(list(forms.glob("match-*-protocol.pdf"))) == 10
    assert all(begins_with(str(each), b"%PDF") for each in forms.glob("*.pdf"))
    tables = forms.joinpath("standings.csv").read_text(encoding="utf-8-sig").split("\n\n")
    for table, numbers in ((tables[1], LONG_GAMMON_MATCHES), (tables[3], BACKGAMMON_MATCHES)):
        printed = {row[1]: int(row[2]) for row in list(csv.reader(table.splitlines()))[2:]}
        sums = Counter[str]()
        for number, home, home_vp, away_vp, away in played:
            if number in numbers:
                sums[home] += int(home_vp)
                sums[away] += int(away_vp)
        assert printed == sums
    finalists = {team for number, *rest in played if number == "10" for team in (rest[0], rest[3])}
    best = [row.split(",")[1] for row in tables[3].splitlines()[2:4]]
    assert finalists == set(best)
    ranking = [row.split(",")[1] for row in tables[0].splitlines()[2:]]
    assert {*ranking[:2]} == finalists
    assert len({*ranking}) == 3


@pytest.mark.long(10)
async def test_a_demo_throws_the_dice_of_a_transcribed_match_and_says_when_they_end(
    tmp_path: Path,
) -> None:
    match, records = tmp_path / "tiny.mat", tmp_path / "records"
    match.write_text(TINY_MATCH)
    options = ["--fast", "--exit", "--games", "4", "--seed", "5", "--tail", "drawn"]
    done = run_demo(*options, "--dice", str(match), "--data", str(records))
    assert done.returncode == 0, done.stdout + done.stderr
    thrown = {
        (e.side, e.turn): str(e.dice)
        for e in await log_of(records)
        if isinstance(e, ev.RollThrown) and e.game == 1
    }
    assert thrown[Side.RED, 1] == "5-2"
    assert thrown[Side.WHITE, 1] == "3-3"
    assert thrown[Side.RED, 2] == "6-1"
    assert "tiny.mat: game 2 is not in the file, which has 1; the seeded dice go on" in done.stdout
    assert done.stdout.count("White's rolls of game 1 are used up after turn 1") == 1


@pytest.mark.long(7)
def test_a_match_to_points_is_played_at_one_board_and_its_form_is_printed(tmp_path: Path) -> None:
    done = run_demo("--fast", "--exit", "--seed", "3", "--match-to", "1", "--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Match to 1: Robin Brook – Kim Holloway" in done.stdout
    assert "closed room" not in done.stdout
    assert begins_with(str(tmp_path / "match-1-protocol.pdf"), b"%PDF")


def test_a_match_to_points_and_a_number_of_games_are_not_asked_for_together() -> None:
    done = CliRunner().invoke(application("demo"), ["demo", "--match-to", "5", "--games", "4"])
    assert done.exit_code == 2
    assert "--games: 4 cannot be asked for with --match-to 5" in done.output


@pytest.mark.long
def test_after_the_match_the_server_stays_up_until_control_c() -> None:
    with running_demo("--fast", "--match-to", "1", "--seed", "3") as (process, address):
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("The server stays up at"):
                break
        assert "Robin Brook" in httpx.get(f"{address}/t/club/matches/1", trust_env=False).text
        assert "Harbour Cup" in httpx.get(f"{address}/t/club", trust_env=False).text
        process.send_signal(signal.SIGINT)
        assert process.wait(MINUTE) == 0
        assert nobody_answers_at(address)


@pytest.mark.long
def test_when_the_server_dies_the_demo_says_so_and_fails() -> None:
    with running_demo() as (process, _):
        (server,) = children_of(process)
        os.kill(server, signal.SIGKILL)
        assert process.stdout is not None
        output = process.stdout.read()
        assert process.wait(MINUTE) == 1
        assert "the server ended with status -9; its last lines:" in output


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--data", "."], "allowed: a new or empty folder"),
        (["--dice", "letter.txt"], "letter.txt"),
        (["--dice", "none.mat"], "cannot be read"),
    ],
)
def test_a_demo_refuses_a_folder_in_use_and_a_file_that_is_no_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], why: str
) -> None:
    (tmp_path / "letter.txt").write_text("Dear sir")
    monkeypatch.chdir(tmp_path)
    refused = CliRunner().invoke(application("demo"), ["demo", "--exit", *options])
    assert refused.exit_code == 2
    assert why in refused.stderr
