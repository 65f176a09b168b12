from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.backgammon_written import (
    applied_as_written,
    plays_written,
    steps_written,
    why_illegal,
)
from rules.position import Counts, read_play, write_steps
from tests.support.backgammon_positions import counts

START = BACKGAMMON.start().white


def _meant(own: Counts, other: Counts, first: int, second: int, text: str) -> list[str]:
    plays = plays_written(own, other, Roll(first, second).dice, read_play(text))
    return [write_steps(play) for play in plays]


def _why(own: Counts, other: Counts, first: int, second: int, text: str) -> str:
    dice, legs = Roll(first, second).dice, read_play(text)
    assert plays_written(own, other, dice, legs) == []
    assert steps_written(own, other, dice, legs) is None
    return why_illegal(own, other, dice, legs)


def test_moves_may_stand_in_any_order() -> None:
    assert _meant(START, START, 5, 2, "24/22 13/8") == ["13/8 24/22"]


def test_one_leg_may_take_several_dice() -> None:
    assert _meant(START, START, 6, 5, "24/13") == ["24/18 18/13"]
    assert _meant(START, START, 2, 2, "13/7 6/4") == ["13/11 11/9 9/7 6/4"]


def test_a_checker_from_the_bar_may_be_written_last() -> None:
    own = counts(bar=1, p8=14)
    assert _meant(own, counts(p1=15), 4, 3, "8/4 bar/22") == ["25/22 8/4"]


def test_hits_may_be_left_unmarked() -> None:
    assert _meant(counts(p8=1), counts(p20=1), 3, 2, "8/5 5/3") == ["8/5* 5/3"]


def test_a_long_leg_that_may_have_hit_on_its_way_means_the_marked_play_first() -> None:
    own, other = counts(p8=1), counts(p20=1)
    assert _meant(own, other, 3, 2, "8/3") == ["8/6 6/3", "8/5* 5/3"]
    assert _meant(own, other, 3, 2, "8/5*/3") == ["8/5* 5/3"]


def test_steps_of_one_die_each_are_understood_without_looking_for_every_play() -> None:
    legs = read_play("13/8 24/22")
    assert steps_written(START, START, (5, 2), legs) == legs
    assert steps_written(START, START, (5, 2), read_play("24/22 13/8")) is not None


def test_bearing_off_with_larger_numbers_is_understood() -> None:
    own = counts(p4=1, p3=1)
    assert _meant(own, counts(), 6, 5, "4/off 3/off") == ["4/0 3/0"]
    assert steps_written(own, counts(), (6, 5), read_play("3/0 4/0")) is None


def test_a_dance_is_legal_only_when_nothing_moves() -> None:
    closed = counts(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2)
    assert _meant(counts(bar=1, p6=14), closed, 6, 5, "") == [""]
    assert _why(START, START, 6, 5, "") == "a play is possible: 24/13"


def test_the_reason_names_the_point_the_opponent_holds() -> None:
    assert _why(START, START, 5, 1, "6/1 8/7") == "1 is held by the opponent"


def test_the_reason_names_the_move_without_a_checker() -> None:
    assert _why(START, START, 5, 1, "14/9 8/7") == "no checker for 14/9"


def test_the_reason_names_the_bar() -> None:
    own = counts(bar=1, p8=14)
    assert _why(own, counts(p1=15), 4, 3, "8/4 8/5") == "a checker on the bar must enter first"


def test_the_reason_tells_dice_that_do_not_make_the_moves() -> None:
    assert _why(START, START, 5, 1, "13/7 8/7").startswith("the dice do not make these moves")


def test_the_reason_tells_a_die_left_unplayed() -> None:
    assert _why(START, START, 5, 1, "13/8").startswith("more dice can be played")


def test_the_reason_tells_the_lower_die_where_the_higher_one_must_be_played() -> None:
    why = _why(counts(p20=1), counts(p16=2), 6, 5, "20/15")
    assert why == "the rules want another play, such as 20/14"


def test_an_illegal_play_is_applied_as_written_if_the_checkers_allow() -> None:
    applied = applied_as_written(counts(p8=2), counts(p20=1, p1=14), read_play("8/5 8/1"))
    assert applied == (counts(p5=1, p1=1), counts(bar=1, p1=14))


def test_an_illegal_play_onto_a_held_point_or_without_a_checker_is_not_applied() -> None:
    assert applied_as_written(START, START, read_play("6/1")) is None
    assert applied_as_written(START, START, read_play("14/9")) is None
