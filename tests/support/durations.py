"""A pytest plugin: a test of every run takes two seconds at most, or is named here with its reason.

Seconds are those of a machine on which the calibrating loop takes `LOOP_SECONDS`: each worker runs
it every few seconds between tests, so that neither a slow machine nor a busy one is taken for a
slow test. What came near is listed at the end; what took longer is marked OVER where YALTA_OVER is
set, as in CI. Nothing fails by it, since a machine that stood still for a moment says nothing of a
test.
"""

import os
import statistics
import time
from collections import deque
from collections.abc import Generator, Mapping
from typing import Final

import pytest

EVERY_RUN: Final = "not (long or soak)"
"""The expression that leaves out what is not played in every run."""
LIMIT: Final = 2.0
NEAR: Final = 1.0
LOOP_SECONDS: Final = 0.030
"""What the loop takes on the machine by whose seconds tests are measured."""
ASKED: Final = "YALTA_OVER"
"""The environment variable with which tests over the limit are marked."""
EVERY: Final = 4.0
"""Seconds between two runs of the loop."""

SLOW: Final[Mapping[str, str]] = {
    (name if name.startswith("yalta_extras/") else f"tests/{name}"): reason
    for reason, names in {
        "the one match that is played between processes, through kill -9": (
            "end_to_end/test_match_to_points.py::"
            "test_a_match_is_played_at_one_board_through_a_killed_server_to_its_signed_form",
        ),
        "a server as a process, and a passphrase hashed as slowly as in a hall": (
            "end_to_end/test_first_director.py::"
            "test_a_hall_is_served_from_the_moment_there_is_a_director",
        ),
        "two runs of the whole server, compared by what each role sees": (
            "server/test_non_interference.py::"
            "test_runs_that_differ_in_what_may_not_be_known_yet_look_the_same",
            "server/test_non_interference.py::"
            "test_the_closed_room_learns_nothing_of_an_open_room_that_is_shown_live",
            "server/test_non_interference.py::"
            "test_a_sealed_line_up_and_word_are_seen_by_their_own_captain_alone",
            "yalta_extras/sharing/tests/test_non_interference_of_cards.py::"
            "test_how_far_the_open_room_is_ahead_is_on_no_picture",
            "server/test_non_interference_of_phones.py::"
            "test_a_phone_is_told_nothing_of_the_other_room",
            "server/test_non_interference_of_phones.py::"
            "test_a_phone_is_told_nothing_of_a_note_to_the_other_room",
            "server/test_who_plays_sees_nothing.py::"
            "test_who_plays_in_the_closed_room_or_may_learns_nothing_of_the_open_one",
            "server/views/hall/test_one_room.py::"
            "test_another_open_room_would_look_the_same_from_the_closed_room",
        ),
        "every route, asked as one role": (
            "server/web/test_api_schema.py::test_nothing_a_role_sends_breaks_the_server",
            "server/web/edge/test_authorization.py::"
            "test_a_visitor_gets_in_exactly_where_the_matrix_says",
        ),
        "two phones in Chromium, and a hall between them": (
            "server/web/phones/test_phones_play.py::test_the_first_roll_reaches_both_rooms",
            "server/web/phones/test_points_match.py::"
            "test_both_players_are_told_that_no_game_starts_before_they_key_a_die",
            "server/web/phones/test_screens.py::"
            "test_every_control_is_as_large_as_a_finger_and_nothing_is_cut",
        ),
        "a page in Chromium that is followed, cut off or used for some turns": (
            "server/web/match_page/test_spectator_in_browser.py::"
            "test_a_page_whose_line_was_cut_for_a_minute_catches_up_exactly",
            "server/web/match_page/test_spectator_in_browser.py::"
            "test_what_becomes_public_reaches_an_open_page",
            "server/web/match_page/test_spectator_in_browser.py::"
            "test_who_looks_back_is_not_disturbed_and_finds_the_newest_when_he_returns",
            "server/web/hall/test_console_in_browser.py::"
            "test_checkers_are_lifted_and_laid_down_on_the_drawn_board",
            "end_to_end/test_console_by_keyboard.py::"
            "test_a_result_that_comes_to_an_open_page_is_confirmed_by_keyboard_alone",
        ),
    }.items()
    for name in names
}
"""Tests of every run that may take longer, twenty at most, each with its reason."""

_PROPERTY = "seconds"


def loop() -> float:
    """Run the calibrating loop; seconds it took."""
    began = time.perf_counter()
    total = 0
    for number in range(400_000):
        total += number & 7
    return time.perf_counter() - began


class Durations:
    """What the tests of one process took, each in seconds of the machine of `LOOP_SECONDS`."""

    def __init__(self, workers: int) -> None:
        self._shared = max(1.0, workers / len(os.sched_getaffinity(0)))
        self._loops = deque([loop()], maxlen=5)
        self._measured = time.monotonic()

    def pace(self) -> float:
        """How much longer than alone on that machine everything takes here, lately."""
        if time.monotonic() - self._measured > EVERY:
            self._loops.append(loop())
            self._measured = time.monotonic()
        return self._shared * statistics.median(self._loops) / LOOP_SECONDS


_KEY = pytest.StashKey[Durations]()


def pytest_configure(config: pytest.Config) -> None:
    """Measure the loop for the first time."""
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    config.stash[_KEY] = Durations(workers)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell whoever reports how long the test took, its set-up left out: others share that."""
    report = yield
    if call.when == "call":
        seconds = call.duration / item.config.stash[_KEY].pace()
        report.user_properties.append((_PROPERTY, seconds))
    return report


def _taken(reporter: pytest.TerminalReporter) -> dict[str, float]:
    """What the tests took that belong to every run; of a run of others nothing is asked."""
    if reporter.config.option.markexpr != EVERY_RUN:
        return {}
    reports = [each for kind in ("passed", "failed") for each in reporter.getreports(kind)]
    return {
        report.nodeid: float(value)
        for report in reports
        for name, value in report.user_properties
        if name == _PROPERTY and "long" not in report.keywords
    }


def _over(taken: Mapping[str, float]) -> list[str]:
    return [
        name
        for name, seconds in taken.items()
        if seconds > LIMIT and name.partition("[")[0] not in SLOW
    ]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List what took longer than it may, and what came near."""
    taken = _taken(terminalreporter)
    near = sorted((each for each in taken.items() if each[1] > NEAR), key=lambda each: -each[1])
    if not near:
        return
    over = _over(taken)
    terminalreporter.section(f"tests of every run that took over {NEAR:g} s")
    for name, seconds in near:
        why = SLOW.get(name.partition("[")[0], "")
        told = "  OVER: mark it long, or give a reason in tests/support/durations.py"
        scolded = ASKED in os.environ and name in over
        terminalreporter.write_line(f"{seconds:6.2f} s  {name}{told if scolded else ''} {why}")


if __name__ == "__main__":
    print(f"{statistics.median(loop() for _ in range(5)) * 1000:.0f} ms")
