"""Since when a tournament is official is told with its date on another day."""

from datetime import UTC, datetime, timedelta

from rules.directing.finality import TournamentPhase, TournamentStatus
from server.views.tournament.words import status_shown
from server.words.translation import words_for

NOON = datetime(2026, 10, 3, 12, 0, tzinfo=UTC)


def told(now: datetime) -> str:
    status = TournamentStatus(TournamentPhase.OFFICIAL, since=NOON)
    return status_shown(status, words_for("en"), now).text


def test_a_time_of_another_day_has_its_date() -> None:
    clock = f"{NOON.astimezone():%H:%M}"
    assert clock in told(NOON)
    assert "October" not in told(NOON)
    assert f"{NOON.astimezone().day} October 2026, {clock}" in told(NOON + timedelta(days=2))
