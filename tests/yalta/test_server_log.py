"""What a line of the server's log looks like, in both forms and whoever wrote it."""

import json
import logging
import re
import warnings
from collections.abc import Iterator

import pytest
import structlog

from server.settings import LogFormat
from yalta.serving.web_server import configure_log

UTC = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, show = root.handlers[:], root.level, warnings.showwarning
    yield
    structlog.reset_defaults()
    logging.captureWarnings(False)
    warnings.showwarning = show
    root.handlers[:] = handlers
    root.setLevel(level)


class Log:
    """What has been written since the log was configured."""

    def __init__(self, capsys: pytest.CaptureFixture[str], form: LogFormat) -> None:
        self._capsys = capsys
        configure_log(form)

    def text(self) -> str:
        written = self._capsys.readouterr()
        assert written.out == ""
        return written.err

    def records(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.text().splitlines()]


def fail_to_decide() -> None:
    roll = "6-" + "5"
    raise ZeroDivisionError(len(roll))


def log_a_fault() -> None:
    try:
        fail_to_decide()
    except ZeroDivisionError:
        structlog.get_logger("server.matches").exception("not_decided", match=1)


def test_a_line_for_people_has_time_level_event_writer_and_values_without_colours(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = Log(capsys, "text")
    structlog.get_logger("server.boards").info("board_up", board="BZ-1", where="port 2")
    assert re.fullmatch(
        UTC + r" \[info +\] board_up +\[server\.boards\] board=BZ-1 where='port 2'\n", log.text()
    )


def test_a_line_for_programs_is_an_object_with_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    log = Log(capsys, "json")
    structlog.get_logger("server.boards").warning("bad_tag", board="BZ-1")
    (record,) = log.records()
    assert re.fullmatch(UTC, str(record.pop("timestamp")))
    assert record == {
        "level": "warning",
        "logger": "server.boards",
        "event": "bad_tag",
        "board": "BZ-1",
    }


def test_a_fault_is_logged_with_its_place_but_without_the_values_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = Log(capsys, "text")
    log_a_fault()
    first, *below = log.text().splitlines()
    assert "not_decided" in first
    assert "Traceback (most recent call last):" in below
    assert any("in fail_to_decide" in line for line in below)
    assert not any("6-5" in line for line in (first, *below))


def test_a_fault_for_programs_is_one_line_without_the_values_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = Log(capsys, "json")
    log_a_fault()
    (record,) = log.records()
    assert (record["event"], record["match"]) == ("not_decided", 1)
    assert "in fail_to_decide" in str(record["exception"])
    assert "6-5" not in str(record)


def test_what_libraries_log_and_python_warns_of_has_the_same_form(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = Log(capsys, "json")
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request from %s", "192.0.2.1")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("this goes with the next version", DeprecationWarning, stacklevel=1)
    request, warning = log.records()
    assert request["event"] == "Invalid HTTP request from 192.0.2.1"
    assert (warning["logger"], warning["level"]) == ("py.warnings", "warning")
    assert "this goes with the next version" in str(warning["event"])


def test_what_libraries_say_of_their_daily_work_is_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = Log(capsys, "text")
    logging.getLogger("alembic.runtime.migration").info("Context impl SQLiteImpl.")
    assert log.text() == ""
