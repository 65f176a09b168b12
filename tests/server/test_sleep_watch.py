"""A laptop is kept awake while a match is played, and whoever runs the hall hears if it slept."""

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server.platform_support import StayAwake
from server.sleep_watch import SLEPT_FROM, Sleep, SleepWatch
from server.web.hall.sockets import ConsoleServices
from tests.support.served import DIRECTOR, opened, started_match


class Lock:
    """A system that takes the request or refuses it."""

    def __init__(self, *, takes: bool) -> None:
        self.takes, self.is_held = takes, False

    def hold(self) -> bool:
        self.is_held = self.takes
        return self.takes

    def release(self) -> None:
        self.is_held = False


class Passing:
    """A hall's time and a computer's seconds, which pass together."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(seconds=self.seconds)


def watch(playing: Callable[[], bool], lock: Lock | None) -> tuple[SleepWatch, Passing]:
    passing = Passing()
    return SleepWatch(playing, passing.now, lock, lambda: passing.seconds), passing


def test_it_is_kept_awake_from_the_first_game_to_the_last() -> None:
    playing, lock = [False], Lock(takes=True)
    sleep, _ = watch(lambda: playing[0], lock)
    seen = []
    for playing[0] in (False, True, True, False):
        sleep.look()
        seen.append((sleep.is_kept_awake, lock.is_held))
    assert seen == [(None, False), (True, True), (True, True), (None, False)]


def test_a_system_that_refuses_is_reported() -> None:
    sleep, _ = watch(lambda: True, Lock(takes=False))
    changes = list[bool | None]()
    sleep.listeners.append(lambda: changes.append(sleep.is_kept_awake))
    sleep.look()
    sleep.look()
    assert changes == [False]


def test_a_long_time_without_a_look_was_sleep() -> None:
    sleep, passing = watch(lambda: False, None)
    passing.seconds += SLEPT_FROM - 1
    sleep.look()
    before = sleep.slept
    began = passing.now()
    passing.seconds += 600
    sleep.look()
    assert (before, sleep.slept) == (None, Sleep(began, passing.now()))


async def test_the_halls_page_says_both(tmp_path: Path) -> None:
    async with opened(tmp_path) as hall, hall.client(DIRECTOR) as director:
        await started_match(director)
        desk = hall.services.by_package.of(ConsoleServices).desk
        assert desk.sleep is not None
        english = {"language": "en"}
        assert "kept awake" not in (await director.get("/hall", params=english)).text
        desk.sleep.is_kept_awake = False
        assert "may fall asleep" in (await director.get("/hall", params=english)).text
        desk.sleep.is_kept_awake = True
        assert "is kept awake while" in (await director.get("/hall", params=english)).text


@pytest.mark.parametrize("ends", ["release", pytest.param("killed", marks=pytest.mark.long(5))])
def test_the_request_ends_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    """A stand-in for systemd-inhibit runs the command that it is given, as that does."""
    program = tmp_path / "systemd-inhibit"
    program.write_text('#!/bin/sh\nwhile [ "${1#--}" != "$1" ]; do shift; done\nexec "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    if ends == "release":
        awake = StayAwake()
        assert awake.hold()
        awake.release()
        assert not awake._process
        return
    script = (
        "import os, signal; from server.platform_support import StayAwake; a = StayAwake();"
        " a.hold(); print(a._process.pid, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    waited = subprocess.run(
        ["tail", f"--pid={int(done.stdout)}", "--follow", "/dev/null"], timeout=30, check=False
    )
    assert waited.returncode == 0


def test_a_system_without_the_program_keeps_nothing_awake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    awake = StayAwake()
    assert not awake.hold()
    awake.release()
