"""A pytest plugin: what a run takes and on how many cores it is played when nobody says.

Tests marked `long` are left out until they are asked for, by `-m long`, by another expression or by
their own name. One named file or test is run in this process: it would end before workers start.
"""

import contextlib
import os

import pytest

_MEMORY, _ROOM = "/dev/shm", 2 * 1024**3


def _named_files(config: pytest.Config) -> list[str]:
    return [argument for argument in config.args if ".py" in argument]


def _write_to_memory() -> None:
    """Keep the tests' files where no commit waits for a disk, if there is room for them.

    Each test that passes leaves none behind.
    """
    with contextlib.suppress(OSError):
        memory = os.statvfs(_MEMORY)
        executable = not memory.f_flag & os.ST_NOEXEC
        if (
            executable
            and memory.f_bavail * memory.f_frsize >= _ROOM
            and os.access(_MEMORY, os.W_OK)
        ):
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", _MEMORY)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and leave long tests out of a run that does not ask for any."""
    config.addinivalue_line("markers", "long: left to CI and to `-m long`: too long for every run")
    _write_to_memory()
    by_name = any("::" in argument for argument in config.args)
    if not config.option.markexpr and not by_name:
        config.option.markexpr = "not long"


@pytest.hookimpl(optionalhook=True, tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """No workers for one file; else one more than there are cores, since each waits at times."""
    alone = len(_named_files(config)) == len(config.args) == 1
    return 0 if alone else len(os.sched_getaffinity(0)) + 1
