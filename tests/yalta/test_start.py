"""`yalta` alone: a hall in the user's own folder, its page in the browser, one copy at a time."""

import os
import re
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from tests.support.output import lines_until
from yalta.start import free_port

_LAST_LINE = "To stop: "


def environment(home: Path) -> dict[str, str]:
    """A user's own, with a desktop whose browser sends the address that it is given to a pipe."""
    if not home.exists():
        home.mkdir(parents=True)
        os.mkfifo(home.parent / "pipe")
        browser = home.parent / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >"{home.parent / "pipe"}"\n')
        browser.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("YALTA_")}
    kept |= {"HOME": str(home), "DISPLAY": ":77", "PYTHONUNBUFFERED": "1"}
    kept["BROWSER"] = str(home.parent / "browser")
    kept.pop("XDG_DATA_HOME", None)
    return kept


@contextmanager
def yalta(home: Path) -> Iterator[IO[str]]:
    """What `yalta` alone says, line by line, from start to stop."""
    process = subprocess.Popen(
        [sys.executable, "-m", "yalta"],
        env=environment(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            yield process.stdout
        finally:
            process.terminate()


def opened(home: Path) -> str:
    """The address that the browser is given next."""
    return (home.parent / "pipe").read_text().strip()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a blank and with letters that are not Latin."""
    return tmp_path / "Дом игрока"


@pytest.mark.long(8)
def test_it_opens_the_first_directors_page_and_says_where_everything_is(home: Path) -> None:
    folder = home / ".local" / "share" / "yalta"
    with yalta(home) as output:
        lines = lines_until(output, _LAST_LINE)
        link = re.search(r"http://127\.0\.0\.1:\d+/set-up/\S+", lines)
        assert link
        assert f"The records are in {folder}" in lines
        assert opened(home) == link.group()
        assert stat.S_IMODE((folder / "first-page.txt").stat().st_mode) == 0o600
        with yalta(home) as beside:
            said = beside.readline()
            assert said == f"Yalta is running already. Its page: {link.group()}\n"
            assert opened(home) == link.group()
            assert beside.read() == ""
    assert not (folder / "first-page.txt").exists()
    with yalta(home) as output:
        again = lines_until(output, _LAST_LINE)
        opened(home)
    assert f"The records are in {folder}" in again


def test_it_takes_the_next_free_port_if_another_program_has_the_usual_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        taken = other.getsockname()[1]
        port = free_port(taken, "127.0.0.1")
    assert port > taken
    assert f"Another program uses port {taken}; Yalta takes {port}." in capsys.readouterr().out
