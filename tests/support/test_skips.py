import pytest

from tests.support.needs import Program

ONE_SKIP = """
    import pytest

    def test_passes():
        pass

    @pytest.mark.skip(reason="abacus is missing: ./dev deps (Debian package abacus)")
    def test_counts():
        pass
"""


OF_MATCHES = """
    from tests.support.needs import transcribed_matches

    def test_passes():
        pass

    def test_reads_some():
        transcribed_matches()
"""


def run(pytester: pytest.Pytester, module: str = ONE_SKIP) -> pytest.RunResult:
    pytester.makepyfile(module)
    return pytester.runpytest_inprocess("-p", "tests.support.skips", "-p", "no:asyncio")


def test_a_skip_is_named_at_the_end_with_its_remedy(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("YALTA_NO_SKIPS", raising=False)
    result = run(pytester)
    result.stdout.fnmatch_lines(["*1 x abacus is missing: ./dev deps (Debian package abacus)"])
    assert result.ret == pytest.ExitCode.OK


def test_a_skip_fails_the_run_where_nothing_may_be_skipped(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YALTA_NO_SKIPS", "1")
    result = run(pytester)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*1 passed, 1 skipped*"])


@pytest.mark.parametrize(
    ("said", "status"), [("", pytest.ExitCode.OK), (None, pytest.ExitCode.TESTS_FAILED)]
)
def test_transcribed_matches_may_be_missing_where_that_is_said(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    said: str | None,
    status: pytest.ExitCode,
) -> None:
    monkeypatch.setenv("YALTA_NO_SKIPS", "1")
    monkeypatch.delenv("YALTA_MATCHES", raising=False)
    if said is not None:
        monkeypatch.setenv("YALTA_MATCHES", said)
    result = run(pytester, OF_MATCHES)
    assert result.ret == status
    result.stdout.fnmatch_lines(["*1 x YALTA_MATCHES is *"])


def test_a_missing_program_is_named_with_its_debian_package() -> None:
    mark = Program("no-such-program", package="no-such-package").required.mark
    assert mark.args == (True,)
    assert "no-such-package" in mark.kwargs["reason"]
