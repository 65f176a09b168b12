"""A pytest plugin: says what a run skipped and why, and fails the run where nothing may be skipped.

`YALTA_NO_SKIPS=1` is for machines that are meant to have everything, such as CI's. Transcribed
matches alone may be missing there, if that is said: `YALTA_MATCHES=`.
"""

import os
from collections import Counter

import pytest

from tests.support.needs import NO_MATCHES


def _skips_by_reason(reporter: pytest.TerminalReporter) -> Counter[str]:
    reports = reporter.getreports("skipped")
    return Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in reports
        if isinstance(report.longrepr, tuple)
    )


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Turn a run that passed with skips into a failed one where skips are not allowed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or os.environ.get("YALTA_NO_SKIPS") != "1":
        return
    if exitstatus == pytest.ExitCode.OK and _skips_by_reason(reporter).keys() - {NO_MATCHES}:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the reasons of skips, each with the number of tests it cost."""
    skips = _skips_by_reason(terminalreporter)
    if not skips:
        return
    terminalreporter.section("skipped on this machine")
    for reason, count in sorted(skips.items()):
        terminalreporter.write_line(f"{count:4} x {reason}")
    if os.environ.get("YALTA_NO_SKIPS") == "1" and skips.keys() - {NO_MATCHES}:
        terminalreporter.write_line("YALTA_NO_SKIPS=1: nothing may be skipped here, the run fails")
