import pytest

from rules.room import Ending, Room
from yalta_extras.study.board import Judged
from yalta_extras.study.measures import (
    bridge_of,
    imp_less_points_luck,
    imp_of,
    imp_without_luck,
    judged_boards,
    match_row,
    matches_of,
    points_of,
    points_without_luck,
    with_own_dice,
)
from yalta_extras.study.tests.outcomes import board_of, outcome


def test_imp_are_counted_per_result_and_as_in_bridge_from_the_difference() -> None:
    won = outcome(1, ending=Ending.GAMMON, left=15, cube=2)
    lost = outcome(-1, room=Room.CLOSED, left=7, cube=2)
    assert (imp_of(won), imp_of(lost)) == (12, -7)
    assert (points_of(won), points_of(lost)) == (4, -2)
    assert bridge_of((won, lost)) == 7  # 600 - 290 SMP


def test_luck_is_taken_out_in_the_unit_of_the_count() -> None:
    lucky = outcome(1, judged=Judged(3.5, 0.5, 0.0, 0.1, 20, 19))
    assert imp_without_luck(lucky) == 5 - 3.5
    assert points_without_luck(lucky) == 1 - 0.5
    half = imp_less_points_luck([(lucky, outcome(-1, judged=Judged(-3.5, -0.5, 0.0, 0.0, 20, 19)))])
    assert half(lucky) == pytest.approx(0)


def test_a_match_in_four_games_has_its_imp_and_the_vp_of_its_column() -> None:
    boards = [board_of(1, 1, 1), board_of(2, 1, -1), board_of(3, -1, 1), board_of(4, 1, -1)]
    _, ahead, level, in_points, vp, square, whole = match_row(boards)
    assert (ahead, level, in_points) == (1, 0, 1)
    assert (vp, square, whole) == (18, 18**2, 0)  # 10 IMP: 9 to 11 in column 8


def test_a_level_match_counts_as_half_a_win() -> None:
    row = match_row([board_of(number, 1, -1) for number in range(1, 5)])
    assert row[:5] == (1, 0.5, 1, 0.5, 15)


def test_matches_are_made_of_boards_that_are_in_no_other_match() -> None:
    boards = [board_of(number, 1, -1) for number in range(1, 15)]
    assert [[game[0].board for game in match] for match in matches_of(boards, 6)] == [
        [1, 2, 3, 4, 5, 6],
        [7, 8, 9, 10, 11, 12],
    ]


def test_own_dice_put_each_open_room_beside_another_boards_closed_room() -> None:
    own = with_own_dice([board_of(number, 1, -1) for number in (1, 2, 3)])
    assert [(opened.board, closed.board) for opened, closed in own] == [(1, 2), (2, 3), (3, 1)]


def test_only_boards_with_luck_are_judged_boards() -> None:
    plain, with_luck = board_of(1, 1, -1), board_of(2, 1, -1, Judged(0.0, 0.0, 0.0, 0.0, 20, 19))
    assert judged_boards([plain, with_luck]) == [with_luck]
