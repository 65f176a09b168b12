"""Ctrl-C before a server or demo has started: a line, status 130, and no records to mend."""

import subprocess
import sys
from pathlib import Path

import pytest

from server.store.accounts_db.accounts_file import AccountsFile

CHILD = Path(__file__).parent / "interrupted_child.py"
INTERRUPTED = 130


def interrupted(event: str, about: str, *arguments: str | Path) -> tuple[int, str]:
    """The status and everything printed of a command that was interrupted at that event."""
    done = subprocess.run(
        [sys.executable, str(CHILD), event, about, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    ("event", "about"),
    [
        ("import", "typer"),
        ("import", "server.app"),
        *(
            pytest.param("sqlite3.connect", file, marks=pytest.mark.long(5))
            for file in ("log.sqlite3", "accounts.sqlite3")
        ),
    ],
)
def test_a_server_interrupted_while_it_starts_says_so_in_a_line(
    tmp_path: Path, event: str, about: str
) -> None:
    serve = ("serve", "--data", tmp_path / "records", "--devices", tmp_path, "--port", "0")
    status, printed = interrupted(event, about, *serve)
    assert (status, len(printed.splitlines())) == (INTERRUPTED, 1), printed
    assert "interrupted" in printed
    if (tmp_path / "records" / "accounts.sqlite3").exists():
        AccountsFile.open(tmp_path / "records" / "accounts.sqlite3").close()


@pytest.mark.parametrize(
    ("event", "about"), [("import", "simulator.demo"), ("subprocess.Popen", sys.executable)]
)
def test_a_demo_interrupted_while_it_starts_says_so_in_a_line(
    tmp_path: Path, event: str, about: str
) -> None:
    demo = ("demo", "--fast", "--exit", "--players", "sensible", "--data", tmp_path / "records")
    status, printed = interrupted(event, about, *demo)
    assert status == INTERRUPTED, printed
    assert "Traceback" not in printed
    assert len(printed.splitlines()) == 1 or printed.splitlines()[-1].startswith("Stopped;")
