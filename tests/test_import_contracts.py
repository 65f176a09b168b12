"""The import contracts of pyproject.toml hold, and each fails where an import breaks it."""

import os
import re
import shutil
import subprocess
import sysconfig
import tomllib
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS: list[str] = [each["name"] for each in SETTINGS["tool"]["importlinter"]["contracts"]]
PACKAGES = SETTINGS["tool"]["importlinter"]["root_packages"]
MOST_MODULES = 25

PLANTED: Final = {
    "arrows point down": ("board_drivers/wire/frames.py", "import server.hall"),
    "no cycle among siblings": ("board_drivers/errors.py", "import board_drivers.wire.frames"),
    "rules, the wire and the interpreter": ("rules/dice.py", "import time"),
    "the interpreter of sensors": (
        "board_drivers/interpreter/__init__.py",
        "import board_drivers.wire.frames",
    ),
    "rules use the standard library only": ("rules/dice.py", "import pydantic"),
    "only server.store speaks SQL": ("server/hall.py", "import sqlalchemy"),
    "only the serial transport knows": ("server/boards/ports.py", "import serial"),
    "what not every system has": ("server/hall.py", "import fcntl"),
    "only server.web knows HTTP": ("server/hall.py", "import starlette"),
    "inside rules": ("rules/position.py", "import rules.games.game"),
    "no format knows another": (
        "rules/formats/ttt/state.py",
        "import rules.formats.knockout.state",
    ),
    "no kind of match knows another": ("rules/match_play/__init__.py", "import rules.duplicate"),
    "backgammon knows no other": ("rules/games/backgammon.py", "import rules.games.long_gammon"),
    "long gammon knows no other": ("rules/games/long_gammon.py", "import rules.games.trictrac"),
    "trictrac knows no other": ("rules/games/trictrac/score.py", "import rules.games.backgammon"),
    "inside server": ("server/matches/match_process.py", "import server.live.hub"),
    "what everybody is shown": (
        "server/views/front/public.py",
        "import server.matches.match_record",
    ),
    "inside web": ("server/web/edge/refusals.py", "import server.web.shell.shell"),
    "forms, views and the embargo": ("server/access.py", "import random"),
    "only a link's runner knows a loop": ("board_drivers/link/board_link.py", "import asyncio"),
    "Argon2, Prometheus, QR codes, Typst": ("server/hall.py", "import segno"),
}
"""An import for each contract, by how the contract's name begins, that it is there to refuse."""


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the linter on the packages and the settings in that folder."""
    program = Path(sysconfig.get_path("scripts"), "lint-imports")
    environment = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200"}
    return subprocess.run(
        [program, "--config", "pyproject.toml", "--no-cache"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def contract_beginning(words: str) -> str:
    (name,) = (name for name in CONTRACTS if name.startswith(words))
    return name


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """What the linter says of a copy with every forbidden import in it."""
    folder = tmp_path_factory.mktemp("planted")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__", "static", "templates", "catalogues")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    (folder / "server/words/catalogues").mkdir()
    (folder / "server/words/catalogues/__init__.py").touch()
    for path, line in PLANTED.values():
        module = folder / path
        module.write_text(f"{module.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    return lint(folder)


@pytest.mark.parametrize("contract", CONTRACTS)
def test_an_import_that_a_contract_forbids_breaks_it(
    contract: str, planted: subprocess.CompletedProcess[str]
) -> None:
    assert contract in map(contract_beginning, PLANTED), "plant an import that breaks it"
    assert planted.returncode == 1, planted.stdout + planted.stderr
    assert re.search(rf"^{re.escape(contract)} BROKEN", planted.stdout, re.MULTILINE)


def test_no_folder_has_more_modules_than_one_can_look_over() -> None:
    modules = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    counts = Counter(
        path.parent.relative_to(ROOT).as_posix()
        for path in modules
        if path.name != "__init__.py" and "versions" not in path.parts
    )
    assert {folder: count for folder, count in counts.items() if count > MOST_MODULES} == {}
