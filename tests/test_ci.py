"""`.ci/run` looks at nothing outside the repository but the folder that is named to it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.wheel import ROOT

DEV = """#!/bin/sh
echo "dev $* with '$YALTA_MATCHES'"
"""


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The script in a repository whose steps only say what they were called with."""
    repository = tmp_path / "repository"
    shutil.copytree(ROOT / ".ci", repository / ".ci")
    dev = repository / "dev"
    dev.write_text(DEV)
    dev.chmod(0o755)
    return repository / ".ci" / "run"


def outcome(run: Path, matches: str | None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "YALTA_MATCHES"}
    if matches is not None:
        environment["YALTA_MATCHES"] = matches
    return subprocess.run([run], env=environment, capture_output=True, text=True, check=False)


def test_matches_are_those_of_the_setting(run: Path, tmp_path: Path) -> None:
    named = tmp_path / "shared" / "matches"
    named.mkdir(parents=True)
    done = outcome(run, None)
    assert f"dev test -m long with '{named}'" in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize("matches", [None, ""])
def test_without_matches_it_says_so_and_runs_all_the_rest(run: Path, matches: str | None) -> None:
    done = outcome(run, matches)
    assert "no transcribed matches here" in done.stdout
    assert "dev lowest with ''" in done.stdout
    assert done.returncode == 0


def test_a_folder_that_is_named_and_missing_ends_it(run: Path) -> None:
    done = outcome(run, "nowhere")
    assert done.returncode != 0
    assert "dev" not in done.stdout
