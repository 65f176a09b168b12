from importlib.metadata import version

from typer.testing import CliRunner

from yalta.cli import app


def test_the_version_is_the_installed_distributions() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert result.exit_code == 0
    assert result.stdout == f"yalta {version('yalta')}\n"


def test_an_unknown_command_is_refused_with_status_two() -> None:
    assert CliRunner().invoke(app, ["no-such-command"]).exit_code == 2
