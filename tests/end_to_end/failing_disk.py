"""A real server's disk without room: by a limit of the process, or a small disk that is filled."""

import contextlib
import os
import resource
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

_MOUNTED = 'mount -t tmpfs -o size=2m,mode=700 tmpfs "$0" && exec "$@"'

_READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'


@contextlib.contextmanager
def no_file_written(pid: int, folder: Path) -> Iterator[None]:
    """The system refuses whatever that process writes to a file, as if it were too long."""
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


def on_a_small_disk(folder: Path) -> tuple[str, ...]:
    """The command within which a server has a disk of 2 MiB of its own at that folder.

    Skips the test where the system gives nobody a mount of his own.
    """
    return _mounted(_MOUNTED, folder)


def on_a_read_only_disk(folder: Path) -> tuple[str, ...]:
    """The command within which nothing can be written in that folder, not even by root."""
    return _mounted(_READ_ONLY, folder)


def _mounted(how: str, folder: Path) -> tuple[str, ...]:
    folder.mkdir(parents=True, exist_ok=True)
    unshare = ("unshare", "--map-root-user", "--mount", "sh", "-c", how, str(folder))
    if shutil.which("unshare") is None or os.spawnvp(os.P_WAIT, "unshare", [*unshare, "true"]):
        pytest.skip("unshare cannot mount here: allow unprivileged user namespaces, or be root")
    return unshare


@contextlib.contextmanager
def filled(pid: int, folder: Path) -> Iterator[None]:
    """The disk that the process has at that folder is full to its last byte."""
    ballast = Path(f"/proc/{pid}/root{folder}/ballast")
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        for size in (4096, 1):
            with contextlib.suppress(OSError):
                while file.write(bytes(size)):
                    pass
    try:
        yield
    finally:
        ballast.unlink()
