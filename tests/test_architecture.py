"""docs/architecture.md tells of the tree as it is: every room and subject, no file that is not.

The index of decisions has every number and every decision under its title.
"""

import re
from pathlib import Path

from tests.support.extra_walks import deleted_extras

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
DECISIONS = ROOT / "docs" / "adr"
BELOW_SUBJECTS = {"edge", "orders", "shell"}
PACKAGES = {
    "board_drivers",
    "players",
    "protocol_forms",
    "rules",
    "simulator",
    "yalta",
    "yalta_extras",
}


def listed_under(heading: str) -> list[str]:
    """What stands before the colon in each line of the list under a heading."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^- (.+?): ", section, re.M)


def folders(path: str) -> set[str]:
    return {each.parent.name for each in (ROOT / path).glob("*/__init__.py")}


def test_every_room_has_its_sentence_and_no_other_has() -> None:
    rooms = {f"server/{name}" for name in folders("server")} | PACKAGES
    assert sorted(cell.strip("`") for cell in listed_under("The house")) == sorted(rooms)


def test_every_subject_is_listed_and_no_other_is() -> None:
    listed = [
        name for cell in listed_under("Subjects and roles") for name in re.findall(r"`(\w+)`", cell)
    ]
    subjects = (folders("server/web") - BELOW_SUBJECTS) | folders("server/views")
    assert sorted(listed) == sorted(subjects)


def test_every_path_that_the_page_names_is_there() -> None:
    named = re.findall(rf"`((?:{'|'.join(PACKAGES)}|server|tests)/[\w./]*)`", PAGE)
    assert named
    deleted = tuple(f"yalta_extras/{name}" for name in deleted_extras())
    missing = [path for path in named if not (ROOT / path).exists()]
    assert [path for path in missing if not path.startswith(deleted)] == []


def test_the_index_of_decisions_has_each_number_once_and_each_title() -> None:
    index = (DECISIONS / "README.md").read_text(encoding="utf-8")
    numbers = [int(number) for number in re.findall(r"^- (\d+): ", index, flags=re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    listed = re.findall(r"^- (\d+): \[(.+)\]\((.+)\)", index, flags=re.MULTILINE)
    kept = sorted(DECISIONS.glob("0*.md"))
    titles = [path.read_text(encoding="utf-8").splitlines()[0] for path in kept]
    assert [f"# {number}. {title}" for number, title, _ in listed] == titles
    assert [(f"{int(number):04}", name) for number, _, name in listed] == [
        (path.name[:4], path.name) for path in kept
    ]
