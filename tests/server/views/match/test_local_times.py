"""Times on the console are those that clocks in the hall showed then."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from server.matches.protocols import printed_time
from server.views.match.words import since_words
from tests.server.views.hall.seen import ENGLISH

BEFORE, AFTER = (datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 2))
"""Half an hour before clocks in Kyiv go back, and an hour and a half after it."""


@pytest.fixture
def in_kyiv(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "Europe/Kyiv")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("in_kyiv")
def test_what_happened_before_the_end_of_summer_time_is_told_in_summer_time() -> None:
    assert since_words(ENGLISH, BEFORE, AFTER.astimezone()) == "since 03:30, 2 hr ago"
    assert since_words(ENGLISH, AFTER, AFTER.astimezone()) == "since 04:30"


@pytest.mark.usefixtures("in_kyiv")
def test_forms_tell_the_halls_time_with_its_zone() -> None:
    assert printed_time(BEFORE) == "2026-10-25 03:30 UTC+3"
    assert printed_time(AFTER) == "2026-10-25 04:30 UTC+2"


@pytest.mark.parametrize(
    ("zone", "printed"),
    [
        ("UTC", "2026-10-25 00:30 UTC"),
        ("Asia/Kolkata", "2026-10-25 06:00 UTC+5:30"),
        ("America/New_York", "2026-10-24 20:30 UTC−4"),
    ],
)
def test_every_zone_has_its_difference_to_utc(
    monkeypatch: pytest.MonkeyPatch, zone: str, printed: str
) -> None:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", zone)
        time.tzset()
        assert printed_time(BEFORE) == printed
    time.tzset()
