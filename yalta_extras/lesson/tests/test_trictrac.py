"""`yalta trictrac`: whole games by script, its end, a transcript, and a real terminal."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rules.position import Side
from yalta.cli import application
from yalta_extras.lesson.tests.lessons import honest_lines

GOLDEN = Path(__file__).parent / "golden"
COMMAND = [sys.executable, "-m", "yalta", "trictrac"]


def run(typed: list[str], *arguments: str) -> Result:
    return CliRunner().invoke(
        application("trictrac"),
        ["trictrac", *arguments],
        input="".join(f"{line}\n" for line in typed),
    )


@pytest.mark.parametrize("mode", ["--school", "--automatic"])
def test_a_whole_game_is_played_by_a_script(mode: str) -> None:
    typed = honest_lines(3, Side.RED, school=mode == "--school")
    process = subprocess.run(
        [*COMMAND, mode, "--seed", "3", "--side", "red", "--errs", "15"],
        input="\n".join(typed) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert process.returncode == 0
    assert process.stderr == ""
    assert " wins by 12 trous to " in process.stdout.splitlines()[-1]


def test_a_short_game_is_the_golden_transcript() -> None:
    typed = (GOLDEN / "answers.txt").read_text(encoding="utf-8").splitlines()
    result = run(typed, "--seed", "247", "--errs", "30")
    assert result.exit_code == 0
    assert result.stdout == (GOLDEN / "transcript.txt").read_text(encoding="utf-8")


def test_the_seed_is_printed_and_repeats_the_game() -> None:
    first = run(["0", "q"])
    seed = first.stdout.split("seed ")[1].split(":")[0]
    assert run(["0", "q"], "--seed", seed).stdout == first.stdout


def test_the_end_of_input_ends_the_game_politely() -> None:
    result = run([], "--seed", "4")
    assert result.exit_code == 0
    assert result.stdout.endswith(
        "You leave. White has 0 points, 0 trous; Red has 0 points, 0 trous.\n"
    )


def test_leaving_ends_with_status_zero() -> None:
    result = run(["q"], "--seed", "4", "--plain")
    assert result.exit_code == 0
    assert "White (you): 15 on the talon 24." in result.stdout
    assert "│" not in result.stdout


def test_bytes_that_are_no_text_are_refused_and_asked_for_again() -> None:
    process = subprocess.run(
        [*COMMAND, "--seed", "4"], input=b"\xff\xfe\n0\nq\n", capture_output=True, timeout=60
    )
    assert process.returncode == 0
    assert b"is not possible; allowed: even numbers" in process.stdout


@pytest.mark.parametrize(
    "wrong", [["--errs", "101"], ["--errs", "-1"], ["--side", "blue"], ["--seed", "x"]]
)
def test_a_wrong_option_is_refused_with_status_two(wrong: list[str]) -> None:
    assert run([], *wrong).exit_code == 2


def test_an_interrupt_tells_how_it_stood() -> None:
    # A run in the background ignores Ctrl-C and would pass that on; a user's terminal does not.
    from_a_terminal = ["env", "--default-signal=INT", *COMMAND, "--seed", "4"]
    with subprocess.Popen(
        from_a_terminal, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        shown = b""
        while not shown.endswith(b"Your points for White's 4-3: "):
            shown += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        assert process.stdout.read().startswith(b"\nYou leave. White has 0 points")
    assert process.returncode == 130


def test_a_terminal_shows_colours_and_each_answer_once() -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(
        [*COMMAND, "--seed", "4"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        shown = typed_at(ours, {"Your points for White's 4-3: ": b"0\n", "Your play": b"q\n"})
    assert process.returncode == 0
    assert shown.count("4-3: 0\r\n") == 1
    assert "\x1b[31m●" in shown
    assert "You leave." in shown


def typed_at(terminal: int, answers: dict[str, bytes]) -> str:
    """Everything the terminal shows until its program ends; answers each question once."""
    shown = b""
    try:
        while chunk := os.read(terminal, 4096):
            shown += chunk
            for question in [words for words in answers if words.encode() in shown]:
                os.write(terminal, answers.pop(question))
    except OSError:  # Linux reports the far end's closing so.
        pass
    os.close(terminal)
    return shown.decode()
