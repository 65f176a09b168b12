"""An extra in a package of its own: installed it is listed and seen, without it nothing is left."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from tests.lists.literals import ROOT

EXAMPLE: Final = ROOT / "docs" / "example_extra"
PAGES: Final = ("/gammons", "/t/club/matches/1", "/healthz")
_SERVED: Final = """
import asyncio, json, sys
from pathlib import Path
from server.access import PUBLIC
from tests.support.finished_hall import FINISHED, hall_with

async def shown():
    async with hall_with(Path(sys.argv[1]), FINISHED) as served, served.client(PUBLIC) as client:
        return {page: (await client.get(page)).text for page in sys.argv[2:]}

print(json.dumps(asyncio.run(shown())))
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with the package and what its installation says of it."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    folder = tmp_path / "installed"
    described = folder / "gammon_counter-1.0.dist-info"
    described.mkdir(parents=True)
    (described / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n"
    )
    entries = project["entry-points"]["yalta.extras"].items()
    lines = ["[yalta.extras]", *(f"{name} = {value}" for name, value in entries)]
    (described / "entry_points.txt").write_text("\n".join(lines) + "\n")
    (folder / "gammon_counter").symlink_to(EXAMPLE / "gammon_counter")
    return folder


def run(installed: Path | None, *command: str) -> str:
    """What Python prints with that folder on its path."""
    path = os.pathsep.join(map(str, filter(None, (installed, ROOT))))
    ran = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.long(12)
def test_the_example_is_listed_and_seen_while_it_is_installed(
    installed: Path, tmp_path: Path
) -> None:
    assert "gammon_counter" in run(installed, "-m", "yalta", "extras")
    pages: dict[str, Any] = json.loads(
        run(installed, "-c", _SERVED, str(tmp_path / "with"), *PAGES).splitlines()[-1]
    )
    assert "Gammons" in pages["/gammons"]
    assert 'href="/gammons"' in pages["/t/club/matches/1"]
    assert "gammon_counter" not in run(None, "-m", "yalta", "extras")
    without: dict[str, Any] = json.loads(
        run(None, "-c", _SERVED, str(tmp_path / "without"), *PAGES).splitlines()[-1]
    )
    assert "/gammons" not in without["/t/club/matches/1"]
    assert "Gammons" not in without["/gammons"]
