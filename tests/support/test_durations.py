from pathlib import Path

import pytest

from tests.support import durations
from tests.support.extra_walks import deleted_extras

ROOT = Path(__file__).parents[2]
TWO_TESTS = """
    import pytest

    def test_short():
        pass

    @pytest.mark.long
    def test_long():
        pass
"""


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    pytester.makepyfile(test_two=TWO_TESTS)
    plugins = [f"-ptests.support.{name}" for name in ("durations", "default_run")]
    others = [f"-pno:{name}" for name in ("asyncio", "anyio", "hypothesispytest", "schemathesis")]
    return pytester.runpytest_inprocess(*plugins, *others, *arguments)


def test_what_takes_too_long_is_named_and_fails_nothing(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(durations.ASKED, raising=False)
    monkeypatch.setattr(durations, "NEAR", 0.0)
    near = run(pytester)
    near.stdout.fnmatch_lines(
        ["*tests of every run that took over*", "* s  test_two.py::test_short*"]
    )
    assert near.ret == pytest.ExitCode.OK
    monkeypatch.setattr(durations, "LIMIT", 0.0)
    run(pytester).stdout.no_fnmatch_line("*OVER*")
    monkeypatch.setenv(durations.ASKED, "1")
    over = run(pytester)
    over.stdout.fnmatch_lines(["*test_two.py::test_short  OVER*"])
    assert over.ret == pytest.ExitCode.OK
    run(pytester, "-m", "long").stdout.no_fnmatch_line("*OVER*")


def test_at_most_twenty_tests_may_take_longer_and_each_of_them_is_there() -> None:
    assert len(durations.SLOW) <= 20
    for name in durations.SLOW:
        path, test = name.split("::")
        if path.split("/")[1] in deleted_extras():
            continue
        assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), name
