"""Side statistics: bridge-style differences and points times cube, which decide nothing."""

from protocol_forms.grids import GridsForm
from protocol_forms.side_statistics import side_statistics_form
from protocol_forms.writers.match_grids import as_grids
from rules.scoring.match_protocol import MatchProtocol
from tests.protocol_forms.forms import FINAL_VIEW, HEADING, long_match
from tests.rules.scoring.final import FINAL, FINAL_PROTOCOL


def statistics(protocol: MatchProtocol) -> GridsForm:
    return side_statistics_form(protocol, HEADING.teams, "Harbour Cup")


def test_the_final_differs_by_seven_imp_as_in_bridge_and_by_five_points_as_money() -> None:
    (table,) = statistics(FINAL_PROTOCOL).tables
    assert table.sums == (("Sum", "−600", "−7", "−1", "−4", "−5"),)
    assert table.rows[0] == ("1", "−930", "−14", "−2", "−4", "−6")


def test_a_game_over_in_one_room_has_no_difference_yet() -> None:
    (table,) = side_statistics_form(
        MatchProtocol(6, FINAL[:3]), HEADING.teams, "Harbour Cup"
    ).tables
    assert table.rows[1] == ("2", "–", "–", "−2", "–", "−2")
    assert table.rows[2] == ("3", "–", "–", "–", "–", "–")


def test_an_adjusted_result_has_no_points_and_a_cancelled_game_is_worth_nothing() -> None:
    (table,) = statistics(long_match()).tables
    assert table.rows[0] == ("1", "0", "0", "–", "–", "–")
    assert table.rows[11] == ("12", "0", "0", "0", "0", "0")


def test_the_form_says_that_it_is_not_the_result() -> None:
    (table,) = statistics(FINAL_PROTOCOL).tables
    assert "for information only" in table.notes[-1]


def test_the_protocols_second_page_has_the_same_figures() -> None:
    (alone,) = statistics(FINAL_PROTOCOL).tables
    second = FINAL_VIEW.statistics
    assert second is not None
    assert (second.columns, second.rows, second.sums) == (alone.columns, alone.rows, alone.sums)
    assert as_grids(FINAL_VIEW).tables[1] is second
