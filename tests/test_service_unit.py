"""The unit of systemd is one, starts a command there is, and leaves the server few rights."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.support.needs import SYSTEMD_ANALYZE
from tests.support.wheel import ROOT
from yalta.cli import application

UNIT = ROOT / "packaging" / "yalta.service"
EXPOSURE = 35
"""Of a hundred; systemd calls less than 40 well."""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The unit as if Yalta were installed where this Python is."""
    unit = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/yalta/bin/yalta", f"{Path(sys.executable).parent}/yalta"))
    return unit


def analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [SYSTEMD_ANALYZE.path or "", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@SYSTEMD_ANALYZE.required
def test_systemd_finds_nothing_wrong_with_the_unit(installed: Path) -> None:
    finished = analyze("verify", installed)
    about_it = [line for line in finished.stderr.splitlines() if UNIT.name in line]
    assert (finished.returncode, about_it) == (0, [])


@SYSTEMD_ANALYZE.required
def test_the_service_has_few_rights(installed: Path) -> None:
    threshold = f"--threshold={EXPOSURE}"
    finished = analyze("security", "--offline=yes", "--no-pager", threshold, installed)
    assert finished.returncode == 0, finished.stdout


def test_the_unit_starts_a_command_there_is() -> None:
    (command,) = re.findall(r"^ExecStart=\S+/yalta (.+)$", UNIT.read_text(), re.MULTILINE)
    assert CliRunner().invoke(application(), [*command.split(), "--help"]).exit_code == 0
