"""A printing service of two programs on the PATH, which keeps what it is given to print."""

import os
from pathlib import Path

import pytest

_LPSTAT = """#!/bin/sh
echo 'system default destination: Hall-Laser'
echo 'Desk accepting requests since Sat 03 Oct 2026 10:00:00'
echo 'Hall-Laser accepting requests since Sat 03 Oct 2026 10:00:00'
echo 'Old not accepting requests since Sat 03 Oct 2026 10:00:00 -'
"""
_LP = """#!/bin/sh
printf '%s\\n' "$@" > '{folder}/arguments'
cat > '{folder}/printed.pdf'
echo one >> '{folder}/runs'
"""
_REFUSING = """#!/bin/sh
echo 'lp: The printer or class does not exist.' >&2
exit 1
"""
_BINARY = """#!/bin/sh
printf '\\001\\377\\200\\000PK' >&2
exit 3
"""
_SILENT = """#!/bin/sh
exec sleep 60
"""


class FakePrinter:
    """The folder of its programs, with what was printed last."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        folder.mkdir()
        self.folder = folder
        self._put("lpstat", _LPSTAT)
        self._put("lp", _LP.format(folder=folder))
        patch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    def refuse(self) -> None:
        """Take nothing any more."""
        self._put("lp", _REFUSING)

    def break_down(self) -> None:
        """Take nothing any more, and answer with bytes that are no text."""
        self._put("lp", _BINARY)

    def fall_silent(self) -> None:
        """Answer nobody who asks for the printers."""
        self._put("lpstat", _SILENT)

    @property
    def printed(self) -> bytes:
        """The bytes that were given to print last."""
        return (self.folder / "printed.pdf").read_bytes()

    @property
    def arguments(self) -> list[str]:
        """With what `lp` was called last."""
        return (self.folder / "arguments").read_text(encoding="utf-8").splitlines()

    @property
    def runs(self) -> int:
        """How often something was printed."""
        runs = self.folder / "runs"
        return len(runs.read_text().splitlines()) if runs.exists() else 0

    def _put(self, name: str, text: str) -> None:
        program = self.folder / name
        program.write_text(text, encoding="utf-8")
        program.chmod(0o755)
