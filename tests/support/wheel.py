"""The built wheel, and a clean environment with nothing but it and its requirements."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.once_a_run import once_a_run

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def wheel(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree, built once a run."""
    (built,) = once_a_run(pytestconfig, tmp_path_factory, "wheel", _build_wheel).glob("*.whl")
    return built


def _build_wheel(out: Path) -> None:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    run([*command, str(ROOT)])


def install_wheel(wheel: Path, environment: Path) -> Path:
    """Install it with its libraries into a new virtual environment; the path of `yalta`.

    The libraries are those of `requirements/run.txt`, or of the file that YALTA_REQUIREMENTS names.
    """
    run([sys.executable, "-m", "venv", str(environment)])
    pip = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-compile"]
    requirements = os.environ.get("YALTA_REQUIREMENTS", str(ROOT / "requirements" / "run.txt"))
    run([*pip, "--require-hashes", "--only-binary", ":all:", "--requirement", requirements])
    run([*pip, "--no-deps", str(wheel)])
    return environment / "bin" / "yalta"


def clean_variables() -> dict[str, str]:
    """The process environment without what could lead Python or Yalta back to the work tree."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "YALTA_", "VIRTUAL_ENV"))
    }


def run(command: list[str]) -> None:
    """Run a command to its end; AssertionError with all it said when it fails."""
    done = subprocess.run(
        command, env=clean_variables(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
