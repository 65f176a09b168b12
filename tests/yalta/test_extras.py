"""`yalta extras`: what is installed beside the core, and that the core works without any of it."""

import shutil
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.extras import GROUP, Extra, MissingExtra, installed_extras, read_extras
from tests.lists.copies import copied, run_in
from tests.lists.literals import ROOT
from yalta.cli import application

FOLDERS = sorted(path.parent.name for path in (ROOT / "yalta_extras").glob("*/extra.py"))


def test_every_folder_of_extras_is_an_entry_and_its_commands_are_listed() -> None:
    extras = {each.name: each for each in installed_extras() if isinstance(each, Extra)}
    assert set(FOLDERS) <= set(extras)
    shown = CliRunner().invoke(application("extras"), ["extras"]).stdout
    for name in FOLDERS:
        assert name in shown
        for command in extras[name].commands:
            assert f"yalta {command}" in shown


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("yalta_extras.no_such_folder.extra:EXTRA", "No module named"),
        ("server.extras:NO_SUCH_NAME", "has no attribute"),
        ("server.extras:GROUP", "'yalta.extras'; allowed: an Extra"),
    ],
)
def test_an_entry_that_cannot_be_used_is_named_with_what_is_missing(value: str, why: str) -> None:
    (missing,) = read_extras([EntryPoint("odd", value, GROUP)])
    assert isinstance(missing, MissingExtra)
    assert missing.name == "odd"
    assert why in missing.why


@pytest.mark.long(8)
@pytest.mark.parametrize("gone", [*FOLDERS, pytest.param("", id="all")])
def test_without_an_extra_every_other_command_is_there(gone: str, tmp_path: Path) -> None:
    copy = copied(tmp_path)
    folders = [gone] if gone else FOLDERS
    for each in folders:
        shutil.rmtree(copy / "yalta_extras" / each)
    shown = run_in(copy, "tests.lists.commands_shown")
    assert shown.count("  skipped  yalta_extras.") == len(folders)
    help_text = shown.partition("Usage: ")[2]
    extras = {each.name: each for each in installed_extras() if isinstance(each, Extra)}
    for name in FOLDERS:
        for command in extras[name].commands:
            assert (f" {command} " in help_text) == (name not in folders)
    assert " serve " in help_text


@pytest.mark.long(25)
def test_without_any_extra_every_page_opens_and_a_match_is_played_to_its_form(
    tmp_path: Path,
) -> None:
    copy = copied(tmp_path)
    for each in ("pyproject.toml", "conftest.py"):
        shutil.copy(ROOT / each, copy)
    for each in ("benchmarks", "tests"):
        shutil.copytree(ROOT / each, copy / each, ignore=shutil.ignore_patterns("__pycache__"))
    for each in FOLDERS:
        shutil.rmtree(copy / "yalta_extras" / each)
    run_in(copy, "tests.lists.open_everything", "uk")
    run_in(copy, "pytest", "-n", "0", "tests/end_to_end/test_match_to_points.py")
    soaks = run_in(copy, "benchmarks.soak")
    assert " kills " in soaks
    assert " studies " not in soaks
