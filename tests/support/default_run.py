"""A pytest plugin: what a run takes, in which order, and on how many cores it is played.

Three sizes: every run, `long` and, by hand, the soaks of `benchmarks.soak`. Tests marked `long` or
`soak` are left out until they are asked for, by `-m long`, by another expression or by their name.
Properties on random examples belong to both sizes (`tests/support/examples.py`). One named file or
test is run in this process: it would end before workers start.
"""

import contextlib
import os
import secrets
from collections.abc import Iterable, Sequence
from itertools import groupby

import pytest
from hypothesis import is_hypothesis_test

from tests.support.durations import EVERY_RUN, SLOW
from tests.support.examples import LONG_PROFILE

_MEMORY, _ROOM = "/dev/shm", 2 * 1024**3
_LONG_SECONDS, _SLOW_SECONDS = 4.0, 2.0
"""What tests take that do not say how long: a long one, and a listed one of every run."""


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
    """Register the markers, and choose the size of a run that does not name its tests."""
    config.addinivalue_line(
        "markers", "long(seconds): left to CI and to `-m long`: too long for every run"
    )
    config.addinivalue_line("markers", "soak: for hands alone, by `python -m benchmarks.soak NAME`")
    config.addinivalue_line("markers", "examples: random ones, of which `long` draws more")
    _write_to_memory()
    by_name = any("::" in argument for argument in config.args)
    if not config.option.markexpr and not by_name:
        config.option.markexpr = EVERY_RUN
    if config.option.markexpr == "long":
        config.option.markexpr = "(long or examples) and not soak"
        _draw_new_examples(config)


def _draw_new_examples(config: pytest.Config) -> None:
    """Let Hypothesis try all examples from a seed that nobody has tried, unless one is given."""
    if config.pluginmanager.hasplugin("hypothesispytest"):
        config.option.hypothesis_profile = config.option.hypothesis_profile or LONG_PROFILE
        if config.option.hypothesis_seed is None:
            config.option.hypothesis_seed = str(secrets.randbits(32))


def pytest_report_header(config: pytest.Config) -> str | None:
    """Print the seed of examples that were drawn for this run."""
    seed = getattr(config.option, "hypothesis_seed", None)
    return f"random examples: --hypothesis-seed={seed} draws them again" if seed else None


@pytest.hookimpl(optionalhook=True, tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """No workers for one file; else one more than there are cores, since each waits at times."""
    alone = len(_named_files(config)) == len(config.args) == 1
    return 0 if alone else len(os.sched_getaffinity(0)) + 1


@pytest.hookimpl(tryfirst=True, wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterable[None]:
    """Mark properties before tests are chosen; give each worker its longest tests first."""
    for item in items:
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker("examples")
    yield
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    items[:] = _longest_first(items, workers)


def _seconds(item: pytest.Item) -> float:
    """What is known of how long a test takes; 0 of most."""
    mark = item.get_closest_marker("long")
    if mark is not None:
        return float(mark.args[0]) if mark.args else _LONG_SECONDS
    return _SLOW_SECONDS if item.nodeid.partition("[")[0] in SLOW else 0.0


def _module(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _longest_first(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in as many equal parts as there are workers, each with its longest modules first.

    Modules stay whole where no part ends in them, for what they share. Workers are given one part
    each, and whoever has finished takes from the end of another's.
    """
    modules = [list(each) for _, each in groupby(items, _module)]
    known = sorted(
        (each for each in modules if any(map(_seconds, each))),
        key=lambda each: -sum(map(_seconds, each)),
    )
    hands: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for module in known:
        min(hands, key=lambda hand: sum(map(_seconds, hand))).extend(module)
    rest = iter([item for module in modules if not any(map(_seconds, module)) for item in module])
    dealt: list[pytest.Item] = []
    for number, hand in enumerate(hands):
        part = (len(items) - len(dealt)) // (workers - number)
        dealt += hand
        dealt += [item for _, item in zip(range(part - len(hand)), rest, strict=False)]
    return [*dealt, *rest]
