"""What documents name is there: pages, headings, files, commands, options, entries of lists."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from typer.main import get_command

from rules.formats.known_formats import FORMATS
from rules.games.known_games import INFOS
from server.extras import extra_commands
from server.web.application import create_app
from server.words.languages import LANGUAGES
from tests.support.extra_walks import deleted_extras
from tests.support.part_services import part_services
from yalta.cli import COMMANDS, GROUPS, OLDER, application

ROOT = Path(__file__).parents[1]
PAGES = tuple(
    sorted(
        path
        for pattern in ("*.md", "docs/*.md", "docs/*/*.md", "yalta_extras/*/docs/*.md")
        for path in ROOT.glob(pattern)
    )
)
FOLDERS = (
    "benchmarks|board_drivers|docs|packaging|players|protocol_forms|requirements|rules|server"
    "|simulator|tests|yalta|yalta_extras"
)
_FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
_CODE = re.compile(r"^```.*?^```$|^    .+$|(`+)(?!`).+?(?<!`)\1(?!`)", re.M | re.S)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_PLACE = re.compile(rf"(?:(?<=[\s`'=])|^)((?:{FOLDERS})/[\w./-]*\w)")
_HEADING = re.compile(r"^#+ (.+)$", re.M)
_COMMAND = re.compile(
    r"(?:\./dev (?:yalta |(?=demo|serve))|(?:^|[`|]|bin/) *yalta )"
    r"((?:[a-z][a-z-]* ?)+)([^`|#\n]*)",
    re.M,
)
_DEV = re.compile(r"\./dev ([a-z]+)")


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def anchors(page: Path) -> set[str]:
    """The fragments that lead to a page's headings, as forges make them."""
    headings = _HEADING.findall(_FENCE.sub("", text_of(page)))
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", each).lower() for each in headings)
    return {re.sub(r"[^\w\- ]", "", each).strip().replace(" ", "-") for each in plain}


def is_there(path: Path) -> bool:
    """Whether a file or folder is, or was one of an extra that has been deleted."""
    place = path.resolve().relative_to(ROOT).parts
    return path.exists() or (place[0] == "yalta_extras" and place[1] in deleted_extras())


def test_every_link_leads_to_a_file_and_to_a_heading_of_it() -> None:
    wrong = []
    for page in PAGES:
        for link in _LINK.findall(_CODE.sub("", text_of(page))):
            if re.match(r"[a-z]+:", link):
                continue
            name, _, heading = link.partition("#")
            target = page.parent / name if name else page
            if not is_there(target) or (
                heading and target.exists() and heading not in anchors(target)
            ):
                wrong.append(f"{page.relative_to(ROOT)}: {link}")
    assert wrong == [], "\n".join(wrong)


def test_the_index_by_reader_leads_to_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    led_to = {(index.parent / link).resolve() for link in _LINK.findall(text_of(index))}
    elsewhere = (ROOT, ROOT / "docs" / "adr")
    pages = {each for each in PAGES if each != index and each.parent not in elsewhere}
    assert sorted(str(each.relative_to(ROOT)) for each in pages - led_to) == []


def test_every_file_that_a_page_names_is_there() -> None:
    wrong = []
    for page in PAGES:
        for code in _CODE.finditer(text_of(page)):
            for name in _PLACE.findall(code[0]):
                stands_for_any = any(part.isupper() for part in re.split(r"[/.]", name))
                if page.parent.name != "adr" and not stands_for_any and not is_there(ROOT / name):
                    wrong.append(f"{page.relative_to(ROOT)}: {name}")
    assert wrong == [], "\n".join(wrong)


MOST_WORDS = 45_000
"""Of all pages together: what somebody has to find something in."""


def test_pages_stay_within_their_number_of_words() -> None:
    assert sum(len(text_of(page).split()) for page in PAGES) <= MOST_WORDS


@cache
def command_line() -> Any:
    return get_command(application())


def resolved(words: list[str]) -> Any:
    """The command that these words begin with; None where there is none of that name."""
    command = command_line()
    for word in words:
        below = getattr(command, "commands", {})
        if word not in below:
            return None if command is command_line() else command
        command = below[word]
    return command


def commands_of(page: Path) -> Iterator[tuple[list[str], set[str]]]:
    """The words and the options of each `yalta …` in a page's code."""
    for code in _CODE.finditer(text_of(page)):
        for words, rest in _COMMAND.findall(code[0]):
            yield words.split(), set(re.findall(r"--[a-z][a-z-]+", rest))


def test_every_command_and_option_that_a_page_names_is_there() -> None:
    wrong = []
    gone = deleted_extras()
    for page in PAGES:
        for words, options in commands_of(page):
            command = resolved(words)
            known = {"--help", "--version"} | {
                option for each in (command.params if command else ()) for option in each.opts
            }
            if (command is None and not gone) or (command is not None and options - known):
                wrong.append(f"{page.relative_to(ROOT)}: {' '.join(words)} {options - known}")
    assert wrong == [], "\n".join(wrong)


def test_every_command_of_dev_that_a_page_names_is_there() -> None:
    usage = (ROOT / "dev").read_text().split("TEXT'\n")[1]
    known = set(re.findall(r"^  ([a-z]+) ", usage, re.M))
    named = {name for page in PAGES for name in _DEV.findall(text_of(page))}
    assert named - known == set()


def test_what_yalta_can_do_names_every_command() -> None:
    page = text_of(ROOT / "docs" / "what-yalta-can-do.md")
    assert [name for name in (*COMMANDS, *GROUPS, *extra_commands()) if name not in page] == []
    assert [name for name in OLDER if f"yalta {name}" in page] == []


def listed_in_the_picture() -> dict[str, list[str]]:
    """What README's picture has under the name of each list, in small letters."""
    texts = [each for each in ElementTree.parse(ROOT / "docs/six-lists.svg").iter() if each.text]
    lists: dict[str, str] = {}
    name = ""
    for each in texts:
        if not each.tag.endswith("}text") or "x" not in each.attrib or each.get("x") == "480":
            continue
        if each.get("font-weight") == "700":
            name = (each.text or "").strip()
            lists[name] = ""
        else:
            lists[name] += f" {each.text}"
    return {
        name: [one.strip().casefold() for one in all_.split(",")] for name, all_ in lists.items()
    }


def test_the_picture_of_the_six_lists_has_their_entries() -> None:
    lists = listed_in_the_picture()
    assert lists["games"] == [each.title.casefold() for each in INFOS.values()]
    assert len(lists["formats"]) == len(FORMATS)
    assert lists["languages"] == [each.name.casefold() for each in LANGUAGES.values()]
    extras = (ROOT / "yalta_extras").glob("*/extra.py")
    assert {path.parent.name for path in extras} <= set(lists["extras"])
    assert {"printed forms", "orders"} <= lists.keys()


def test_package_api_and_changelog_are_of_one_version() -> None:
    here = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    newest, *_ = re.findall(r"^## (\d[\d.]*)", text_of(ROOT / "CHANGELOG.md"), re.M)
    api = create_app(part_services()).version
    assert [version("yalta"), newest, api] == [here] * 3
