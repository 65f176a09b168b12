"""Promises of the repository itself that no linter keeps."""

import asyncio
import functools
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import uvloop

from tests.support.extra_walks import deleted_extras

ROOT = Path(__file__).parents[1]


OF_2008 = ("Kharkov", "Moscow", "Jakob Garal", "Krasov", "Chertkov", "Chelter")
"""Clubs and players of the final in Fair Backgammon Duplicated Team Tournament (Garal, 2008)."""
TRUE_FIGURES = (
    "README.md",
    "tests/golden/protocol_final",
    "tests/protocol_forms/",
    "tests/rules/scoring/",
    "tests/server/web/results/test_kept_by_hand.py",
    "tests/test_house.py",
    "tests/yalta/test_score.py",
    "yalta/score.py",
)
"""Where results of that final stand as they were."""
TEXTS = (".csv", ".json", ".md", ".py", ".sql")


def test_nobody_of_2008_is_given_invented_results() -> None:
    named = []
    for folder in ("benchmarks", "docs", "rules", "server", "simulator", "tests", "yalta"):
        for path in (ROOT / folder).rglob("*.*"):
            place = path.relative_to(ROOT).as_posix()
            if path.suffix in TEXTS and not place.startswith(TRUE_FIGURES):
                text = path.read_text(encoding="utf-8")
                named += [(place, name) for name in OF_2008 if name in text]
    assert named == []


def test_lock_files_name_no_index_and_pin_every_requirement_by_hash() -> None:
    for lock_file in sorted((ROOT / "requirements").glob("*.txt")):
        text = lock_file.read_text()
        assert not re.search(r"https?:|file:|--(extra-)?index|--find-links| @ ", text)
        blocks = re.split(r"\n(?=\S)", text.strip())
        pins = [block for block in blocks if not block.startswith("#")]
        assert pins
        for pin in pins:
            assert re.match(r"[a-z0-9.-]+(\[[a-z,]+\])?==", pin), pin
            assert "--hash=sha256:" in pin, pin


def test_each_extra_and_group_of_libraries_has_its_lock_file() -> None:
    """The container's build argument EXTRAS names lock files."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    lists = {"run", *pyproject["project"]["optional-dependencies"], *pyproject["dependency-groups"]}
    assert {path.stem for path in (ROOT / "requirements").glob("*.txt")} == lists


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py")}
    assert {folder for folder in folders if not (folder / "__init__.py").exists()} == set()


def test_every_direct_dependency_has_its_line_in_the_list_of_dependencies() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    listed = (ROOT / "docs" / "dependencies.md").read_text()
    every = pyproject["project"]["dependencies"], *pyproject["dependency-groups"].values()
    required = [each for group in every for each in group if isinstance(each, str)]
    names = [re.split(r"[\[<>=;, ]", each)[0] for each in required]
    assert "build" in names
    assert [name for name in names if f"`{name}" not in listed] == []


TEMPLATES = (".html", ".j2", ".typ")
WIDEST = 120
"""Letters of a line of a template, as of scripts and styles (biome.jsonc)."""


def test_no_line_of_a_template_is_too_long_to_be_read() -> None:
    folders = ("docs/example_extra", "protocol_forms", "server", "yalta_extras")
    every = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.*")))
    long_lines = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in every
        if path.suffix in TEMPLATES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert long_lines == []


async def test_coroutines_are_tested_on_the_loop_that_the_server_runs_on() -> None:
    assert isinstance(asyncio.get_running_loop(), uvloop.Loop)


PACKAGES = (
    "rules",
    "board_drivers",
    "players",
    "protocol_forms",
    "server",
    "simulator",
    "yalta",
    "yalta_extras",
)
READ_BY_OTHERS = {"python-multipart"}
"""What a library here finds by itself: FastAPI reads forms through it."""


IMPORTED = re.compile(r"^\s*(?:from (\w+)[\w.]* import\b|import (\w+)[\w.]*(?: as \w+)?$)", re.M)


@functools.cache
def imported_distributions() -> set[str]:
    """The distributions whose modules the packages import, by their normalised names."""
    every = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    files = (path for path in every if "tests" not in path.parts)
    found = (IMPORTED.findall(path.read_text(encoding="utf-8")) for path in files)
    modules = {absolute or plain for each in found for absolute, plain in each}
    modules -= {*sys.stdlib_module_names, *PACKAGES}
    known = packages_distributions()
    names = (known.get(module, [module])[0] for module in modules)
    return {re.sub(r"[-_.]+", "-", name).lower() for name in names}


def declared_distributions() -> set[str]:
    """The distributions that a user's installation is promised, those of extras, too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    optional = project["optional-dependencies"].items()
    there = (each for name, names in optional if name not in deleted_extras() for each in names)
    requirements = [*project["dependencies"], *there]
    return {re.split(r"[\[<>=;, ]", requirement)[0].lower() for requirement in requirements}


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    assert imported_distributions() - declared_distributions() == set()
    assert declared_distributions() - imported_distributions() == READ_BY_OTHERS
