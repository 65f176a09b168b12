"""What the other room's result can be worth: bounds that the printed tables give."""

import pytest

from rules.games.known_games import GAMES
from rules.room import Ending
from rules.scoring.next_door import (
    Beside,
    Outcome,
    Span,
    cubes_told,
    possible_imp,
    possible_trous,
)
from rules.scoring.scales import CHECKERS, CUBES, Row, imp, smp

NOTHING = 0
"""No result is worth so little: every outcome is told whole."""


def worth(game: str, cube: int) -> dict[Outcome, Span]:
    every = possible_imp(GAMES[game].endings, cube, NOTHING)
    return {each.outcome: each.winner for each in every}


@pytest.mark.parametrize("cube", CUBES)
def test_a_single_game_is_worth_from_one_checker_left_to_fourteen(cube: int) -> None:
    rows = [Row(str(left)) for left in range(1, CHECKERS)]
    printed = sorted(imp(smp(row, cube)) for row in (*rows, Row.PASS_15))
    least, most = printed[0], printed[-1]
    told = worth("backgammon", cube)
    assert told[Outcome.LOSES] == told[Outcome.WINS] == Span(least, most)


def test_more_than_a_single_game_goes_as_far_as_the_game_knows_endings() -> None:
    gammon, triple = imp(smp(Row.GAMMON_15, 1)), imp(smp(Row.TRIPLE, 1))
    assert worth("backgammon", 1)[Outcome.WINS_HIGH] == Span(gammon, triple)
    assert Ending.BACKGAMMON not in GAMES["long-gammon"].endings
    assert worth("long-gammon", 1)[Outcome.WINS_HIGH] == Span(gammon, gammon)


def test_results_are_listed_from_the_worst_to_the_best_for_a_side() -> None:
    endings = GAMES["backgammon"].endings
    assert [each.outcome for each in possible_imp(endings, 2, NOTHING)] == [*Outcome]
    assert [each.outcome for each in possible_trous(NOTHING)] == [*Outcome]


@pytest.mark.parametrize("cube", CUBES)
def test_no_row_is_worth_less_and_more_than_the_result_here(cube: int) -> None:
    single = [*range(1, CHECKERS)]
    for here in {imp(smp(Row(str(left)), cube)) for left in single}:
        every = possible_imp(GAMES["backgammon"].endings, cube, here)
        for each in (each for each in every if each.outcome.is_won):
            least, most = each.winner.least - here, each.winner.most - here
            assert least * most > 0 or least == most == 0
            assert (each.beside is Beside.SAME) is (most == 0)


def test_a_won_game_is_told_as_less_the_same_and_more_than_here() -> None:
    every = possible_imp(GAMES["backgammon"].endings, 2, 7)
    told = {each.beside: each.winner for each in every if each.outcome is Outcome.WINS}
    assert told == {Beside.LESS: Span(5, 6), Beside.SAME: Span(7, 7), Beside.MORE: Span(8, 10)}


@pytest.mark.parametrize("here", [NOTHING, 4, 12])
def test_every_score_of_a_game_of_trictrac_is_in_one_row_for_each_winner(here: int) -> None:
    for won in (True, False):
        rows = [each for each in possible_trous(here) if each.outcome.is_won is won]
        lost = [n for row in rows for n in range(row.loser.least, row.loser.most + 1)]
        assert sorted(lost) == list(range(12))
        assert {row.winner for row in rows} == {Span(12, 12)}


@pytest.mark.parametrize("cube", CUBES)
def test_the_cube_of_the_other_room_is_among_those_that_are_told(cube: int) -> None:
    assert cube in cubes_told(cube)
    assert len(cubes_told(cube)) == 3
