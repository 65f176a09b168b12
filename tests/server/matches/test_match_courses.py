"""How a match came to its results: its day, who signed when, and what a protocol replaces."""

from datetime import UTC, datetime, timedelta

from protocol_forms.protocol_view import Signature
from rules import events as ev
from rules.room import Room
from server.matches.protocols import match_course
from tests.support.endings import lost

START = datetime(2026, 7, 26, 12, 0, tzinfo=UTC)
GAME = ev.GameStarted(game=1, attempt=1)
HOME, AWAY = ev.MatchSigned(team="Compass", by="Ann"), ev.MatchSigned(team="Rudder", by="Petro")
CORRECTED = ev.ResultCorrected(
    game=1,
    attempt=1,
    room=Room.OPEN,
    owner=None,
    proposer=None,
    by="Olena",
    reason="seen on the film",
    **lost(),
)


def recorded(*events: ev.Event) -> list[tuple[ev.Event, datetime]]:
    """The events a minute after each other."""
    return [(event, START + timedelta(minutes=place)) for place, event in enumerate(events)]


def test_a_match_is_of_the_day_of_its_first_game_and_at_the_place_of_its_event() -> None:
    course = match_course(recorded(GAME, CORRECTED), place="Odesa")
    assert (course.played, course.place) == (START.astimezone().date().isoformat(), "Odesa")
    assert match_course([]).played == ""


def test_signatures_say_who_and_when() -> None:
    assert match_course(recorded(GAME, HOME, AWAY)).signatures == (
        Signature(team="Compass", by="Ann", when="2026-07-26 12:01 UTC"),
        Signature(team="Rudder", by="Petro", when="2026-07-26 12:02 UTC"),
    )


def test_a_correction_takes_signatures_back_and_the_form_replaces_what_both_had_signed() -> None:
    course = match_course(recorded(GAME, HOME, AWAY, CORRECTED, HOME))
    assert [each.when for each in course.signatures] == ["2026-07-26 12:04 UTC"]
    assert course.replaces == "2026-07-26 12:02 UTC"


def test_what_one_side_alone_had_signed_is_not_replaced() -> None:
    assert match_course(recorded(GAME, HOME, CORRECTED, HOME, AWAY)).replaces == ""
