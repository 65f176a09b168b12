import pytest

from rules.match_files.record import Findings, Take, Throw
from rules.position import Move, Side
from rules.room import Ending
from tests.support.match_files import actions_of, findings, sheet

OPENING = "1) 31: 8/5 6/5                  65: 24/18 18/13"
EARLY_DOUBLE = (OPENING, "2)  Doubles => 2                Takes")


def _reasons(found: Findings) -> list[tuple[int, str, str]]:
    return [(entry.line, entry.play, entry.why) for entry in found.illegal]


def _match(*games: str, length: int = 5, headers: str = "") -> Findings:
    parts = [f"{headers} {length} point match", ""]
    for number, game in enumerate(games, start=1):
        parts += [f" Game {number}", game, ""]
    return findings("\n".join(parts))


def test_a_clean_game_has_no_findings() -> None:
    found = findings(sheet(OPENING, "2)  Doubles => 2                Drops", "      Wins 1 point"))
    assert (found.illegal, found.result_errors, found.score) == ((), (), (1, 0))
    assert (found.games, found.plays) == (1, 2)
    assert found.record.games[0].ending is Ending.PASS


def test_an_illegal_play_is_told_with_its_line_and_applied_as_written() -> None:
    found = findings(sheet("1) 31: 8/4 6/5                  65: 24/18 18/13"))
    assert [(line, play) for line, play, _ in _reasons(found)] == [(5, "31: 8/4 6/5")]
    assert found.plays == 2


def test_after_a_play_the_checkers_refuse_the_rest_of_the_game_is_not_checked() -> None:
    found = _match(
        " Ann : 0   Bob : 0\n 1) 31: 14/10      65: 24/1\n 2) 66: 1/0\n      Wins 2 points",
        " Ann : 2   Bob : 0\n 1) 66: 24/18",
    )
    assert [(entry.game, entry.line) for entry in found.illegal] == [(1, 5), (2, 11)]
    assert found.illegal[0].why.endswith("; the rest of the game is not checked")
    assert found.plays == 4


def test_a_dance_in_words_where_a_play_is_possible_is_illegal() -> None:
    found = findings(sheet(OPENING, "2) 31: Cannot Move", "      Wins 1 point"))
    assert [why for *_, why in _reasons(found)] == ["a play is possible: 24/21 24/23"]


def test_an_empty_cell_in_mid_game_is_a_dance_and_illegal_where_a_play_is_possible() -> None:
    found = findings(sheet("1) 31:                          65: 24/18 18/13"))
    assert [line for line, *_ in _reasons(found)] == [5]


def test_an_empty_cell_before_a_game_is_given_up_is_a_roll_never_played() -> None:
    found = findings(sheet(OPENING, "2) 31:", 34 * " " + "Wins 2 points"))
    assert (found.illegal, found.result_errors, found.plays) == ((), (), 2)
    assert found.record.games[0].ending is Ending.RESIGNED_GAMMON


def test_a_roll_marked_as_never_played_is_no_play() -> None:
    found = findings(sheet(OPENING, "2) 31: ???                      Wins 1 point"))
    assert (found.illegal, found.plays, found.score) == ((), 2, (0, 1))


def test_missing_hit_marks_and_stars_too_many_are_no_violation() -> None:
    found = findings(sheet("1) 62: 24/18* 13/11             61: 8/7 13/7", "2) 31: bar/21"))
    assert found.illegal == ()


def test_a_later_play_decides_what_a_long_leg_hit_on_its_way() -> None:
    unmarked = findings(
        sheet("1) 65: 24/13                    63: 24/21 13/7", "2) 64: 24/14   41: bar/20")
    )
    assert unmarked.illegal == ()
    hit = unmarked.record.games[0].actions[2]
    assert isinstance(hit, Throw)
    assert hit.play == (Move(24, 18, True), Move(18, 14))
    assert len(actions_of(unmarked.record)[0]) == 4


def test_two_throws_of_one_side_in_a_row_are_told() -> None:
    found = findings(sheet("1) 31: 8/5 6/5", "2) 65: 24/18 18/13"))
    assert [why for *_, why in _reasons(found)] == ["the left player is not on turn"]


def test_equal_dice_cannot_open_a_game() -> None:
    found = findings(sheet("1) 33: 8/5(2) 6/3(2)"))
    assert [why for *_, why in _reasons(found)] == ["equal dice cannot open a game"]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ((OPENING, "2)  Doubles => 4"), "the cube stands at 1: a double proposes 2"),
        ((OPENING, "2)                                Doubles => 2"), "not on turn to double"),
        (
            (*EARLY_DOUBLE, "3) 31: 24/20   41: 13/8", "4)  Doubles => 4"),
            "the cube is the right player's",
        ),
        ((OPENING, "2)  Takes"), "there is no double to answer"),
    ],
)
def test_cube_actions_against_the_rules_are_told(lines: tuple[str, ...], why: str) -> None:
    found = findings(sheet(*lines))
    assert len(found.illegal) == 1
    assert why in found.illegal[0].why


def test_a_match_to_one_has_no_cube() -> None:
    found = findings(sheet(*EARLY_DOUBLE, length=1))
    assert [entry.why for entry in found.illegal] == ["a match to 1 has no cube"]


CRAWFORD = (
    f" Ann : 0   Bob : 0\n{OPENING}\n 2)  Doubles => 2    Takes\n      Wins 2 points",
    f" Ann : 2   Bob : 0\n{OPENING}\n 2)  Doubles => 2    Drops\n      Wins 1 point",
)


def test_a_double_in_the_crawford_game_is_told() -> None:
    found = _match(*CRAWFORD, length=3)
    assert [entry.why for entry in found.illegal] == ["there is no cube in the Crawford game"]
    assert [game.score.crawford for game in found.record.games] == [False, True]


def test_a_match_without_the_crawford_rule_may_double_at_any_score() -> None:
    found = _match(*CRAWFORD, length=3, headers='; [Crawford "Off"]\n')
    assert found.illegal == ()
    assert not found.record.crawford


def test_who_plays_on_after_a_double_has_seen_it_taken() -> None:
    found = findings(sheet(OPENING, "2)  Doubles => 2", "3) 31: 24/20      41: 13/8"))
    assert found.illegal == ()
    assert Take(Side.RED) in found.record.games[0].actions


def test_a_result_behind_the_word_of_who_gave_up_is_the_others() -> None:
    found = findings(sheet(OPENING, "2)" + 40 * " " + "Resigns   Wins 1 point"))
    assert (found.illegal, found.result_errors, found.score) == ((), (), (1, 0))


def test_after_an_illegal_play_whose_position_cannot_be_read_the_rest_is_not_checked() -> None:
    found = findings(sheet("1) 31: Illegal play (0;1)         65: 24/1", "2) 66: 1/0"))
    assert [(entry.line, "not checked" in entry.why) for entry in found.illegal] == [(5, True)]


def test_a_beaver_keeps_the_cube_with_its_player() -> None:
    found = findings(
        sheet(
            OPENING,
            "2)  Doubles => 2                Beavers => 4",
            "3) 31: 24/20                    Doubles => 8",
            "4)  Drops                       Wins 4 points",
            length=0,
        )
    )
    assert (found.illegal, found.result_errors, found.score) == ((), (), (0, 4))


@pytest.mark.parametrize(
    ("result", "why"),
    [
        ("      Wins 2 points", "the left player wins 1; the left player 2 is printed"),
        (34 * " " + "Wins 1 point", "the left player wins 1; the right player 1 is printed"),
    ],
)
def test_a_printed_result_that_does_not_follow_is_told(result: str, why: str) -> None:
    found = findings(sheet(OPENING, "2)  Doubles => 2                Drops", result))
    assert [(error.line, error.why) for error in found.result_errors] == [(7, why)]


def test_a_game_given_up_is_worth_the_cube_once_twice_or_three_times() -> None:
    found = findings(sheet(*EARLY_DOUBLE, "      Wins 3 points"))
    assert [error.why for error in found.result_errors] == [
        "a game given up at cube 2 is worth 2 or 4 or 6; 3 is printed"
    ]


def test_points_cut_off_at_the_match_length_are_no_error() -> None:
    found = findings(sheet(*EARLY_DOUBLE, "      Wins 3 points", length=3))
    assert found.result_errors == ()


def test_scores_that_do_not_add_up_are_told_where_they_are_printed() -> None:
    found = _match(
        f" Ann : 0   Bob : 0\n{OPENING}\n      Wins 1 point", f" Ann : 2   Bob : 0\n{OPENING}"
    )
    assert [(error.game, error.line) for error in found.result_errors] == [(2, 8)]
    assert "score 2-0 is printed; the games before make 1-0" in found.result_errors[0].why


def test_a_game_without_a_printed_result_counts_what_its_play_says() -> None:
    drop = f" Ann : 0   Bob : 0\n{OPENING}\n 2)  Doubles => 2    Drops"
    assert _match(drop, f" Ann : 1   Bob : 0\n{OPENING}").result_errors == ()


def test_a_match_may_start_at_any_score() -> None:
    found = findings(sheet(OPENING, "      Wins 1 point", header=" Ann : 3   Bob : 2"))
    assert (found.result_errors, found.score) == ((), (4, 2))


def test_play_after_the_end_is_told() -> None:
    found = findings(sheet(*EARLY_DOUBLE[:1], "2)  Doubles => 2    Drops", "3) 31: 24/20"))
    assert [entry.why for entry in found.illegal] == ["the game is over"]


@pytest.mark.parametrize(
    "places", ["-AA" + 21 * "-" + "a-", "-A" + 21 * "-" + "aa-"], ids=["capitals", "small letters"]
)
def test_a_game_may_start_from_a_set_position_of_either_colour(places: str) -> None:
    found = _match(f" Ann : 0   Bob : 0\n; Set Pos={places}/1\n 1) 21: 2/off 1/off")
    assert (found.illegal, found.score) == ((), (2, 0))


def test_a_match_lost_on_time_is_worth_what_its_winner_lacks() -> None:
    found = findings(sheet(OPENING, "2) Loses on time                Wins 5 points"))
    assert (found.result_errors, found.score) == ((), (0, 5))
