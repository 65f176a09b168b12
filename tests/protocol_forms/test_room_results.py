"""Results by room and player: the document's two tables of the final, and sums in every match."""

from hypothesis import given

from protocol_forms.match_protocol import match_protocol_view
from protocol_forms.room_results import room_results_form
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.terms import TERMS
from tests.protocol_forms.forms import FINAL_VIEW, HEADING, INVENTED, long_match
from tests.protocol_forms.test_tally_protocol import COMPLETE as TALLIES
from tests.rules.scoring.final import FINAL_PROTOCOL, protocols
from tests.support.examples import examples

OPEN_ROOM = (
    ("1", "2", "", "9", "", "", "8", "330"),
    ("2", "", "4", "15", "", "", "7", "300"),
    ("3", "", "2", "15", "", "", "4", "150"),
    ("4", "", "", "15", "300", "7", "", ""),
    ("5", "", "2", "14", "240", "6", "", ""),
    ("6", "", "2", "14", "240", "6", "", ""),
)
CLOSED_ROOM = (
    ("1", "2", "", "15", "600", "12", "", ""),
    ("2", "", "2", "15", "", "", "4", "150"),
    ("3", "", "2", "15", "", "", "4", "150"),
    ("4", "", "2", "15", "", "", "4", "150"),
    ("5", "", "2", "15", "", "", "4", "150"),
    ("6", "2", "", "15", "600", "12", "", ""),
)
"""As printed in the document, row by row; its first table has the cube of game 1 without owner."""


def test_the_final_has_the_rows_and_sums_of_the_document() -> None:
    opened, closed = room_results_form(FINAL_VIEW).tables
    assert opened.heading == "Open room results: Jakob Garal (White) – Sergei Chertkov (Red)"
    assert closed.heading == "Closed room results: Vladimir Chelter (White) – Alexandr Krasov (Red)"
    assert (opened.rows, closed.rows) == (OPEN_ROOM, CLOSED_ROOM)
    assert [table.sums[0][5:7] for table in (opened, closed)] == [("19", "19"), ("24", "16")]


@examples(20)
@given(protocols())
def test_both_rooms_sums_are_the_protocols(protocol: MatchProtocol) -> None:
    view = match_protocol_view(protocol, HEADING)
    opened, closed = room_results_form(view).tables
    home = int(opened.sums[0][5]) + int(closed.sums[0][6])
    away = int(opened.sums[0][6]) + int(closed.sums[0][5])
    assert (home, away) == (protocol.imp.home, protocol.imp.away)


def test_long_gammon_names_its_house_table() -> None:
    view = match_protocol_view(FINAL_PROTOCOL, INVENTED, TERMS["long-gammon"])
    form = room_results_form(view)
    assert any("house table" in note for note in form.notes)
    assert form.state.startswith("house table")


def test_a_trial_says_that_it_is_one() -> None:
    view = match_protocol_view(FINAL_PROTOCOL, type(HEADING)(teams=HEADING.teams, trial=True))
    form = room_results_form(view)
    assert "A trial: it does not count in any standings." in form.notes
    assert form.tables[0].heading == "Open room results: Kharkov (White) – Moscow (Red)"


def test_decided_results_keep_their_marks_and_notes() -> None:
    view = match_protocol_view(long_match(), HEADING)
    form = room_results_form(view)
    marks = {row[0].partition(" ")[2] for table in form.tables for row in table.rows}
    explained = {note.partition(":")[0] for note in form.notes if ":" in note[:3]}
    assert marks - {""} == explained != set()


def test_a_counted_game_has_its_trous_by_player() -> None:
    opened, closed = room_results_form(TALLIES).tables
    assert [column.title for column in opened.columns] == ["Game", "Trous", "Trous"]
    home = int(opened.sums[0][1]) + int(closed.sums[0][2])
    assert home == TALLIES.home.tally
