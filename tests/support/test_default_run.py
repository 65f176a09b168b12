import pytest

FOUR_TESTS = """
    import pytest

    @pytest.mark.skip(reason="abacus is missing")
    def test_short():
        pass

    @pytest.mark.long
    @pytest.mark.parametrize("hour", range(3))
    def test_long(hour):
        pass
"""
HERE = ("tests.support.default_run", "tests.support.skips")
NOT_HERE = ("no:asyncio", "no:anyio", "no:hypothesispytest", "no:schemathesis")
ALL_CORES = ("--numprocesses=auto", "--dist=worksteal")


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    pytester.makepyfile(test_four=FOUR_TESTS)
    plugins = [f"-p{name}" for name in HERE + NOT_HERE]
    return pytester.runpytest_inprocess(*plugins, "--strict-markers", *arguments)


@pytest.mark.parametrize("arguments", [(), (".",), ("test_four.py",), ("-n", "0")])
def test_long_tests_are_left_out_and_counted_unless_they_are_asked_for(
    pytester: pytest.Pytester, arguments: tuple[str, ...]
) -> None:
    run(pytester, *arguments).assert_outcomes(skipped=1, deselected=3)


def test_properties_belong_to_both_sizes(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_property="""
            from hypothesis import given, settings, strategies as st

            @settings(max_examples=2, database=None)
            @given(st.booleans())
            def test_property(each):
                assert each in (True, False)
        """
    )
    run(pytester).assert_outcomes(passed=1, skipped=1, deselected=3)
    run(pytester, "-m", "long").assert_outcomes(passed=4, deselected=1)


def test_long_tests_are_run_by_their_marker(pytester: pytest.Pytester) -> None:
    run(pytester, "-m", "long").assert_outcomes(passed=3, deselected=1)


def test_a_long_test_is_run_by_its_name(pytester: pytest.Pytester) -> None:
    run(pytester, "test_four.py::test_long").assert_outcomes(passed=3)


def test_one_file_starts_no_workers(pytester: pytest.Pytester) -> None:
    alone = run(pytester, *ALL_CORES, "test_four.py")
    alone.stdout.no_re_match_line(r"\d+ worker")
    alone.assert_outcomes(skipped=1, deselected=3)


def test_a_folder_starts_workers_who_leave_out_long_tests_and_name_their_skips(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YALTA_NO_SKIPS", "1")
    folder = run(pytester, *ALL_CORES, "--maxprocesses=1", ".")
    folder.stdout.fnmatch_lines(["1 worker*", "*1 x abacus is missing", "*nothing may be skipped*"])
    folder.assert_outcomes(skipped=1)
    assert folder.ret == pytest.ExitCode.TESTS_FAILED
