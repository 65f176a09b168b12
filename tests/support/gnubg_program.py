"""Debian's gnubg run on a list of its commands, for tests that mark themselves GNUBG.required."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.support.needs import GNUBG

_SECONDS = 120


def run_gnubg(commands: Iterable[str], folder: Path) -> str:
    """What the program prints; files it writes go to `folder`."""
    script = folder / "commands"
    script.write_text("\n".join(commands) + "\n", encoding="utf-8")
    assert GNUBG.path is not None
    done = subprocess.run(
        [GNUBG.path, "--tty", "--quiet", "--no-rc", "--commands", str(script)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=folder,
        timeout=_SECONDS,
        check=True,
    )
    return done.stdout.decode("utf-8", "replace")
