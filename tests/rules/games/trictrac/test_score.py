"""Points, trous, tokens and bredouille (articles 15 and 16 of Malfilâtre's Laws; ruling 25)."""

import pytest

from rules.games.trictrac.score import NO_SCORE, InvalidMark, Score, Tally
from rules.position import Side

WHITE, RED = Side.WHITE, Side.RED


def marked(*steps: tuple[Side, int]) -> Score:
    score = NO_SCORE
    for side, points in steps:
        score, _ = score.marked(side, points)
    return score


def test_ten_points_and_six_more_are_a_trou_and_a_token_on_the_fourth_triangle() -> None:
    before = marked((RED, 4), (WHITE, 10), (RED, 2))
    assert before.of(WHITE).triangle == 12
    after, marking = before.marked(WHITE, 6)
    assert (after.of(WHITE).trous, after.of(WHITE).points, after.of(WHITE).triangle) == (1, 4, 4)
    assert marking.trous == (False,)


@pytest.mark.parametrize(("points", "triangle"), [(0, 0), (2, 2), (4, 4), (6, 6), (8, 7), (10, 12)])
def test_a_token_lies_on_the_triangle_of_its_points(points: int, triangle: int) -> None:
    assert Tally(points).triangle == triangle


def test_twelve_points_in_a_row_are_two_trous() -> None:
    score = marked((WHITE, 4), (WHITE, 8))
    assert score.of(WHITE) == Tally(0, 2)


def test_twelve_points_with_the_opponent_marking_in_between_are_one_trou() -> None:
    assert marked((WHITE, 4), (RED, 2), (WHITE, 8)).of(WHITE) == Tally(0, 1)


def test_the_second_to_mark_wins_bredouille_with_two_tokens() -> None:
    score = marked((WHITE, 4), (RED, 6))
    assert (score.tokens(WHITE), score.tokens(RED)) == (1, 2)
    score, marking = score.marked(RED, 6)
    assert marking.trous == (True,)
    assert score.of(RED) == Tally(0, 2)


def test_the_first_marking_again_takes_bredouille_from_the_second_and_neither_has_it() -> None:
    score = marked((WHITE, 4), (RED, 6), (WHITE, 2))
    assert (score.tokens(WHITE), score.tokens(RED)) == (1, 1)
    assert score.marked(RED, 6)[1].trous == (False,)
    assert score.marked(WHITE, 6)[1].trous == (False,)


def test_a_side_without_points_has_no_token() -> None:
    assert marked((WHITE, 4)).tokens(RED) == 0


def test_a_trou_sends_the_opponents_points_to_zero_and_keeps_what_is_over() -> None:
    score, marking = marked((RED, 10)).marked(WHITE, 16)
    assert score == Score(Tally(4, 2), Tally(0, 0))
    assert marking.wiped == 10


def test_points_given_with_ones_trou_start_from_zero_with_two_tokens_if_points_were_over() -> None:
    over = marked((RED, 10), (WHITE, 16), (RED, 4))
    assert (over.of(RED).points, over.tokens(RED)) == (4, 2)
    exact = marked((RED, 10), (WHITE, 12), (RED, 4))
    assert (exact.of(RED).points, exact.tokens(RED)) == (4, 1)


def test_what_is_over_begins_a_new_run() -> None:
    simple_then_double = marked((RED, 2), (WHITE, 10), (RED, 2), (WHITE, 6), (WHITE, 8))
    assert simple_then_double.of(WHITE) == Tally(0, 3)


def test_one_throw_can_win_simple_and_double_trous() -> None:
    score, marking = marked((WHITE, 6), (RED, 2)).marked(WHITE, 20)
    assert marking.trous == (False, True)
    assert score.of(WHITE) == Tally(2, 3)


def test_twenty_four_points_in_a_row_are_four_trous() -> None:
    assert marked((RED, 24)).of(RED) == Tally(0, 4)


def test_leaving_clears_all_points_and_keeps_the_trous() -> None:
    assert marked((RED, 16), (WHITE, 6)).cleared() == Score(Tally(), Tally(0, 2))


def test_twelve_trous_win_and_nothing_is_marked_after_them() -> None:
    score = Score(Tally(8, 11, unbroken=True), Tally(0, 3))
    won, marking = score.marked(WHITE, 30)
    assert won.winner is WHITE
    assert won.of(WHITE) == Tally(0, 12)
    assert marking.trous == (True,)
    assert won.marked(RED, 12)[0] == won


def test_eleven_trous_do_not_win() -> None:
    assert Score(Tally(10, 11), Tally(0, 11)).winner is None


@pytest.mark.parametrize("points", [-2, 3])
def test_points_are_even_and_not_negative(points: int) -> None:
    with pytest.raises(InvalidMark, match=f"points: {points}"):
        NO_SCORE.marked(WHITE, points)
