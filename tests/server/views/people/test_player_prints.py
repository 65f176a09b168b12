"""A player's sheet: matches, rooms, colours, results and sums of one person."""

from rules.position import Side
from rules.room import Room
from server.matches.line_ups import PlayerSeat
from server.values.naming import NO_NAMES
from server.values.played_match import DUPLICATE, TO_POINTS, PersonTally
from server.views.people.prints import SheetMatch, player_sheet_form
from server.words.translation import words_for
from tests.support.persons import person_id

ANN = person_id("Ann")
WORDS = words_for("en")
AWAY = SheetMatch(
    label="2",
    game_name="backgammon",
    kind=DUPLICATE,
    teams=("Rudder", "Compass"),
    seats=(
        PlayerSeat(ANN, "Compass", Room.OPEN, Side.RED),
        PlayerSeat(ANN, "Compass", Room.CLOSED, Side.WHITE, since=3),
    ),
    tally=PersonTally(person=ANN, games=4, won=3, smp=(900, 150), imp=(25, 4)),
    result=(12, 18),
)
HOME = SheetMatch(
    label="5",
    game_name="backgammon",
    kind=DUPLICATE,
    teams=("Compass", "Anchor"),
    seats=(PlayerSeat(ANN, "Compass", Room.CLOSED, Side.RED),),
    tally=PersonTally(person=ANN, games=6, won=2, smp=(450, 1200), imp=(12, 30)),
    result=None,
)


def test_a_line_has_rooms_colours_and_the_result_of_the_own_team_first() -> None:
    (table,) = player_sheet_form("Ann", "Cup", [AWAY, HOME], NO_NAMES, WORDS).tables
    assert table.rows[0] == (
        "2",
        "Rudder",
        "Open room, Red; Closed room, White, from game 3",
        "4",
        "3",
        "900–150",
        "25–4",
        "18–12 VP",
    )
    assert table.rows[1][-1] == ""


def test_the_sums_are_of_the_games_that_person_sat_in() -> None:
    (table,) = player_sheet_form("Ann", "Cup", [AWAY, HOME], NO_NAMES, WORDS).tables
    assert table.sums == (("Sum", "", "", "10", "5", "1350–1350", "37–34", ""),)


def test_games_and_kinds_of_matches_have_tables_of_their_own() -> None:
    other = person_id("Otto")
    to_points = SheetMatch(
        label="7",
        game_name="backgammon",
        kind=TO_POINTS,
        teams=(ANN.text, other.text),
        seats=(PlayerSeat(ANN, ANN.text, Room.OPEN, Side.WHITE),),
        tally=PersonTally(person=ANN, games=5, won=4, points=(7, 2)),
        result=(7, 2),
    )
    tables = player_sheet_form("Ann", "Cup", [AWAY, to_points], NO_NAMES, WORDS).tables
    assert [table.heading for table in tables] == ["Backgammon", "Backgammon, matches to points"]
    assert tables[1].rows == (("7", NO_NAMES.by(other.text), "White", "5", "4", "7–2", "7–2"),)
