"""Something dear that all workers of a run share: made by the first who needs it."""

import fcntl
from collections.abc import Callable
from pathlib import Path

import pytest


def once_a_run(
    config: pytest.Config, factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]
) -> Path:
    """The folder of that name, filled by `make` if it was not; others wait meanwhile.

    A `make` that fails leaves the folder to the next who asks, so that each is told why.
    """
    own = factory.getbasetemp()
    shared = (own.parent if hasattr(config, "workerinput") else own) / name
    with shared.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = shared.with_suffix(".done")
        if not done.exists():
            shared.mkdir(exist_ok=True)
            make(shared)
            done.touch()
    return shared
