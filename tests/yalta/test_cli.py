import subprocess
import sys
from importlib.metadata import version

from typer.testing import CliRunner

from server.extras import extra_commands
from yalta.cli import COMMANDS, application


def test_the_version_is_the_installed_distributions() -> None:
    result = CliRunner().invoke(application(), ["--version"])
    assert result.exit_code == 0
    assert result.stdout == f"yalta {version('yalta')}\n"


def test_an_unknown_command_is_refused_with_status_two() -> None:
    assert CliRunner().invoke(application(), ["no-such-command"]).exit_code == 2


def test_every_command_is_listed_with_what_it_does() -> None:
    listed = CliRunner().invoke(application(), ["--help"]).stdout
    for name in (*COMMANDS, *extra_commands()):
        assert f" {name} " in listed


def test_a_command_without_a_server_does_not_wait_for_one_to_be_imported() -> None:
    asked = "import sys; sys.argv = ['yalta', 'score', '--help']; import yalta.entry as yalta\n"
    script = f"{asked}try: yalta.main()\nfinally: print('fastapi' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert "Usage: yalta score" in done.stdout
    assert done.stdout.splitlines()[-1] == "False"


def test_what_a_command_was_called_before_is_still_understood_and_no_longer_told_of() -> None:
    help_text = CliRunner().invoke(application(), ["--help"]).output
    assert "tournament" in help_text
    assert "\n│ event " not in help_text
    before, now = (
        CliRunner().invoke(application(name), [name, "show", "--help"]).output
        for name in ("event", "tournament")
    )
    assert before.replace("yalta event", "yalta tournament").split() == now.split()
