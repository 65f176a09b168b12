"""Announcements to everybody in the hall: what is shown, until when, and what is refused."""

from datetime import UTC, datetime, timedelta

import pytest

from rules import commands as cmd
from rules.directing.announcements import LONGEST, MOST_SHOWN, Announcements, decide_announcement
from rules.errors import MatchRefused
from rules.events import AnnouncementText
from rules.identities import TournamentId

NOON = datetime(2008, 10, 4, 12, 0, tzinfo=UTC)
ODESA, YALTA = TournamentId("odesa2008abc"), TournamentId("yalta2008abc")


def _made(
    now: Announcements,
    text: str,
    tournament: TournamentId | None = None,
    until: datetime | None = None,
) -> Announcements:
    texts = (AnnouncementText(language="", text=text),)
    command = cmd.MakeAnnouncement(texts=texts, tournament=tournament, until=until)
    return now.after(decide_announcement(now, command, "Olena", NOON), NOON)


def _shown(now: Announcements, *, of: TournamentId | None = None, later: int = 0) -> list[str]:
    at = NOON + timedelta(minutes=later)
    return [each.text("en") for each in now.shown(at, of)]


def test_the_latest_comes_first_and_a_tournament_reads_its_own_and_the_halls() -> None:
    now = _made(_made(_made(Announcements(), "lunch"), "round two", ODESA), "final", YALTA)
    assert _shown(now) == ["final", "round two", "lunch"]
    assert _shown(now, of=ODESA) == ["round two", "lunch"]


def test_one_ends_by_itself_or_is_taken_down() -> None:
    now = _made(Announcements(), "back in ten", until=NOON + timedelta(minutes=10))
    now = _made(now, "no photographs")
    assert _shown(now, later=9) == ["no photographs", "back in ten"]
    assert _shown(now, later=10) == ["no photographs"]
    down = decide_announcement(now, cmd.TakeDownAnnouncement(number=2), "Olena", NOON)
    assert _shown(now.after(down, NOON), later=10) == []
    with pytest.raises(MatchRefused, match="1"):
        decide_announcement(
            now.after(down, NOON), cmd.TakeDownAnnouncement(number=2), "Olena", NOON
        )


def test_everybody_reads_the_text_in_his_language_where_there_is_one() -> None:
    texts = (
        AnnouncementText(language="", text="Lunch at one"),
        AnnouncementText(language="uk", text="Обід о першій"),
    )
    made = decide_announcement(Announcements(), cmd.MakeAnnouncement(texts=texts), "Olena", NOON)
    (announcement,) = Announcements().after(made, NOON).shown(NOON)
    assert announcement.text("uk") == "Обід о першій"
    assert announcement.text("ru") == "Lunch at one"


@pytest.mark.parametrize(
    ("text", "until", "field"),
    [
        ("", None, "text"),
        ("x" * (LONGEST + 1), None, "text"),
        ("lunch", NOON, "until"),
        ("lunch", NOON + timedelta(days=32), "until"),
    ],
)
def test_a_text_or_an_end_that_cannot_be_is_refused(
    text: str, until: datetime | None, field: str
) -> None:
    with pytest.raises(MatchRefused, match=field):
        _made(Announcements(), text, until=until)


def test_a_hall_is_not_papered_with_announcements() -> None:
    now = Announcements()
    for _ in range(MOST_SHOWN):
        now = _made(now, "lunch")
    with pytest.raises(MatchRefused, match="number"):
        _made(now, "once more")
