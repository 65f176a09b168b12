"""The `yalta …` command lines in the code of documents, and a folder in which a shell runs them."""

import csv
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile, copytree

ROOT = Path(__file__).parents[2]
_PAGES = ("README.md", "docs/*.md", "yalta_extras/*/docs/*.md")
_OF_DEVELOPERS = ("docs/architecture.md", "docs/archive-format.md")
"""Pages in whose code `yalta` begins other things: a package's name, the text that is hashed."""
PAGES = tuple(
    page
    for pattern in _PAGES
    for page in sorted(ROOT.glob(pattern))
    if str(page.relative_to(ROOT)) not in _OF_DEVELOPERS
)
"""The pages whose commands can be read."""

_FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
_BLOCK = re.compile(r"(?<=\n\n)(?: {4}.+\n)+", re.M)
_INLINE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)
_COMMENT = re.compile(r"\s+#.*$")
_PROGRAM = re.compile(r"(?:ExecStart=)?((?:sudo -u \w+ )?(?:/[\w./-]+/bin/)?yalta(?: .*)?)")
"""A line that has such a command: of a shell, or of a service of systemd."""


@dataclass(frozen=True, slots=True)
class DocumentedCommand:
    """One command line, the page that has it, and the number of its line there."""

    text: str
    page: str
    line: int
    is_inline: bool
    """True if it stands in a sentence, where it may only name a command."""

    @property
    def arguments(self) -> list[str]:
        """The words after the program's name."""
        words = shlex.split(self.text)
        return words[4:] if words[0] == "sudo" else words[1:]

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.text}"


def commands_of(page: Path) -> Iterator[DocumentedCommand]:
    """Yield the command lines of a page: first those of its blocks of code, then the others."""
    text = page.read_text(encoding="utf-8")
    name = str(page.relative_to(ROOT))
    for blocks in (_FENCE, _BLOCK):
        for block in blocks.finditer(text):
            first = text.count("\n", 0, block.start()) + 1
            for number, line in enumerate(block[0].splitlines(), first):
                found = _PROGRAM.fullmatch(_COMMENT.sub("", line).strip())
                if found:
                    yield DocumentedCommand(found[1], name, number, is_inline=False)
        text = blocks.sub(lambda block: "\n" * block[0].count("\n"), text)
    for code in _INLINE.finditer(text):
        found = _PROGRAM.fullmatch(" ".join(code[2].split()))
        if found:
            number = text.count("\n", 0, code.start()) + 1
            yield DocumentedCommand(found[1], name, number, is_inline=True)


_ABSOLUTE = re.compile(r"(?<![\w.:/~-])(?=/(?:dev/serial|media/stick|opt|srv|var/lib)/)")
"""The beginning of a path that documents name, for which the test has a folder of its own."""
_RECORDS = ("records", "yalta-data", "RECORDS", "var/lib/yalta", "home/.local/share/yalta")
"""The folders of records that commands name."""
_PROGRAMS = ("bin", "opt/yalta/bin", "opt/yalta-2/bin")
_TOURNAMENT = """
[event]
title = "Harbour Cup"
preset = "round-robin"

[[team]]
name = "Compass"
players = ["Robin Brook", "Alex Fields"]

[[team]]
name = "Rudder"
players = ["Kim Holloway", "Sasha Stonely"]
"""


class PreparedFolder:
    """A folder with what commands of documents name, and the environment of a user there.

    `records` is a folder of a server's records, of which each folder of records is a copy. Those
    that `missing` names are left out, since the command makes them.
    """

    def __init__(self, folder: Path, records: Path, missing: tuple[str, ...] = ()) -> None:
        self.folder = folder
        for each in _RECORDS:
            if each not in missing:
                copytree(records, folder / each)
        for each in ("media/stick", "tmp"):
            (folder / each).mkdir(parents=True)
        for each in _PROGRAMS:
            _write_script(folder / each / "yalta", f'exec "{sys.executable}" -P -m yalta "$@"')
        _write_script(folder / "bin" / "sudo", 'shift 2; exec "$@"')
        (folder / "tests").symlink_to(ROOT / "tests")
        golden = ROOT / "tests" / "golden"
        results = (golden / "protocol_final.csv").read_text(encoding="utf-8")
        winners = {row["winner"] for row in csv.DictReader(results.splitlines())}
        for team, name in zip("AB", sorted(winners), strict=True):
            results = results.replace(name, team)
        (folder / "results.csv").write_text(results, encoding="utf-8")
        (folder / "tournament.toml").write_text(_TOURNAMENT, encoding="utf-8")
        copyfile(golden / "match_files" / "dialects" / "studio.mat", folder / "FILE")

    def shell_command(self, text: str) -> list[str]:
        """Return the command that has a shell run this text, with paths of this folder."""
        own = _ABSOLUTE.sub(str(self.folder), text)
        # A run in the background ignores Ctrl-C and would pass that on; a terminal does not.
        return ["env", "--default-signal=INT", "sh", "-c", f"exec {own}"]

    @property
    def environment(self) -> Mapping[str, str]:
        """Return the variables of a user without a desktop; servers take a free port."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("YALTA_")}
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_DATA_HOME"):
            kept.pop(name, None)
        own = {"HOME": str(self.folder / "home"), "PYTHONUNBUFFERED": "1", "YALTA_PORT": "0"}
        own |= {"TMPDIR": str(self.folder / "tmp")}
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        return kept | own | {"PATH": path}


def _write_script(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)
