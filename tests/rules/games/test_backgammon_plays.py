from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.backgammon_plays import plays_by_position, unpacked
from rules.position import Counts, Position, Side
from tests.support.backgammon_positions import ROLLS, counts, drawn, wandering
from tests.support.examples import examples
from tests.support.reference_backgammon import final_tables

FAR = counts(p1=15)
"""An opponent on our 24 point who is in nobody's way but at the very back."""


AFTER_ONE_AND_TWO_PLAYS = (406, 163_706)
"""Counted with GNU Backgammon's generator as well."""


def _texts(own: Counts, other: Counts, first: int, second: int) -> set[str]:
    plays = BACKGAMMON.legal_plays(Position(own, other), Side.WHITE, Roll(first, second))
    return {" ".join(f"{m.origin}/{m.target}{'*' * m.hit}" for m in play) for play in plays}


def test_the_twenty_one_opening_rolls_have_as_many_plays_as_ever() -> None:
    start = BACKGAMMON.start()
    found = {str(roll): len(BACKGAMMON.legal_plays(start, Side.WHITE, roll)) for roll in ROLLS}
    assert found == {
        "1-1": 42, "2-1": 15, "2-2": 75, "3-1": 16, "3-2": 17, "3-3": 73, "4-1": 14, "4-2": 18,
        "4-3": 17, "4-4": 52, "5-1": 8, "5-2": 8, "5-3": 9, "5-4": 9, "5-5": 4, "6-1": 10,
        "6-2": 14, "6-3": 14, "6-4": 14, "6-5": 7, "6-6": 11,
    }  # fmt: skip


@pytest.mark.long
def test_two_plays_from_the_start_reach_a_known_number_of_positions() -> None:
    start = BACKGAMMON.start()
    after_one = {
        BACKGAMMON.apply(start, Side.WHITE, play)
        for roll in ROLLS
        for play in BACKGAMMON.legal_plays(start, Side.WHITE, roll)
    }
    after_two = {
        unpacked(after)
        for position in after_one
        for roll in ROLLS
        for after in plays_by_position(position.red, position.white, roll.dice)
    }
    assert (len(after_one), len(after_two)) == AFTER_ONE_AND_TWO_PLAYS


def test_both_sides_move_by_their_own_points() -> None:
    start = BACKGAMMON.start()
    roll = Roll(6, 5)
    assert BACKGAMMON.legal_plays(start, Side.RED, roll) == BACKGAMMON.legal_plays(
        start, Side.WHITE, roll
    )


def test_a_checker_on_the_bar_enters_before_anything_else_moves() -> None:
    own = counts(bar=1, p6=14)
    assert _texts(own, counts(p4=2, p24=13), 4, 3) == {"25/22 6/2", "25/22 22/18"}


def test_two_on_the_bar_and_one_open_point_enter_one_and_move_nothing() -> None:
    own = counts(bar=2, p6=13)
    assert _texts(own, counts(p4=2, p24=13), 4, 3) == {"25/22"}


def test_nobody_enters_against_six_points_and_dances() -> None:
    closed = counts(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2)
    assert _texts(counts(bar=1, p6=14), closed, 6, 5) == {""}


def test_the_higher_die_must_be_played_when_either_but_not_both_can() -> None:
    other = counts(p16=2)  # our 9, where six and five meet
    assert _texts(counts(p20=1), other, 6, 5) == {"20/14"}


def test_the_lower_die_is_played_when_the_higher_cannot() -> None:
    other = counts(p11=2, p16=2)  # our 14 and 9
    assert _texts(counts(p20=1), other, 6, 5) == {"20/15"}


def test_the_lower_die_comes_first_when_only_so_both_are_played() -> None:
    other = counts(p11=2)  # our 14: no six at first
    assert _texts(counts(p20=1), other, 6, 5) == {"20/15 15/9"}


def test_a_move_that_would_leave_the_other_die_unplayed_is_no_play() -> None:
    own = counts(p10=1, p7=1)
    other = counts(p21=2, p22=2)  # our 4 and 3: only 7/1 is a six, so 7/6 must not be the one
    assert _texts(own, other, 6, 1) == {"7/1 10/9"}


def test_checkers_are_borne_off_by_an_exact_number_with_others_behind() -> None:
    assert _texts(counts(p6=1, p3=1), FAR, 3, 1) == {"3/0 6/5", "6/3 3/2"}


def test_a_larger_number_bears_off_from_the_highest_point() -> None:
    assert _texts(counts(p4=1, p2=2), FAR, 6, 5) == {"4/0 2/0"}


def test_a_number_larger_than_a_point_moves_the_checkers_behind_it_first() -> None:
    assert _texts(counts(p6=2, p4=1), FAR, 5, 5) == {"6/1 6/1 4/0 1/0"}
    assert _texts(counts(p5=1, p2=1), FAR, 4, 3) == {"5/1 2/0", "5/2 2/0"}


def test_nobody_bears_off_while_a_checker_is_outside_the_home() -> None:
    assert _texts(counts(p7=1, p1=2), FAR, 5, 4) == {"7/2 2/0"}


def test_the_last_checker_home_may_be_followed_by_bearing_off() -> None:
    assert _texts(counts(p7=1, p5=1), FAR, 5, 1) == {"7/6 5/0", "7/2 2/1", "7/2 5/4"}


def test_a_roll_that_takes_the_last_checker_off_leaves_the_other_die_unplayed() -> None:
    assert _texts(counts(p1=1), FAR, 6, 5) == {"1/0"}


def test_a_side_with_no_checkers_left_has_the_empty_play_only() -> None:
    assert _texts(counts(), FAR, 6, 5) == {""}


def test_a_double_is_four_moves() -> None:
    assert _texts(counts(p23=2), counts(), 6, 6) == {
        "23/17 23/17 17/11 17/11",
        "23/17 23/17 17/11 11/5",
    }


def test_a_double_is_as_many_moves_as_can_be_made() -> None:
    other = counts(p22=2)  # our 3
    assert _texts(counts(p15=1), other, 4, 4) == {"15/11 11/7"}


def test_routes_that_hit_differently_are_different_plays() -> None:
    other = counts(p17=1)  # a blot on our 8
    assert _texts(counts(p13=1), other, 5, 3) == {"13/8* 8/5", "13/10 10/5"}


def test_orders_that_lead_to_one_position_are_one_play() -> None:
    assert _texts(counts(p20=1, p13=1), FAR, 2, 1) == {
        "20/18 13/12",
        "20/18 18/17",
        "13/11 20/19",
        "13/11 11/10",
    }


Draw = Callable[[Random], Iterator[tuple[Position, Side]]]


@pytest.mark.parametrize("draw", [wandering, drawn])
@examples(40)
@given(seed=st.integers(0, 2**32))
def test_legal_plays_equal_a_plain_generators(draw: Draw, seed: int) -> None:
    for position, side in islice(draw(Random(seed)), seed % 10, 60, 15):
        own, other = position.of(side), position.of(side.opponent)
        for roll in ROLLS:
            assert _found(own, other, roll.first, roll.second) == _reference(
                own, other, roll.first, roll.second
            ), (own, other, roll)


def _found(own: Counts, other: Counts, first: int, second: int) -> set[tuple[Counts, Counts]]:
    plays = plays_by_position(own, other, Roll(first, second).dice)
    return {unpacked(position) for position in plays}


def _reference(own: Counts, other: Counts, first: int, second: int) -> set[tuple[Counts, Counts]]:
    return final_tables(own, other, first, second)
