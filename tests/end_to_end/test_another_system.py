"""A whole match on a system that has none of what Windows lacks, beside the usual one.

Taken away are the modules and functions of Unix, uvloop, and every program of the system; the
program's folder is read-only, the home has a blank and letters that are not Latin.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

AWAY = '''"""Taken away before anything of the program is imported."""
import os, signal, sys
import serial.tools.list_ports  # which has another implementation on each system
for module in ("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty", "uvloop"):
    sys.modules[module] = None
for name in ("fork", "forkpty", "getloadavg", "openpty", "setpriority", "statvfs", "ttyname"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGHUP", "SIGUSR1", "SIGUSR2"):
    delattr(signal, name)
import asyncio.unix_events
def no_handlers(*_):
    raise NotImplementedError
asyncio.unix_events._UnixSelectorEventLoop.add_signal_handler = no_handlers
'''


@pytest.mark.long(30)
def test_a_match_is_played_and_printed_without_anything_of_unix(tmp_path: Path) -> None:
    taken, home = tmp_path / "away", tmp_path / "Дом игрока"
    for folder in (taken, home):
        folder.mkdir()
    (taken / "sitecustomize.py").write_text(AWAY)
    kept = {name: os.environ[name] for name in ("LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    environment = kept | {"PATH": str(taken), "HOME": str(home), "PYTHONPATH": str(taken)}
    records = home / "Мои записи"
    demo = ["demo", "--players", "sensible", "--fast", "--exit", "--games", "4"]
    done = subprocess.run(
        [sys.executable, "-m", "yalta", *demo, "--data", str(records)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(records.glob("*.pdf")), done.stdout
    assert not list(records.glob("devices/*"))
