"""The view of a match protocol against the printed form of the 2008 final."""

from dataclasses import replace
from pathlib import Path

from protocol_forms.labels import head_name, shortened, signed
from protocol_forms.match_protocol import match_protocol_view
from protocol_forms.protocol_view import ProtocolRow
from protocol_forms.writers.files import form_json
from rules.room import Ending, Room
from rules.scoring.match_protocol import Confirmations, MatchProtocol
from rules.scoring.teams import TeamPlace
from rules.scoring.terms import TERMS
from tests.protocol_forms.forms import BEGUN_VIEW, FINAL_VIEW, HEADING, INVENTED, long_match
from tests.rules.scoring.final import FINAL, FINAL_PROTOCOL, KHARKOV, result

GOLDEN = Path(__file__).parents[1] / "golden"

# The form as printed, cells left to right: game, letter, opening | cube under Kharkov, Propose,
# Moscow | left Kharkov, Moscow | SMP Kharkov, Moscow | IMP Kharkov, Moscow. A full stop is an empty
# cell. The cube and checkers of game 1 in the open room are those of the open room's own sheet.
PRINTED = """
1 O 4:3 | . . . | 9 . | . 330 | . 8
. C .   | 2 . . | 15 . | . 600 | . 12
2 O 2:6 | . 4 . | 15 . | . 300 | . 7
. C .   | . 2 . | . 15 | 150 . | 4 .
3 O 6:2 | . 2 . | 15 . | . 150 | . 4
. C .   | . 2 . | . 15 | 150 . | 4 .
4 O 3:1 | . . . | . 15 | 300 . | 7 .
. C .   | . 2 . | . 15 | 150 . | 4 .
5 O 1:3 | . 2 . | . 14 | 240 . | 6 .
. C .   | . 2 . | . 15 | 150 . | 4 .
6 O 3:1 | . 2 . | . 14 | 240 . | 6 .
. C .   | 2 . . | 15 . | . 600 | . 12
"""


def printed(row: ProtocolRow) -> list[str]:
    cells = (
        row.game if row.room == "open" else None,
        *(row.letter, row.opening),
        *(row.cube_home, row.cube_proposed, row.cube_away),
        *(row.left_home, row.left_away, row.smp_home, row.smp_away, row.imp_home, row.imp_away),
    )
    return ["." if cell is None else str(cell) for cell in cells]


def test_the_finals_rows_are_the_printed_ones() -> None:
    lines = [line.replace("|", " ").split() for line in PRINTED.strip().splitlines()]
    assert [printed(row) for row in FINAL_VIEW.rows] == lines


def test_the_finals_totals_are_the_printed_ones() -> None:
    assert (FINAL_VIEW.home.imp, FINAL_VIEW.away.imp, FINAL_VIEW.difference) == (35, 43, -8)
    assert (FINAL_VIEW.home.vp, FINAL_VIEW.away.vp) == (13, 17)
    assert FINAL_VIEW.winner == "Moscow"


def test_players_stand_by_room_and_colour() -> None:
    seats = [seat for team in (FINAL_VIEW.home, FINAL_VIEW.away) for seat in team.seats]
    assert [(seat.room, seat.colour, seat.players) for seat in seats] == [
        ("open", "White", "Jakob Garal"),
        ("closed", "Red", "Alexandr Krasov"),
        ("open", "Red", "Sergei Chertkov"),
        ("closed", "White", "Vladimir Chelter"),
    ]


def test_a_cube_without_recorded_owner_is_marked_and_explained() -> None:
    first = FINAL_VIEW.rows[0]
    assert (first.cube_unowned, first.cube_proposed) == (2, None)
    assert FINAL_VIEW.notes == ("* The value of the cube at the end; its owner was not recorded.",)


def test_a_game_not_finished_yet_has_an_empty_row() -> None:
    assert len(BEGUN_VIEW.rows) == 12
    assert printed(BEGUN_VIEW.rows[3]) == [".", "C", *["."] * 10]
    assert printed(BEGUN_VIEW.rows[4]) == ["3", "O", *["."] * 10]
    assert (BEGUN_VIEW.home.vp, BEGUN_VIEW.winner) == (None, None)


def test_the_closed_rooms_result_gives_the_opening_while_the_open_game_goes_on() -> None:
    view = match_protocol_view(MatchProtocol(6, (FINAL[3],)), HEADING)
    assert (view.rows[2].game, view.rows[2].opening) == (2, "2:6")


def test_roll_sets_are_numbered_through_the_match() -> None:
    assert FINAL_VIEW.roll_sets == "37–42"
    again = replace(HEADING, roll_sets=(37, 38, 51, 40, 41, 52))
    assert match_protocol_view(FINAL_PROTOCOL, again).roll_sets == "37–38, 51, 40–41, 52"
    assert match_protocol_view(FINAL_PROTOCOL, replace(HEADING, roll_sets=())).roll_sets == ""


def test_the_state_is_provisional_until_all_have_signed() -> None:
    assert FINAL_VIEW.state == "provisional, unsigned"
    signed_by_all = Confirmations(frozenset(Room), frozenset(TeamPlace))
    view = match_protocol_view(MatchProtocol(6, FINAL, signed_by_all), HEADING)
    assert view.state == "signed"


def test_what_the_director_decided_is_marked_with_his_reason() -> None:
    view = match_protocol_view(long_match(), INVENTED)
    assert [row.mark for row in view.rows if row.mark] == ["a", "a", "b", "b"]
    assert view.notes == (
        "a: game 1: adjusted by the director: wrong *dice*",
        "b: game 12: cancelled by the director: lights out",
    )
    assert (view.rows[0].imp_home, view.rows[0].imp_away) == (4, 4)


def test_a_house_table_is_named_on_the_form() -> None:
    view = match_protocol_view(MatchProtocol(4, ()), INVENTED, TERMS["long-gammon"])
    assert view.table_title == "house table (tables: Garal, backgammon, 2005–2009)"
    assert view.notes == TERMS["long-gammon"].scored.notes


def test_a_mars_is_marked_and_explained_on_the_form() -> None:
    played = result(1, Room.OPEN, KHARKOV, Ending.GAMMON, 15, 1, None)
    view = match_protocol_view(MatchProtocol(4, (played,)), INVENTED, TERMS["long-gammon"])
    assert [(row.mark, row.left_away, row.smp_home) for row in view.rows[:2]] == [
        ("†", 15, 300),
        ("", None, None),
    ]
    assert view.notes[-1] == "† Mars."


def test_a_long_name_is_shortened_with_an_ellipsis() -> None:
    assert shortened("Dnipropetrovsk United", 14) == "Dnipropetrovs…"
    assert shortened("Kharkov", 7) == "Kharkov"


def test_a_difference_carries_its_sign() -> None:
    assert [signed(number) for number in (-8, 0, 22)] == ["−8", "0", "+22"]


def test_the_json_of_the_final_is_the_golden_one() -> None:
    golden = (GOLDEN / "protocol_final_view.json").read_text(encoding="utf-8")
    assert form_json(FINAL_VIEW) == golden


def test_the_head_of_a_column_has_the_names_first_words_and_cuts_one_that_is_alone() -> None:
    assert head_name("Kharkov") == "Kharkov"
    assert head_name("Copenhagen Backgammon Club") == "Copenhagen"
    assert head_name("Чорноморське яхтове товариство") == "Чорноморське яхтове"
    assert head_name("Щ" * 40) == "Щ" * 19 + "…"
