"""Promises of the repository itself that no linter keeps."""

import asyncio
import re
from pathlib import Path

import uvloop

ROOT = Path(__file__).parents[1]


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


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py")}
    assert {folder for folder in folders if not (folder / "__init__.py").exists()} == set()


def test_every_direct_dependency_has_its_line_in_the_list_of_dependencies() -> None:
    pyproject = (ROOT / "pyproject.toml").read_text()
    listed = (ROOT / "docs" / "dependencies.md").read_text()
    runtime = pyproject.split("\ndependencies = [")[1].split("\n]\n")[0]
    development = pyproject.split("\ndev = [")[1].split("\n]\n")[0]
    names = re.findall(r'^  "([A-Za-z0-9-]+)', runtime + development, flags=re.MULTILINE)
    assert [name for name in names if f"`{name}" not in listed] == []


async def test_coroutines_are_tested_on_the_loop_that_the_server_runs_on() -> None:
    assert isinstance(asyncio.get_running_loop(), uvloop.Loop)
