"""The entries with their fees on paper: rows as entered, sums, and what is said below them."""

from rules import events as ev
from rules.formats.team_event.entering import Desk
from rules.formats.team_event.entries import DeskBook
from rules.formats.team_event.stages import TeamEventState
from server.views.entries.prints import entries_form
from server.words.translation import words_for
from tests.support.persons import person_id

WORDS = words_for("en")
TEAMS = {
    "Rudder": (person_id("Holloway"), person_id("Stonely")),
    "Keel": (person_id("Ash"), person_id("Elm")),
    "Anchor": (person_id("Hill"), person_id("Moss"), person_id("Shaw")),
    "Compass": (person_id("Brook"), person_id("Fields")),
}
ENTERED = Desk(TeamEventState(), DeskBook(), TEAMS)


def test_teams_stand_as_entered_with_what_each_owes_and_the_sums_at_the_foot() -> None:
    desk = ENTERED.after(
        [
            ev.CurrencySet(currency="UAH"),
            ev.EntryDescribed(team="Rudder", club="Harbour", pot=1),
            ev.AttendanceSet(team="Rudder", present=True),
            ev.FeeSet(entry=1, due=150000, paid=50050),
            ev.FeeSet(entry=3, due=100000, paid=120000),
        ]
    )
    form = entries_form("Harbour Cup", desk, WORDS)
    (table,) = form.tables
    assert form.facts == (("Currency of the fees", "UAH"),)
    assert table.rows == (
        ("Rudder", "Harbour", "2", "Yes", "1500", "500.50", "999.50"),
        ("Keel", "", "2", "No", "0", "0", "0"),
        ("Anchor", "", "3", "No", "1000", "1200", "0"),
        ("Compass", "", "2", "No", "0", "0", "0"),
    )
    assert table.sums == (("Sum", "", "9", "1", "2500", "1700.50", "999.50"),)
    assert table.notes == ("Anchor: paid too much: 200",)


def test_who_waits_and_who_has_withdrawn_is_named_and_is_not_counted_as_present() -> None:
    desk = ENTERED.after(
        [
            ev.FeeSet(entry=4, due=100000, paid=100000),
            ev.EntryPutToWait(team="Anchor", place=1),
            ev.EntryPutToWait(team="Keel", place=2),
            ev.AttendanceSet(team="Compass", present=True),
            ev.TeamWithdrawn(team="Compass", annulled=(), reason="ill"),
        ]
    )
    (table,) = entries_form("Harbour Cup", desk, WORDS).tables
    assert table.rows[3] == ("Compass", "", "2", "–", "1000", "1000", "0")
    assert table.sums[0][3:] == ("0", "1000", "1000", "0")
    assert table.notes == (
        "Anchor: waiting list, place 1",
        "Keel: waiting list, place 2",
        "Compass: withdrawn",
    )


def test_without_a_fee_or_a_team_the_form_says_so() -> None:
    (table,) = entries_form("Harbour Cup", ENTERED, WORDS).tables
    assert table.notes == ("No fee is entered.",)
    (empty,) = entries_form("Harbour Cup", Desk(TeamEventState(), DeskBook(), {}), WORDS).tables
    assert (empty.rows, empty.sums, empty.notes) == ((), (), ("No team yet.",))
