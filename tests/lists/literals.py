"""Where the product names an entry of a list instead of asking the list."""

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORE = ("rules", "board_drivers", "players", "protocol_forms", "simulator", "yalta", "server")
PACKAGES = (*CORE, "yalta_extras")
_OTHERS = (".html", ".js", ".css", ".typ")


def literals(names: Collection[str], allowed: Collection[str]) -> list[str]:
    """Each place of the core outside `allowed` where one of these names is by itself in quotes."""
    found = []
    for package in CORE:
        for path in sorted((ROOT / package).rglob("*")):
            place = path.relative_to(ROOT).as_posix()
            if place not in allowed and "vendored" not in place and "__pycache__" not in place:
                found += [f"{place}:{line}: {name}" for line, name in _in_file(path, names)]
    return found


def _in_file(path: Path, names: Collection[str]) -> Iterator[tuple[int, str]]:
    if path.suffix not in (".py", *_OTHERS):
        return
    text = path.read_text("utf-8")
    if not any(f"{mark}{name}{mark}" in text for name in names for mark in "\"'"):
        return
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and node.value in names:
                yield node.lineno, str(node.value)
    else:
        quoted = re.compile(rf"[\"']({'|'.join(map(re.escape, names))})[\"']")
        for number, line in enumerate(text.splitlines(), 1):
            for match in quoted.finditer(line):
                yield number, match[1]
