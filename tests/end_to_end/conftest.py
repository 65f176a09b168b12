"""One undisturbed match for all that compare theirs with it."""

import asyncio
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.match_run import Run, play_match
from tests.support.once_a_run import once_a_run
from tests.support.warm_server import warm_servers

SEED = 2008


@pytest.fixture(scope="session", autouse=True)
def _warm_servers() -> Iterator[None]:
    with warm_servers():
        yield


@pytest.fixture(scope="session")
def undisturbed(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The match of `SEED` between exact boards, played once for all workers."""
    folder = once_a_run(pytestconfig, tmp_path_factory, "undisturbed", _play)
    run: Run = pickle.loads(folder.joinpath("run").read_bytes())
    return run


def _play(folder: Path) -> None:
    run = asyncio.run(play_match(folder / "records", SEED))
    folder.joinpath("run").write_bytes(pickle.dumps(run))
