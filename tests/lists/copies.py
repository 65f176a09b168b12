"""A copy of the product in which an entry is added to a list, as CONTRIBUTING tells it."""

import filecmp
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.lists.literals import PACKAGES, ROOT


def copied(folder: Path) -> Path:
    """A copy of all packages in that folder, with what is compiled of them."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package)
    return folder


def changed(copy: Path) -> set[str]:
    """The files of the copy that are new or differ."""
    every = (path for package in PACKAGES for path in (copy / package).rglob("*"))
    files = (path for path in every if path.is_file() and path.suffix != ".pyc")
    return {
        place
        for path in files
        if not (ROOT / (place := path.relative_to(copy).as_posix())).exists()
        or not filecmp.cmp(path, ROOT / place, shallow=False)
    }


def run_in(copy: Path, *arguments: str) -> str:
    """What a module prints that is run with the copy's packages in place of these."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": f"{copy}{os.pathsep}{ROOT}", "PYTHONSAFEPATH": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:]
    return done.stdout


def insert(copy: Path, place: str, before: str, text: str) -> None:
    """Put a text into a file of the copy, in front of one that stands there once."""
    path = copy / place
    parts = path.read_text("utf-8").split(before)
    assert len(parts) == 2, (place, before, len(parts) - 1)
    path.write_text(f"{parts[0]}{text}{before}{parts[1]}", "utf-8")
