"""The wheel is the product: what an editable install would hide must fail here."""

import zipfile
from pathlib import Path

from tests.support.wheel import ROOT

PACKAGES = (
    "rules",
    "board_drivers",
    "players",
    "simulator",
    "protocol_forms",
    "server",
    "yalta",
    "yalta_extras",
)
SHIPPED_SUFFIXES = frozenset(
    {".py", ".json", ".csv", ".typ", ".ttf", ".txt", ".html", ".css", ".js", ".sql", ".mako"}
)


def shipped_files() -> set[str]:
    return {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.suffix in SHIPPED_SUFFIXES and not {"tests", "docs"} & set(path.parts)
    }


def test_the_wheel_carries_every_module_and_file_of_the_packages(wheel: Path) -> None:
    assert shipped_files() - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_the_wheel_carries_nothing_but_the_packages_and_their_metadata(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)
