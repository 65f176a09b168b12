"""What a PDF tells those who have it read aloud: headings, table rows and text, in their order."""

import re
import subprocess
from pathlib import Path

from tests.support.needs import PDFINFO

_ELEMENT = re.compile(r"( *)([A-Z][A-Za-z0-9]*)\b.*")
_TEXT = re.compile(r' *"(.*)"')


def pdf_info(path: Path, *options: str) -> str:
    """What `pdfinfo` says of a file."""
    assert PDFINFO.path
    return subprocess.run(
        [PDFINFO.path, *options, str(path)], capture_output=True, check=True, timeout=60
    ).stdout.decode(errors="replace")


def structure(path: Path) -> list[str]:
    """A line for each heading ("# …"), row ("! head ! head" or "| cell | cell") and other text."""
    lines = list[str]()
    within_row, role = -1, ""
    for line in pdf_info(path, "-struct-text").splitlines():
        text = _TEXT.fullmatch(line)
        if text:
            written = text[1].strip()
            if within_row >= 0:
                lines[-1] = f"{lines[-1]} {written}".strip()
            else:
                lines.append(f"# {written}" if re.fullmatch("H[1-6]", role) else written)
            continue
        element = _ELEMENT.fullmatch(line)
        if element is None:
            continue
        depth, role = len(element[1]), element[2]
        if depth <= within_row:
            within_row = -1
        if role == "TR":
            within_row = depth
            lines.append("")
        elif role in ("TH", "TD"):
            lines[-1] = f"{lines[-1]} {'!' if role == 'TH' else '|'}".strip()
    return lines


def cells(row: str) -> list[str]:
    """The texts of a row's cells."""
    return [cell.strip() for cell in re.split(r"[!|]", row)[1:]]
