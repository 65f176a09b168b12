"""An extra in a package of its own: installed it is listed and seen, without it nothing is left."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tests.lists.literals import ROOT

EXAMPLE: Final = ROOT / "docs" / "example_extra"
PAGES: Final = ("/gammons", "/t/club/matches/1", "/healthz")
_SERVED: Final = """
import asyncio, json, sys
from pathlib import Path
from typer.testing import CliRunner
from server.access import PUBLIC
from tests.support.finished_hall import FINISHED, hall_with
from yalta.cli import application

async def shown():
    async with hall_with(Path(sys.argv[1]), FINISHED) as served, served.client(PUBLIC) as client:
        return {page: (await client.get(page)).text for page in sys.argv[2:]}

listed = CliRunner().invoke(application("extras"), ["extras"]).stdout
print(json.dumps({"extras": listed, **asyncio.run(shown())}))
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


def shown(installed: Path | None, records: Path) -> dict[str, str]:
    """The pages of a server with that folder on its path, and what `yalta extras` lists there."""
    path = os.pathsep.join(map(str, filter(None, (installed, ROOT))))
    ran = subprocess.run(
        [sys.executable, "-c", _SERVED, str(records), *PAGES],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    pages: dict[str, str] = json.loads(ran.stdout.splitlines()[-1])
    return pages


@pytest.mark.long(12)
def test_the_example_is_listed_and_seen_while_it_is_installed(
    installed: Path, tmp_path: Path
) -> None:
    pages = shown(installed, tmp_path / "with")
    assert "gammon_counter" in pages["extras"]
    assert "Gammons" in pages["/gammons"]
    assert 'href="/gammons"' in pages["/t/club/matches/1"]
    without = shown(None, tmp_path / "without")
    assert "gammon_counter" not in without["extras"]
    assert "/gammons" not in without["/t/club/matches/1"]
    assert "Gammons" not in without["/gammons"]
