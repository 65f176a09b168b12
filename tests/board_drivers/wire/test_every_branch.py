"""Codec, frames and messages are tested in every branch."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.long
def test_every_branch_of_the_wire_is_tested(tmp_path: Path) -> None:
    """All tests of this folder but the long ones, measured."""
    coverage = [sys.executable, "-m", "coverage"]
    kept = f"--data-file={tmp_path / 'coverage'}"
    settings = tmp_path / "settings"
    settings.write_text("[report]\nshow_missing = true\nskip_covered = true\n")
    rc = f"--rcfile={settings}"
    run = [kept, rc, "--branch", "--source=board_drivers.wire", "-m", "pytest"]
    tests = ["-q", "-n0", "-pno:cacheprovider", "-m", "not long", str(Path(__file__).parent)]
    played = subprocess.run([*coverage, "run", *run, *tests], cwd=ROOT, capture_output=True)
    assert played.returncode == 0, played.stdout.decode()[-2000:]
    report = subprocess.run(
        [*coverage, "report", kept, rc, "--fail-under=100"], cwd=ROOT, capture_output=True
    )
    assert report.returncode == 0, report.stdout.decode()
