"""The first start of a hall's server: it serves its own machine only until it has a director."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx
import pytest

from tests.support.output import lines_until

PASSPHRASE = "four quiet words here"
LISTENING = "Yalta is listening on "


@contextmanager
def serving(folder: Path, host: str, *more: str) -> Iterator[IO[str]]:
    """What a `yalta serve` on that host, with more options, says line by line."""
    options = ["--host", host, "--port", "0", "--data", str(folder), *more]
    process = subprocess.Popen(
        [sys.executable, "-m", "yalta", "serve", "--devices", str(folder / "none"), *options],
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
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


def another_address() -> str:
    """An address of this machine that is not loopback's, as others in the hall would use it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks the routing table
        except OSError:
            pytest.skip("this machine has no address besides loopback's")
        return str(probe.getsockname()[0])


def answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/healthz", trust_env=False).status_code == 200
    except httpx.ConnectError:
        return False


@pytest.mark.parametrize(
    ("everywhere", "again"),
    [
        (True, False),
        pytest.param(False, True, marks=pytest.mark.long(8)),
        pytest.param(True, True, marks=pytest.mark.soak),
    ],
)
def test_a_hall_is_served_from_the_moment_there_is_a_director(
    tmp_path: Path, everywhere: bool, again: bool
) -> None:
    """The start also says that the folder of serial ports may appear later."""
    there = another_address()
    host = "0.0.0.0" if everywhere else there
    with serving(tmp_path, host) as output:
        lines = lines_until(output, LISTENING)
        here = lines.splitlines()[-1].removeprefix(LISTENING)
        hall = f"http://{there}:{here.rpartition(':')[2]}"
        assert f"Until then only this machine is served, not yet {host}." in lines
        assert here.startswith("http://127.0.0.1:")
        assert (
            f"The folder of serial ports, {tmp_path / 'none'}, is not there yet: boards on a cable"
            " are served as soon as it is."
        ) in lines
        assert (answers(here), answers(hall)) == (True, False)
        link = re.search(r"http://127\.0\.0\.1:\d+/set-up/\S+", lines)
        assert link
        with httpx.Client(base_url=here, trust_env=False) as client:
            form = {"name": "Olena", "passphrase": PASSPHRASE}
            assert client.post(link.group(), data=form).status_code == 303
            output_lines = lines_until(output, "There is a director")
            assert f"Yalta is listening on {host}" in output_lines
            assert answers(hall)
            assert client.get("/api/session").json()["name"] == "Olena", "the first page goes on"
    if not again:
        return
    with serving(tmp_path, host) as output:
        lines = lines_until(output, LISTENING)
        assert "set-up" not in lines
        hall = f"http://{there}:{lines.splitlines()[-1].rpartition(':')[2]}"
        with httpx.Client(base_url=hall, trust_env=False) as client:
            given = {"name": "olena", "passphrase": PASSPHRASE}
            assert client.post("/api/session", json=given).json()["role"] == "director"
