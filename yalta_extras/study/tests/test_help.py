"""What `yalta study --help` says if GNU Backgammon's neural nets are not installed."""

from typer.testing import CliRunner

from yalta.cli import application


def test_help_names_what_is_to_be_installed() -> None:
    text = CliRunner().invoke(application(), ["study", "--help"]).stdout
    assert "pipx inject yalta gnubg-nn" in " ".join(text.split())
